package dev.grpctuning.call;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Limit that follows the marginal throughput. Under overload it alternates between two
 * levels, one {@value #RATIO} times the other, and compares their answers per second. The
 * elasticity <code>ln(ratio of rates) / ln(ratio of levels)</code> is 1 if each further
 * call brings its share of answers, and 0 if calls only wait longer. The levels rise
 * while it exceeds {@value #WORTHWHILE} and fall otherwise, in steps in proportion to the
 * difference (stochastic approximation), so that measurement errors cancel out.
 * <p>
 * Latencies play no part: under overload nobody knows what calls take without it, and an
 * estimate drifts. While the upper level refuses next to nothing, it stays. Safe for use
 * by several threads.
 */
final class ThroughputLimit {

	private static final int FIRST = 20;

	/** With fewer, one call is too large a step. */
	private static final int LEAST = 4;

	private static final double RATIO = 1.3;

	private static final double WORTHWHILE = 0.1;

	private static final double GAIN = 0.2;

	/** An excess above this rises faster if it occurs twice in a row. */
	private static final double CLEAR = 0.5;

	/** Factor between a fall and the next in a row. */
	private static final double DEEPER = 1.3;

	private static final double DEEPEST = 8;

	/** Measurements of the maximum before the lower level is tried again. */
	private static final int RESTS = 8;

	private final int most;

	private final LongSupplier nanoTime;

	private final LongAdder refused = new LongAdder();

	private double exactLower;

	private int lower;

	private int upper;

	private volatile int allowed;

	/** Calls to end before the level is measured, as many as were open: one latency. */
	private int unsettled;

	private final RateMeasurement measurement = new RateMeasurement();

	private double rateOfUpper;

	private double excessBefore;

	private int falls;

	private int rests;

	ThroughputLimit(int most, LongSupplier nanoTime) {
		this.most = most;
		this.nanoTime = nanoTime;
		move(FIRST);
		allow(this.upper);
	}

	/** Calls that may be open now. */
	int allowed() {
		return this.allowed;
	}

	void refused() {
		this.refused.increment();
	}

	/**
	 * Counts a call that has ended.
	 * @param answered whether its client got an answer
	 * @param open number of calls that are still open
	 */
	synchronized void ended(boolean answered, int open) {
		if (this.lower == this.upper) {
			return;
		}
		if (this.unsettled > 0) {
			this.unsettled = Math.max((open > this.allowed) ? 1 : 0, this.unsettled - 1);
			if (this.unsettled == 0) {
				measure();
			}
		}
		else if (this.measurement.endsPart(answered)) {
			switch (this.measurement.endPart(this.nanoTime.getAsLong(), this.refused.sum())) {
				case INCOMPLETE -> {
				}
				case QUIET -> measured(false);
				case OVERLOADED -> measured(true);
			}
		}
	}

	private void measure() {
		this.measurement.begin(2 * this.allowed, this.nanoTime.getAsLong(), this.refused.sum());
	}

	private void measured(boolean overloaded) {
		if (this.allowed == this.lower) {
			if (overloaded) {
				adapt(elasticity(this.measurement.rate()));
			}
			allow(this.upper);
		}
		else if (overloaded && this.rests == 0) {
			this.rateOfUpper = this.measurement.rate();
			allow(this.lower);
		}
		else {
			this.rests = Math.max(0, this.rests - 1);
			measure();
		}
	}

	private double elasticity(double rateOfLower) {
		// Both are 0 if all calls miss their deadline, because too many are open.
		return (this.rateOfUpper == rateOfLower) ? 0
				: Math.log(this.rateOfUpper / rateOfLower) / Math.log((double) this.upper / this.lower);
	}

	private void adapt(double elasticity) {
		double excess = Math.max(-1, Math.min(1, elasticity)) - WORTHWHILE;
		double step = GAIN * excess;
		if (excess < 0) {
			step *= Math.min(DEEPEST, Math.pow(DEEPER, this.falls++));
		}
		else {
			step += Math.max(0, Math.min(excess, this.excessBefore) - CLEAR);
			this.falls = 0;
		}
		this.excessBefore = excess;
		move(this.exactLower * Math.exp(step));
		this.rests = (excess > 0 && this.upper == this.most) ? RESTS : 0;
	}

	private void move(double lower) {
		double highest = Math.max(LEAST, this.most / RATIO);
		this.exactLower = Math.min(this.most, Math.max(LEAST, Math.min(highest, lower)));
		this.lower = (int) Math.round(this.exactLower);
		this.upper = Math.min(this.most, Math.max(this.lower + 1, (int) Math.round(this.exactLower * RATIO)));
	}

	private void allow(int calls) {
		this.allowed = calls;
		this.unsettled = calls;
	}

}
