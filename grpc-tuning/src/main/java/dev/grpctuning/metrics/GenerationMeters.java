package dev.grpctuning.metrics;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.AutoScalingEventExecutorChooserFactory.AutoScalingUtilizationMetric;
import io.netty.util.concurrent.MultithreadEventExecutorGroup;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.CallDispatch;
import dev.grpctuning.call.adaptive.MethodPlace;
import dev.grpctuning.call.executor.ExecutorFigures;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.ServerParts;

final class GenerationMeters {

	private static final Duration[] BUCKETS = LongStream
		.of(10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
				2_500_000, 10_000_000)
		.mapToObj((micros) -> Duration.of(micros, ChronoUnit.MICROS))
		.toArray(Duration[]::new);

	private static final String METHOD = "grpc.method";

	private final MeterRegistry registry;

	private final Tags tags;

	private final Set<Meter> meters = ConcurrentHashMap.newKeySet();

	private final Map<EventLoop, LoopThread> threads = new ConcurrentHashMap<>();

	GenerationMeters(MeterRegistry registry, int generation) {
		this.registry = registry;
		this.tags = Tags.of("generation", Integer.toString(generation));
	}

	ExecutorTimers executor(String name, ExecutorFigures figures) {
		Tags executorTags = this.tags.and("executor", name);
		gauge("grpc.tuning.executor.queued", null, "Tasks that wait for a thread", executorTags, figures,
				ExecutorFigures::queued);
		gauge("grpc.tuning.executor.active", null, "Tasks that run", executorTags, figures, ExecutorFigures::active);
		counter("grpc.tuning.executor.completed", null,
				"Tasks that have ended. A unary call is one, or more if its message arrives after its headers",
				executorTags, figures, ExecutorFigures::completed);
		counter("grpc.tuning.executor.calls", null, "Calls that the executor accepted", executorTags, figures,
				ExecutorFigures::calls);
		counter("grpc.tuning.executor.refused", null, "Calls refused because of queue-capacity", executorTags, figures,
				ExecutorFigures::refused);
		return new ExecutorTimers(
				timer("grpc.tuning.executor.wait", "Time that a task of a call waited for a thread. None for direct",
						executorTags),
				timer("grpc.tuning.executor.run", "Time that a task ran", executorTags), this, name);
	}

	/** Shows where the calls of a method run on an adaptive executor. */
	void method(String executor, MethodPlace place) {
		Tags methodTags = this.tags.and("executor", executor, METHOD, place.method());
		gauge("grpc.tuning.method.direct", null,
				"1 if new calls of a method run on their event loop, 0 if on the executor. Only with type adaptive",
				methodTags, place, (each) -> each.isOnLoop() ? 1 : 0);
		counter("grpc.tuning.method.departures", null,
				"Times that a method was moved from the event loops to the executor, because its handler was slow",
				methodTags, place, MethodPlace::departures);
	}

	void removeMethods(String executor) {
		remove((meter) -> executor.equals(meter.getTag("executor")) && meter.getTag(METHOD) != null);
	}

	void removeExecutor(String name) {
		remove((meter) -> name.equals(meter.getTag("executor")));
	}

	private void remove(Predicate<Meter.Id> which) {
		this.meters.removeIf((meter) -> which.test(meter.getId()) && this.registry.remove(meter.getId()) != null);
	}

	void server(Generation generation, OpenConnections connections) {
		ServerParts parts = generation.parts();
		int number = generation.number();
		CallDispatch dispatch = generation.dispatch();
		gauge("grpc.tuning.calls.open", null, "Calls in flight", this.tags, connections,
				(open) -> (dispatch != null) ? dispatch.openCalls() : open.openStreams(number));
		gauge("grpc.tuning.connections.open", null, "Open connections", this.tags, connections,
				(open) -> open.count(number));
		gauge("grpc.tuning.window.largest", "bytes",
				"Largest initial stream window of all open connections. Constant if the window is fixed", this.tags,
				connections, (open) -> open.largestWindow(number));
		Integer window = parts.initialWindow();
		if (window != null) {
			gauge("grpc.tuning.window.initial", "bytes", "HTTP/2 window that a connection starts with", this.tags,
					window, Integer::doubleValue);
		}
		group("boss", parts.boss(), connections, number);
		group("worker", parts.workers(), connections, number);
		if (parts.allocator() instanceof ByteBufAllocatorMetricProvider provider) {
			ByteBufAllocatorMetric metric = provider.metric();
			allocator("direct", metric, ByteBufAllocatorMetric::usedDirectMemory);
			allocator("heap", metric, ByteBufAllocatorMetric::usedHeapMemory);
		}
	}

