package dev.grpctuning.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.grpc.ServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.call.CallDispatch;
import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.LiveServices;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.HandlerExecutor;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.call.trace.CallRecorder;
import dev.grpctuning.call.trace.CallTracers;
import dev.grpctuning.observe.LoopWatch;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.stages.CallStages;
import dev.grpctuning.transport.EventLoops;
import dev.grpctuning.transport.PortSharing;
import dev.grpctuning.transport.SocketOptions;

/**
 * Applies the settings of the generation that is being built to gRPC's builder, a part at
 * a time.
 */
public record NettyTuning(Generations generations, CallLimits limits, LiveServices services,
		TaskTimings.Factory timings, HandlerExecutorFactory handlers, Runnable onOutOfMemory) {

	private static final Logger logger = LoggerFactory.getLogger(NettyTuning.class);

	/**
	 * Applies all parts but the executor, before what the application does itself.
	 * @param isReplaced whether the application has something else instead of a part, by
	 * its name
	 * @param recorder records the calls, {@code null} if nothing does
	 */
	public void applyTo(NettyServerBuilder builder, Predicate<String> isReplaced, @Nullable CallRecorder recorder) {
		services(builder);
		Map<String, Consumer<NettyServerBuilder>> parts = new LinkedHashMap<>();
		parts.put("EventLoops", this::eventLoops);
		parts.put("FlowControl", (each) -> apply(ServerKnobs.FLOW_CONTROL, each));
		parts.put("Limits", this::limits);
		parts.put("Connections", this::connections);
		parts.put("CallMeters", (each) -> record(each, recorder));
		parts.forEach((name, part) -> {
			if (!isReplaced.test(name)) {
				part.accept(builder);
			}
		});
	}

	private void eventLoops(NettyServerBuilder builder) {
		tune((generation) -> {
			// A server with nothing set is left as its framework builds it.
			if (generation.isTuned()) {
				EventLoops eventLoops = EventLoops.create(generation.settings(), ServerParts.isOnDomainSocket(builder),
						LoopWatch::watching);
				generation.own(eventLoops);
				eventLoops.applyTo(builder, this.generations.prepare(generation));
				Generation predecessor = generation.predecessor();
				if (predecessor != null && predecessor.parts().hasDefaultLoops()) {
					// No other event loops will take the place of these.
					PortSharing.undo(builder, predecessor.parts().listeners());
				}
			}
		});
	}

	/** Comes last, so that it finds what the application has set. */
	public void executor(NettyServerBuilder builder) {
		tune((generation) -> {
			generation.given(ServerParts.threads(builder, generation.eventLoops()));
			HandlerExecutorFactory handlers = this.handlers.of(ServerParts.givenExecutor(builder));
			ExecutorSettings plain = generation.settings().plainExecutor();
			CallExecutorsSettings live = generation.settings().executors(handlers.untuned());
			if (plain != null) {
				HandlerExecutor executor = handlers.create(plain);
				generation.own(executor);
				builder.executor(executor.executor());
			}
			else if (live != null) {
				if (ServerParts.hasCallExecutor(builder)) {
					logger.warn("The application's own callExecutor has no effect while a grpc.tuning.executor.* or "
							+ "grpc.tuning.limit.* property is set; set executor.routes instead");
				}
				boolean metrics = generation.settings().metrics();
				CallExecutors executors = new CallExecutors(
						live, handlers, (name, figures) -> metrics
								? this.timings.create(generation.number(), name, figures) : TaskTimings.NONE,
						this.onOutOfMemory);
				CallDispatch dispatch = new CallDispatch(executors, this.limits);
				generation.own(dispatch);
				dispatch.applyTo(builder, generation.tracers(builder));
			}
		});
	}

	private void limits(NettyServerBuilder builder) {
		apply(ServerKnobs.LIMITS, builder);
		tune((generation) -> {
			Integer metadata = generation.settings().get(Knobs.MAX_INBOUND_METADATA_SIZE);
			Integer soft = generation.settings().get(Knobs.MAX_INBOUND_METADATA_SIZE_SOFT);
			// Without a soft limit it is the maximum, which gRPC does not accept as one.
			if (metadata != null && soft != null && soft < metadata) {
				builder.maxInboundMetadataSize(soft, metadata);
			}
			if (generation.isTuned()) {
				this.generations.connections().backlog().applyTo(builder);
				CallTracers tracers = generation.tracers(builder);
				tracers.bound(this.generations.ages());
				tracers.measure(this.generations.largeRequests());
			}
			if (generation.isTuned() || generation.settings().reportsStages()) {
				CallStages stages = this.generations.stages();
				stages.applyTo(builder);
				generation.tracers(builder).sample(stages::sample);
			}
		});
	}

	/**
	 * Records the calls, also of a server that is not tuned or not Netty's, unless
	 * metrics are off.
	 * @param recorder records the calls, {@code null} if nothing does
	 */
	public void record(ServerBuilder<?> builder, @Nullable CallRecorder recorder) {
		Generation generation = this.generations.building();
		Settings settings = (generation != null) ? generation.settings() : this.generations.settings();
		if (settings.metrics() && recorder != null) {
			((generation != null) ? generation.tracers(builder) : CallTracers.on(builder)).record(recorder);
		}
	}

	private void connections(NettyServerBuilder builder) {
		apply(ServerKnobs.CONNECTIONS, builder);
		tune((generation) -> SocketOptions.applyTo(builder, generation.settings()));
	}

	private void apply(List<ServerKnobs.Setter<?>> setters, NettyServerBuilder builder) {
		tune((generation) -> setters.forEach((setter) -> setter.apply(generation.settings(), builder)));
	}

	/**
	 * Lets services be withdrawn, and the server bind the port of its predecessor, also
	 * if the system chose it. Comes first, while the builder has the addresses and event
	 * loops of its framework.
	 */
	private void services(NettyServerBuilder builder) {
		tune((generation) -> {
			generation.endsToo(ServerParts.loopsOfFramework(builder));
			if (generation.isTuned()) {
				this.services.applyTo(builder);
			}
			TunedServer running = this.generations.server();
			if (running != null && !running.isShutdown()) {
				ServerParts.choosePort(builder, running.getPort());
			}
			Generation predecessor = generation.predecessor();
			// The application may have event loops and channels of its own.
			if (predecessor != null && !predecessor.isWatched()) {
				PortSharing.applyTo(builder, predecessor.parts().listeners());
			}
		});
	}

	private void tune(Consumer<Generation> part) {
		Generation generation = this.generations.building();
		if (generation != null) {
			part.accept(generation);
		}
	}

}
