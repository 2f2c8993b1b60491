package dev.grpctuning.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.CallDispatch;
import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.LiveServices;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.HandlerExecutor;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.call.trace.CallTracers;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.metrics.TuningMetrics;
import dev.grpctuning.observe.LoopWatch;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.transport.EventLoops;

/**
 * Server of the {@link Echo}, made of the starter's parts as its auto-configuration puts
 * them together.
 */
final class TunedServer {

	static final String HANDLER_THREAD = "handler-";

	private static final Duration GRACE = Duration.ofSeconds(5);

	private final HandlerExecutorFactory handlers = new HandlerExecutorFactory(Runtime.version().feature(),
			getClass().getClassLoader(), null);

	private final CallLimits limit = new CallLimits();

	private final Server server;

	private final @Nullable EventLoops eventLoops;

	private @Nullable HandlerExecutor plain;

	private @Nullable CallExecutors executors;

	private @Nullable TuningMetrics metrics;

	TunedServer(Link link, ExecutorType executor, Tuned tuned) throws IOException {
		Transport transport = link.transport();
		ServerBuilder<?> builder;
		if (transport == null) {
			this.eventLoops = null;
			builder = InProcessServerBuilder.forName(InProcessServerBuilder.generateName());
		}
		else {
			this.eventLoops = EventLoops.create(new Settings(Map.of(Knobs.TRANSPORT, transport)), false,
					LoopWatch::watching);
			NettyServerBuilder netty = NettyServerBuilder
				.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
			this.eventLoops.applyTo(netty, (listener) -> {
			});
			builder = netty;
		}
		services(builder, tuned);
		handlers(builder, ExecutorSettings.of(executor, null, HANDLER_THREAD, null), tuned);
		this.server = builder.build().start();
	}

	private static void services(ServerBuilder<?> builder, Tuned tuned) {
		builder.addService(new Echo());
		if (tuned.has(Tuned.SERVICES)) {
			new LiveServices((service, offered) -> {
			}).applyTo(builder);
		}
	}

	private void handlers(ServerBuilder<?> builder, ExecutorSettings settings, Tuned tuned) {
		if (!tuned.has(Tuned.LIVE)) {
			this.plain = this.handlers.create(settings);
			builder.executor(this.plain.executor());
			return;
		}
		if (tuned.has(Tuned.LIMIT)) {
			// Far above the one call that is open.
			this.limit.update(new Settings(Map.of(Knobs.LIMIT_CONCURRENT_CALLS, 1000)));
		}
		TaskTimings.Factory timings = (generation, name, figures) -> TaskTimings.NONE;
		if (tuned.has(Tuned.METERS)) {
			this.metrics = new TuningMetrics(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
					new OpenConnections());
			timings = this.metrics;
		}
		TaskTimings.Factory chosen = timings;
		this.executors = new CallExecutors(new CallExecutorsSettings(settings, List.of(), null), this.handlers,
				(name, figures) -> chosen.create(1, name, figures), () -> {
				});
		new CallDispatch(this.executors, this.limit).applyTo(builder, CallTracers.on(builder));
	}

	Server server() {
		return this.server;
	}

	void close() throws InterruptedException {
		if (!this.server.shutdownNow().awaitTermination(GRACE.toNanos(), TimeUnit.NANOSECONDS)) {
			throw new IllegalStateException("The server did not end within " + GRACE);
		}
		if (this.plain != null) {
			this.plain.close(GRACE);
		}
		if (this.executors != null) {
			this.executors.close(GRACE);
		}
		if (this.metrics != null) {
			this.metrics.close();
		}
		if (this.eventLoops != null) {
			this.eventLoops.close(GRACE);
		}
	}

}