	private void allocator(String area, ByteBufAllocatorMetric metric, ToDoubleFunction<ByteBufAllocatorMetric> used) {
		gauge("grpc.tuning.allocator.memory", "bytes",
				"Memory reserved by Netty's buffer allocator, which the connections of all generations share",
				this.tags.and("area", area), metric, used);
	}

	private void group(String name, @Nullable EventLoopGroup group, OpenConnections connections, int generation) {
		if (!(group instanceof MultithreadEventExecutorGroup loops)) {
			return;
		}
		Tags groupTags = this.tags.and("group", name);
		gauge("grpc.tuning.eventloop.pending", null, "Tasks that wait for an event loop", groupTags, loops,
				GenerationMeters::pendingTasks);
		gauge("grpc.tuning.eventloop.active", null, "Event loops that take connections", groupTags, loops,
				MultithreadEventExecutorGroup::activeExecutorCount);
		if (!name.equals("worker")) {
			return;
		}
		int number = 0;
		for (var loop : loops) {
			Tags loopTags = groupTags.and("loop", Integer.toString(number++));
			gauge("grpc.tuning.eventloop.connections", null, "Open connections of an event loop", loopTags, connections,
					(open) -> open.byEventLoop(generation).getOrDefault(loop, 0));
		}
		for (AutoScalingUtilizationMetric utilization : loops.executorUtilizations()) {
			gauge("grpc.tuning.eventloop.utilization", null,
					"Share of time that an event loop is busy, from 0 to 1. Only with worker-threads-min and max",
					groupTags.and("loop", Integer.toString(number++ - loops.executorCount())), utilization,
					AutoScalingUtilizationMetric::utilization);
		}
	}

	private static double pendingTasks(MultithreadEventExecutorGroup group) {
		int pending = 0;
		for (var loop : group) {
			pending += (loop instanceof SingleThreadEventExecutor single) ? single.pendingTasks() : 0;
		}
		return pending;
	}

	/**
	 * Measures the current thread, which must be an event loop's. Netty ends the thread
	 * of a loop that it suspends, and starts another one later.
	 */
	void measure(EventLoop loop, String group, long lagNanos) {
		Thread thread = Thread.currentThread();
		this.threads.compute(loop, (key, measured) -> {
			if (measured != null && measured.thread() == thread) {
				return measured;
			}
			if (measured != null) {
				remove((meter) -> measured.thread().getName().equals(meter.getTag("thread")));
			}
			return register(thread, group);
		}).lag().record(lagNanos, TimeUnit.NANOSECONDS);
	}

	private LoopThread register(Thread thread, String group) {
		Tags loopTags = this.tags.and("group", group, "thread", thread.getName());
		ThreadCpu cpu = ThreadCpu.ofCurrentThread();
		counter("grpc.tuning.eventloop.cpu", "seconds", "Processor time of an event loop", loopTags, cpu,
				ThreadCpu::cpuSeconds);
		counter("grpc.tuning.eventloop.delay", "seconds",
				"Time that an event loop was ready to run and waited for a processor. 0 except on Linux", loopTags, cpu,
				ThreadCpu::delaySeconds);
		return new LoopThread(thread, cpu, timer("grpc.tuning.eventloop.lag",
				"Time from a task's hand-over until its event loop ran it", loopTags));
	}

	private Timer timer(String name, String description, Tags timerTags) {
		Timer timer = Timer.builder(name)
			.description(description)
			.tags(timerTags)
			.serviceLevelObjectives(BUCKETS)
			.register(this.registry);
		this.meters.add(timer);
		return timer;
	}

	private <T> void counter(String name, @Nullable String unit, String description, Tags counterTags, T object,
			ToDoubleFunction<T> value) {
		this.meters.add(FunctionCounter.builder(name, object, value)
			.description(description)
			.baseUnit(unit)
			.tags(counterTags)
			.register(this.registry));
	}

	private <T> void gauge(String name, @Nullable String unit, String description, Tags gaugeTags, T object,
			ToDoubleFunction<T> value) {
		this.meters.add(Gauge.builder(name, object, value)
			.description(description)
			.baseUnit(unit)
			.tags(gaugeTags)
			.strongReference(true)
			.register(this.registry));
	}

	void remove() {
		this.meters.forEach(this.registry::remove);
		this.meters.clear();
	}

	/**
	 * Thread of an event loop. Its counters do not keep the processor time themselves.
	 */
	private record LoopThread(Thread thread, ThreadCpu cpu, Timer lag) {

	}

}
