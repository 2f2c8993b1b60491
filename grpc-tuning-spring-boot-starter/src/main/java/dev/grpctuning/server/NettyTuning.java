package dev.grpctuning.lifecycle;

import io.grpc.ServerBuilder;
import io.grpc.netty.NettyServerBuilder;

import dev.grpctuning.FlowControlWindow;
import dev.grpctuning.ServerSettings;
import dev.grpctuning.TuningSettings;
import dev.grpctuning.dispatch.CallDispatch;
import dev.grpctuning.executor.CallExecutors;
import dev.grpctuning.executor.CallExecutorsSettings;
import dev.grpctuning.executor.ExecutorSettings;
import dev.grpctuning.executor.HandlerExecutor;
import dev.grpctuning.executor.HandlerExecutorFactory;
import dev.grpctuning.executor.TaskTimings;
import dev.grpctuning.limit.CallLimit;
import dev.grpctuning.service.LiveServices;
import dev.grpctuning.transport.EventLoopSettings;
import dev.grpctuning.transport.EventLoops;
import dev.grpctuning.transport.PortSharing;

/**
 * Puts the settings of the generation that is being built on a builder of gRPC's, a part
 * at a time. What is not set is left alone.
 *
 * @param generations knows the generation that is being built
 * @param limit bound on the calls of all generations
 * @param services the services of all generations
 * @param timings makes the timings of executors
 * @param handlers creates what handlers run on
 */
public record NettyTuning(Generations generations, CallLimit limit, LiveServices services, TaskTimings.Factory timings,
		HandlerExecutorFactory handlers) {

	/**
	 * Sets event loops and transport.
	 */
	public void eventLoops(NettyServerBuilder builder) {
		Generation generation = this.generations.building();
		EventLoopSettings settings = generation.settings().server().eventLoops();
		if (settings != null) {
			EventLoops eventLoops = EventLoops.create(settings);
			generation.own(eventLoops);
			eventLoops.applyTo(builder);
		}
		if (generation.sharesPort()) {
			PortSharing.applyTo(builder, (settings != null) ? settings.transport() : null);
		}
	}

	/**
	 * Sets what handlers run on, and the limits that are checked before.
	 */
	public void executor(NettyServerBuilder builder) {
		Generation generation = this.generations.building();
		TuningSettings settings = generation.settings();
		ExecutorSettings plain = settings.server().plainExecutor();
		CallExecutorsSettings live = settings.executors();
		if (plain != null) {
			HandlerExecutor executor = this.handlers.create(plain);
			generation.own(executor);
			builder.executor(executor.executor());
		}
		else if (settings.server().dispatch() && live != null) {
			boolean metrics = settings.server().metrics();
			CallExecutors executors = new CallExecutors(live, this.handlers, (name, figures) -> metrics
					? this.timings.create(generation.number(), name, figures) : TaskTimings.NONE);
			CallDispatch dispatch = new CallDispatch(executors, this.limit);
			generation.own(executors, dispatch);
			dispatch.applyTo(builder);
		}
	}

	/**
	 * Sets the HTTP/2 window.
	 */
	public void flowControl(NettyServerBuilder builder) {
		FlowControlWindow window = this.generations.building().settings().server().flowControlWindow();
		if (window == null) {
			return;
		}
		if (window.fixed()) {
			builder.flowControlWindow(window.bytes());
		}
		else {
			builder.initialFlowControlWindow(window.bytes());
		}
	}

	/**
	 * Sets what a connection may do at once and how large messages may be.
	 */
	public void limits(NettyServerBuilder builder) {
		ServerSettings settings = this.generations.building().settings().server();
		if (settings.maxConcurrentCallsPerConnection() != null) {
			builder.maxConcurrentCallsPerConnection(settings.maxConcurrentCallsPerConnection());
		}
		if (settings.maxInboundMessageBytes() != null) {
			builder.maxInboundMessageSize(settings.maxInboundMessageBytes());
		}
		if (settings.maxInboundMetadataBytes() != null) {
			builder.maxInboundMetadataSize(settings.maxInboundMetadataBytes());
		}
	}

	/**
	 * Sets how long connections live and how their clients are watched.
	 */
	public void connections(NettyServerBuilder builder) {
		Generation generation = this.generations.building();
		generation.settings().server().connections().applyTo(builder);
		// A server with nothing set is left as its framework builds it.
		if (generation.number() > 1 || generation.settings().server().liveServices()) {
			builder.addTransportFilter(this.generations.latecomers(generation));
		}
	}

	/**
	 * Adds the services, which can be withdrawn if anything is tuned.
	 */
	public void addServices(ServerBuilder<?> builder) {
		this.services.applyTo(builder, this.generations.building().settings().server().liveServices());
	}

}
