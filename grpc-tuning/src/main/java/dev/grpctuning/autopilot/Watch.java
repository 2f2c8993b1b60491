package dev.grpctuning.autopilot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.autopilot.experiment.Sample;
import dev.grpctuning.autopilot.experiment.Sample.Calls;

/** Calls of the last 15 seconds, and the kind of load that they are. */
final class Watch {

	/** Readings, one a second. */
	private static final int MOST = 16;

	/**
	 * Readings that show the present load, and that must differ before it is another. A
	 * burst of some seconds is none.
	 */
	private static final int RECENT = 8;

	/** Calls per second, with which an experiment of minutes shows something. */
	private static final double FEWEST_CALLS = 20;

	/** Share of calls outside the objective that is no state to try something in. */
	private static final double OVERLOADED = 0.1;

	private static final int PILED_UP = 50;

	/** Readings, one a second, that show whether the load and the JVM have settled. */
	private static final int SETTLING = 61;

	/** Parts of them that are compared. */
	private static final int PARTS = 3;

	/**
	 * Factor from part to part. Bursts also return, and so do not grow twice for long.
	 */
	private static final double DRIFT = 1.1;

	private final Deque<Reading> readings = new ArrayDeque<>();

	/** Totals of the last minute, the oldest first. */
	private final List<Totals> totals = new ArrayList<>();

	private @Nullable Regime regime;

	private int unlike;

	void clear() {
		this.readings.clear();
		this.totals.clear();
		this.unlike = 0;
	}

	void add(Sample sample, Map<String, Long> endedByMethod, Map<String, Long> nanosByMethod) {
		this.readings.addLast(new Reading(sample, endedByMethod, nanosByMethod));
		if (this.readings.size() > MOST) {
			this.readings.removeFirst();
		}
		this.totals.add(new Totals(sample.nanos(), sample.ended(), sample.cpuNanos()));
		if (this.totals.size() > SETTLING) {
			this.totals.remove(0);
		}
		if (this.readings.size() > RECENT) {
			recognize();
		}
	}

	/** Calls between the first and the last reading. */
	Calls calls() {
		return (this.readings.size() > 1) ? this.readings.getLast().sample.since(this.readings.getFirst().sample)
				: Calls.NONE;
	}

	/** Mean duration of the calls by full name of their method, in milliseconds. */
	Map<String, Double> meanMillis() {
		Map<String, Double> means = new TreeMap<>();
		Reading first = this.readings.peekFirst();
		Reading last = this.readings.peekLast();
		if (first == null || last == null) {
			return means;
		}
		last.byMethod.forEach((method, ended) -> {
			double calls = ended - first.byMethod.getOrDefault(method, 0L);
			long nanos = last.nanos.getOrDefault(method, 0L) - first.nanos.getOrDefault(method, 0L);
			if (calls >= FEWEST_CALLS) {
				means.put(method, nanos / 1e6 / calls);
			}
		});
		return means;
	}

	int mostOpen() {
		return this.readings.stream().mapToInt((reading) -> reading.sample.open()).max().orElse(0);
	}

	private void recognize() {
		Reading first = this.readings.stream().skip(this.readings.size() - RECENT - 1L).findFirst().orElseThrow();
		Reading last = this.readings.getLast();
		Regime now = Regime.between(first.byMethod, last.byMethod, (last.sample.nanos() - first.sample.nanos()) / 1e9);
		if (this.regime != null && this.regime.matches(now)) {
			this.unlike = 0;
		}
		else if (this.regime == null || ++this.unlike >= RECENT) {
			this.regime = now;
			this.unlike = 0;
		}
	}

	/** The kind of load, {@code null} before it is known. */
	@Nullable Regime regime() {
		return this.regime;
	}

	/** Why the calls do not allow an experiment, {@code null} if they do. */
	@Nullable String obstacle() {
		Calls calls = calls();
		if (this.readings.size() < MOST) {
			return "watches the calls for some seconds";
		}
		if (calls.perSecond() < FEWEST_CALLS) {
			return String.format(Locale.ROOT, "%.1f calls per second are too few for an experiment", calls.perSecond());
		}
		return overload();
	}

	/**
	 * What shows that the server cannot answer all calls in time, {@code null} if it can.
	 */
	@Nullable String overload() {
		Calls calls = calls();
		if (calls.outsideShare() > OVERLOADED) {
			return String.format(Locale.ROOT, "the server is overloaded: %.1f %% of calls are outside the objective",
					100 * calls.outsideShare());
		}
		int part = this.readings.size() / 3;
		int early = this.readings.stream().limit(part).mapToInt((each) -> each.sample.open()).max().orElse(0);
		int late = this.readings.stream().skip(2L * part).mapToInt((each) -> each.sample.open()).min().orElse(0);
		return (this.readings.size() >= MOST / 2 && late > 2 * early + PILED_UP)
				? "the server is overloaded: %d calls are open, %d were some seconds ago".formatted(late, early) : null;
	}

	/**
	 * What still moves in one direction, as while clients connect and the JVM compiles;
	 * {@code null} if nothing does. Verdicts that are found meanwhile would soon be those
	 * of another load.
	 */
	@Nullable String drift() {
		double[] perSecond = parts((from, to) -> 1e9 * (to.ended - from.ended) / (to.nanos - from.nanos));
		double[] cpu = parts((from, to) -> (double) (to.cpuNanos - from.cpuNanos) / (to.ended - from.ended));
		if (moves(perSecond)) {
			return String.format(Locale.ROOT, "the load has not settled: %.0f calls per second, and %.0f before",
					perSecond[PARTS - 1], perSecond[0]);
		}
		return moves(cpu) ? String.format(Locale.ROOT,
				"the CPU time per call has not settled: %.0f µs, and %.0f before", cpu[PARTS - 1] / 1e3, cpu[0] / 1e3)
				: null;
	}

	private double[] parts(ToDoubleBiFunction<Totals, Totals> figure) {
		int last = this.totals.size() - 1;
		int part = last / PARTS;
		return IntStream.range(0, PARTS)
			.map((i) -> last - (PARTS - i) * part)
			.mapToDouble((from) -> figure.applyAsDouble(this.totals.get(from), this.totals.get(from + part)))
			.toArray();
	}

	/** Not if a figure is not known. */
	private static boolean moves(double[] parts) {
		return IntStream.range(1, PARTS).allMatch((i) -> parts[i] > DRIFT * parts[i - 1])
				|| IntStream.range(1, PARTS).allMatch((i) -> DRIFT * parts[i] < parts[i - 1]);
	}

	private record Totals(long nanos, long ended, long cpuNanos) {

	}

	private record Reading(Sample sample, Map<String, Long> byMethod, Map<String, Long> nanos) {

	}

}
