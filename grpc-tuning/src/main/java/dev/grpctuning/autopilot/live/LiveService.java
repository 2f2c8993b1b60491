package dev.grpctuning.autopilot.live;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.advice.Advice;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.autopilot.Candidate;
import dev.grpctuning.autopilot.TunedService;
import dev.grpctuning.autopilot.experiment.Sample;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.Outcome;
import dev.grpctuning.change.Turns;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.guard.Reading;
import dev.grpctuning.metrics.Readings;
import dev.grpctuning.observe.ThreadsCpu;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

/** The running server, as the autopilot sees it. */
final class LiveService implements TunedService {

	/** Who makes the changes of the autopilot. */
	static final String NAME = "autopilot";

	private static final Logger logger = LoggerFactory.getLogger(LiveService.class);

	private static final double HEAP_FULL = 0.9;

	/** Share of the time in which the JVM may stand still for collections. */
	private static final double PAUSED = 0.1;

	private static final long PAUSES = TimeUnit.SECONDS.toNanos(10);

	private final Tuning tuning;

	private final Readings readings;

	private final Adviser adviser;

	private final ThreadsCpu cpu = new ThreadsCpu();

	private final AtomicInteger otherChanges = new AtomicInteger();

	private final AtomicInteger reverts = new AtomicInteger();

	private @Nullable Turns own;

	private long cpuNanos;

	private @Nullable Reading middle;

	/** Some ten to twenty seconds before the last one. */
	private @Nullable Reading earlier;

	LiveService(Tuning tuning, Readings readings, Adviser adviser) {
		this.tuning = tuning;
		this.readings = readings;
		this.adviser = adviser;
		tuning.history().onChange(this::changed);
	}

	private void changed(TuningChange change) {
		if (!NAME.equals(change.by())) {
			this.otherChanges.incrementAndGet();
		}
		else if (change.outcome() == Outcome.REVERTED) {
			this.reverts.incrementAndGet();
		}
	}

	@Override
	public long nanoTime() {
		return System.nanoTime();
	}

	@Override
	public Instant now() {
		return Instant.now();
	}

	@Override
	public void pause(long nanos) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(nanos);
	}

	@Override
	public @Nullable Sample sample() {
		Reading now = this.readings.ofCalls();
		if (now == null) {
			return null;
		}
		Long used = this.cpu.nanos();
		this.cpuNanos += (used != null) ? used : 0;
		return new Sample(now.nanos(), now.ended(), now.failed() + now.late(), now.open(), this.cpuNanos,
				now.durations());
	}

	@Override
	public Map<String, Long> endedByMethod() {
		return this.readings.endedByMethod();
	}

	@Override
	public Map<String, Long> nanosByMethod() {
		return this.readings.nanosByMethod();
	}

	@Override
	public @Nullable String obstacle() {
		if (this.tuning.generations().serving() == null) {
			return "no server answers calls";
		}
		Turns own = this.own;
		if (this.tuning.hasTurns() && (own == null || own.ended() != null)) {
			return "slices run by request";
		}
		if (this.tuning.settings().get(Knobs.EXECUTOR_TYPE) == null) {
			return "executors cannot be exchanged while calls run, because executor.type is not set; set it to cached or another";
		}
		if (!this.tuning.leases().open().isEmpty()) {
			return "a change is in force for a time";
		}
		Reading now = this.readings.get();
		if (now == null) {
			return "calls are not measured";
		}
		if (this.middle == null || now.nanos() - this.middle.nanos() > PAUSES) {
			this.earlier = this.middle;
			this.middle = now;
		}
		return collections(this.earlier, now);
	}

	private static @Nullable String collections(@Nullable Reading from, Reading to) {
		double paused = (from != null) ? (to.pausedMillis() - from.pausedMillis()) * 1e6 / (to.nanos() - from.nanos())
				: 0;
		if (to.heap() > HEAP_FULL) {
			return "the heap is full: %.0f %% after a collection".formatted(100 * to.heap());
		}
		return (paused > PAUSED) ? "garbage collections take %.0f %% of the time".formatted(100 * paused) : null;
	}

	@Override
	public int otherChanges() {
		return this.otherChanges.get();
	}

	@Override
	public int reverts() {
		return this.reverts.get();
	}

	@Override
	public String value(Knob<?> knob) {
		Object value = this.tuning.settings().get(knob);
		return (value != null) ? knob.written(value) : "";
	}

	@Override
	public int processors() {
		return Runtime.getRuntime().availableProcessors();
	}

	@Override
	public List<String> advised() {
		return this.adviser.advise().stream().map(Advice::knob).toList();
	}

	@Override
	public Turns alternate(Candidate candidate) {
		try {
			Turns turns = this.tuning.takeTurns(List.of(Map.of(), elements(candidate.values())), List.of(), null, NAME);
			this.own = turns;
			return turns;
		}
		catch (InvalidTuningException | NoServerException ex) {
			return new RefusedTurns(String.valueOf(ex.getMessage()));
		}
	}

	@Override
	public boolean adopt(Map<String, String> values, String reason) {
		try {
			return this.tuning.change(new WantedChange(elements(values), false, NAME, reason, null, true))
				.outcome() == Outcome.APPLIED;
		}
		catch (InvalidTuningException | NoServerException ex) {
			logger.warn("The autopilot could not put {} in force: {}", values, ex.getMessage());
			return false;
		}
	}

	/** Writes routes as in a property file, where each part of a route has a name. */
	static Map<String, @Nullable String> elements(Map<String, String> values) {
		Map<String, @Nullable String> elements = new TreeMap<>(values);
		String routes = values.getOrDefault(Knobs.EXECUTOR_ROUTES.name(), "");
		if (!routes.isEmpty()) {
			elements.remove(Knobs.EXECUTOR_ROUTES.name());
			String[] each = routes.split(", ");
			for (int i = 0; i < each.length; i++) {
				for (String word : ("method=" + each[i]).split(" ")) {
					String[] parts = word.split("=", 2);
					elements.put("%s[%d].%s".formatted(Knobs.EXECUTOR_ROUTES.name(), i, parts[0]), parts[1]);
				}
			}
		}
		return elements;
	}

	/** No turns, and why. */
	private record RefusedTurns(String ended) implements Turns {

		@Override
		public boolean use(int candidate) {
			return false;
		}

		@Override
		public void end(String reason) {
		}

	}

}
