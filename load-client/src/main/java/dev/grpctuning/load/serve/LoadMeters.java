package dev.grpctuning.load.serve;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

import io.grpc.Status;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.Progress;

/** Meters of the load. Each call is recorded, so that histograms are exact. */
final class LoadMeters implements CallObserver {

	private static final Duration[] BUCKETS = LongStream
		.of(100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
				5_000_000, 10_000_000)
		.mapToObj((micros) -> Duration.of(micros, ChronoUnit.MICROS))
		.toArray(Duration[]::new);

	/** Counters that exist from the start, so that even the first failure has a rate. */
	private static final List<Status.Code> USUAL_FAILURES = List.of(Status.Code.CANCELLED,
			Status.Code.DEADLINE_EXCEEDED, Status.Code.RESOURCE_EXHAUSTED, Status.Code.UNAVAILABLE,
			Status.Code.INTERNAL, Status.Code.UNIMPLEMENTED, Status.Code.UNKNOWN);

	private final MeterRegistry registry;

	private final Tags tags;

	private final Counter cancelled;

	private final Map<Status.Code, Counter> failed = new ConcurrentHashMap<>();

	private final Timer response;

	private final Timer service;

	private final Timer lag;

	private double warmupCalls;

	private volatile double due;

	/** Calls that were open at the end of the run. */
	private volatile double lost;

	private volatile double plannedRate;

	private volatile boolean saturated;

	LoadMeters(MeterRegistry registry, String target, String model) {
		this.registry = registry;
		this.tags = Tags.of("target", target, "model", model);
		this.response = timer("load.response.time", "Time from the due time of a call to its response");
		this.service = timer("load.service.time", "Time from the actual send of a call to its response");
		this.lag = timer("load.lag", "Delay of the send. 0 for models that keep calls open");
		total("load.calls.due",
				"Calls whose due time has passed. For models that keep calls open, the calls that were sent",
				(meters) -> meters.due);
		total("load.calls.started", "Calls that were sent", (meters) -> meters.lag.count());
		total("load.calls.answered", "Calls that ended with status OK, or with one of load.ok",
				(meters) -> meters.service.count());
		this.cancelled = counter("load.calls.cancelled",
				"Calls that the client cancelled because of load.cancel.share");
		USUAL_FAILURES.forEach(this::failures);
		gauge("load.calls.open", "Calls that were sent and have not ended", LoadMeters::open);
		gauge("load.rate.planned",
				"Planned rate in calls per second. 0 while no load runs, NaN for models that keep calls open",
				(meters) -> meters.plannedRate);
		gauge("load.generator.saturated", "Whether the load generator was saturated in the last second: 1 or 0",
				(meters) -> meters.saturated ? 1 : 0);
	}

	private Timer timer(String name, String description) {
		return Timer.builder(name)
			.description(description)
			.tags(this.tags)
			.serviceLevelObjectives(BUCKETS)
			.register(this.registry);
	}

	private Counter counter(String name, String description, String... more) {
		return Counter.builder(name).description(description).tags(this.tags).tags(more).register(this.registry);
	}

	private void total(String name, String description, ToDoubleFunction<LoadMeters> value) {
		FunctionCounter.builder(name, this, value).description(description).tags(this.tags).register(this.registry);
	}

	private void gauge(String name, String description, ToDoubleFunction<LoadMeters> value) {
		Gauge.builder(name, this, value).description(description).tags(this.tags).register(this.registry);
	}

	private Counter failures(Status.Code status) {
		return this.failed.computeIfAbsent(status,
				(code) -> counter("load.calls.failed",
						"Calls that ended with any other status. Counters of the usual statuses exist from the start",
						"status", code.name()));
	}

	/** Adds the totals of a second. Only one thread may call this. */
	void second(Progress progress, LoadModel model) {
		double seconds = progress.warmingUp() ? 0 : progress.point().seconds();
		this.saturated = progress.saturated();
		this.plannedRate = model.callsPerSecond(seconds);
		if (progress.warmingUp()) {
			this.warmupCalls = this.lag.count();
		}
		double whole = progress.warmingUp() ? 0 : model.callsDue(seconds);
		this.due = Double.isNaN(whole) ? this.lag.count() : Math.max(this.due, this.warmupCalls + whole);
	}

	/** Ends the run. Calls that are still open never end. */
	void ended() {
		// Calls that were sent since the last second were due, too.
		this.due = Math.max(this.due, this.lag.count());
		this.lost += open();
		this.plannedRate = 0;
		this.saturated = false;
	}

	private double open() {
		double ended = this.service.count() + this.cancelled.count()
				+ this.failed.values().stream().mapToDouble(Counter::count).sum();
		return Math.max(0, this.lag.count() - ended - this.lost);
	}

	void remove() {
		this.registry.getMeters()
			.stream()
			.filter((meter) -> meter.getId().getName().startsWith("load."))
			.forEach(this.registry::remove);
	}

	@Override
	public void sent(long lagNanos) {
		this.lag.record(lagNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void answered(long serviceNanos, long responseNanos) {
		this.service.record(serviceNanos, TimeUnit.NANOSECONDS);
		this.response.record(responseNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void failed(Status.Code status) {
		failures(status).increment();
	}

	@Override
	public void cancelled() {
		this.cancelled.increment();
	}

}
