package dev.grpctuning.autopilot.experiment;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

import dev.grpctuning.autopilot.experiment.Sample.Calls;

/** What two settings are compared by, for the calls of some time. */
public enum Figure {

	/** Share of the calls outside the objective. */
	OUTSIDE(Calls::outsideShare, false, 0.001),

	/**
	 * Calls within the objective per second. Changes only if clients wait for answers.
	 */
	GOODPUT((calls) -> (calls.ended() - calls.outside()) / calls.seconds(), true, 0.02),

	/** CPU time of the server per call. */
	CPU_PER_CALL((calls) -> calls.cpuNanos() / calls.ended(), false, 0.02),

	/** Median of the durations. */
	P50((calls) -> calls.durations().quantileMillis(0.5), false, 0.1),

	/** Duration that 99 % of the calls do not exceed. */
	P99((calls) -> calls.durations().quantileMillis(Figure.TAIL), false, 0.1);

	static final double TAIL = 0.99;

	private final ToDoubleFunction<Calls> value;

	private final boolean more;

	private final double worth;

	Figure(ToDoubleFunction<Calls> value, boolean more, double worth) {
		this.value = value;
		this.more = more;
		this.worth = worth;
	}

	/**
	 * By how much the candidate is better: a difference of shares, or the logarithm of a
	 * ratio. 0 if it is not known.
	 */
	double gain(Calls present, Calls candidate) {
		double from = this.value.applyAsDouble(present);
		double to = this.value.applyAsDouble(candidate);
		if (this == OUTSIDE) {
			return from - to;
		}
		double gain = (from > 0 && to > 0) ? Math.log(to / from) : 0;
		return this.more ? gain : -gain;
	}

	/** Least gain that is worth a change. */
	double worth() {
		return this.worth;
	}

	/** Name in a sentence. */
	String words() {
		return switch (this) {
			case OUTSIDE -> "calls outside the objective";
			case GOODPUT -> "goodput";
			case CPU_PER_CALL -> "CPU per call";
			case P50, P99 -> name().toLowerCase(Locale.ROOT);
		};
	}

	boolean isMoreBetter() {
		return this.more;
	}

	boolean isLatency() {
		return this == P50 || this == P99;
	}

}
