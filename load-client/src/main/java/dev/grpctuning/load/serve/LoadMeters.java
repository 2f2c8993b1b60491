package dev.grpctuning.load.serve;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

import io.grpc.Status;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.Progress;

/** Meters of the load. Each call is recorded, so that histograms are exact. */
final class LoadMeters implements CallObserver, AutoCloseable {

	private static final Duration[] BUCKETS = { Duration.ofNanos(100_000), Duration.ofNanos(250_000),
			Duration.ofNanos(500_000), Duration.ofMillis(1), Duration.ofNanos(2_500_000), Duration.ofMillis(5),
			Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100),
			Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2500),
			Duration.ofSeconds(5), Duration.ofSeconds(10) };

	/** Counters that exist from the start, so that even the first failure has a rate. */
	private static final List<Status.Code> USUAL_FAILURES = List.of(Status.Code.CANCELLED,
			Status.Code.DEADLINE_EXCEEDED, Status.Code.RESOURCE_EXHAUSTED, Status.Code.UNAVAILABLE,
			Status.Code.INTERNAL, Status.Code.UNIMPLEMENTED, Status.Code.UNKNOWN);

	private final MeterRegistry registry;

	private final Tags tags;

	private final Counter due;

	private final Counter started;

	private final Counter answered;

	private final Counter cancelled;

	private final Map<Status.Code, Counter> failed = new ConcurrentHashMap<>();

	private final LongAdder open = new LongAdder();

	private final Timer response;

	private final Timer service;

	private final Timer lag;

	private double dueInRun;

	private double startedBefore;

	/** Calls that earlier runs started less those that were due in them. */
	private double surplus;

	private volatile double plannedRate;

	private volatile boolean saturated;

	LoadMeters(MeterRegistry registry, String target, String model) {
		this.registry = registry;
		this.tags = tags(target, model);
		this.due = counter("load.calls.due",
				"Calls whose due time has passed. For models that keep calls open, the calls that were sent");
		this.started = counter("load.calls.started", "Calls that were sent");
		this.answered = counter("load.calls.answered", "Calls that ended with status OK, or with one of load.ok");
		this.cancelled = counter("load.calls.cancelled",
				"Calls that the client cancelled because of load.cancel.share");
		USUAL_FAILURES.forEach(this::failures);
		gauge("load.calls.open", "Calls that were sent and have not ended", (meters) -> meters.open.sum());
		this.response = timer("load.response.time", "Time from the due time of a call to its response");
		this.service = timer("load.service.time", "Time from the actual send of a call to its response");
		this.lag = timer("load.lag", "Delay of the send. 0 for models that keep calls open");
		gauge("load.rate.planned",
				"Planned rate in calls per second. 0 while no load runs, NaN for models that keep calls open",
				(meters) -> meters.plannedRate);
		gauge("load.generator.saturated", "Whether the load generator was saturated in the last second: 1 or 0",
				(meters) -> meters.saturated ? 1 : 0);
	}

	private static Tags tags(String target, String model) {
		return Tags.of("target", target, "model", model);
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

	private void gauge(String name, String description, ToDoubleFunction<LoadMeters> value) {
		Gauge.builder(name, this, value).description(description).tags(this.tags).register(this.registry);
	}

	private Counter failures(Status.Code status) {
		return this.failed.computeIfAbsent(status,
				(code) -> counter("load.calls.failed",
						"Calls that ended with any other status. Counters of the usual statuses exist from the start",
						"status", code.name()));
	}

	/** Sets the planned rate: 0 while nothing is driven, NaN if the model has none. */
	void planned(double callsPerSecond) {
		this.plannedRate = callsPerSecond;
	}

	/** Adds the totals of a second. Only one thread may call this. */
	void second(Progress progress, LoadModel model) {
		double seconds = progress.warmingUp() ? 0 : progress.point().seconds();
		this.saturated = progress.saturated();
		planned(model.callsPerSecond(seconds));
		double whole = progress.warmingUp() ? Double.NaN : model.callsDue(seconds);
		double startedNow = this.started.count();
		if (Double.isNaN(whole)) {
			this.due.increment(startedNow - this.startedBefore);
		}
		else {
			this.due.increment(Math.max(0, whole - this.dueInRun));
			this.dueInRun = whole;
		}
		this.startedBefore = startedNow;
	}

	/** Ends the run. Calls that are still open never end. */
	void ended() {
		this.startedBefore = this.started.count();
		// Calls that were sent since the last second were due, too.
		this.due.increment(Math.max(0, this.startedBefore - this.due.count() - this.surplus));
		this.surplus = this.startedBefore - this.due.count();
		this.open.reset();
		this.dueInRun = 0;
		this.plannedRate = 0;
		this.saturated = false;
	}

	boolean areOf(String target, String model) {
		return this.tags.equals(tags(target, model));
	}

	@Override
	public void close() {
		List<Tag> own = this.tags.stream().toList();
		this.registry.getMeters()
			.stream()
			.filter((meter) -> meter.getId().getName().startsWith("load.") && meter.getId().getTags().containsAll(own))
			.forEach(this.registry::remove);
	}

	@Override
	public void sent(long lagNanos) {
		this.open.increment();
		this.started.increment();
		this.lag.record(lagNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void answered(long serviceNanos, long responseNanos) {
		this.open.decrement();
		this.answered.increment();
		this.service.record(serviceNanos, TimeUnit.NANOSECONDS);
		this.response.record(responseNanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void failed(Status.Code status) {
		this.open.decrement();
		failures(status).increment();
	}

	@Override
	public void cancelled() {
		this.open.decrement();
		this.cancelled.increment();
	}

}
