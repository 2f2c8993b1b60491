package dev.grpctuning.load.schedule;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Calls per second as a function of time. With the rate {@code r(t)}, {@code N(t)} is its
 * integral from 0: the calls that are due before {@code t}. Call {@code n} is due when
 * {@code N(t) = n}. Each kind of rate inverts {@code N} in closed form, so no error adds
 * up. After its last change a rate stays.
 */
public sealed interface Rate {

	/** The rate {@code r(t)}. */
	double at(double seconds);

	/** {@code N(t)}: the calls that are due before a time. */
	double callsBefore(double seconds);

	/** The inverse of {@code N}; where the rate is 0, the end of that time. */
	double secondsAt(double calls);

	/** Upper bound of the time between two evenly spaced calls. */
	double longestGapSeconds();

	private static double seconds(Duration duration) {
		return duration.toNanos() / 1e9;
	}

	/**
	 * The same rate all the time: {@code N(t) = r t}.
	 *
	 * @param callsPerSecond calls per second, above 0
	 */
	record Constant(double callsPerSecond) implements Rate {

		@Override
		public double at(double seconds) {
			return this.callsPerSecond;
		}

		@Override
		public double callsBefore(double seconds) {
			return this.callsPerSecond * seconds;
		}

		@Override
		public double secondsAt(double calls) {
			return calls / this.callsPerSecond;
		}

		@Override
		public double longestGapSeconds() {
			return 1 / this.callsPerSecond;
		}

	}

	/**
	 * A rate that changes evenly from {@code a} to {@code b} in the time {@code T}, and
	 * then stays {@code b}. With the slope {@code m = (b - a) / T}, <pre>
	 * r(t) = a + m t
	 * N(t) = a t + m t² / 2
	 * </pre> and {@code N(t) = n} has the solution
	 * {@code t = (sqrt(a² + 2 m n) - a) / m}. Its numerator is a difference of numbers
	 * that are nearly the same where the ramp is flat, and {@code m} may be 0; multiplied
	 * by {@code (sqrt(a² + 2 m n) + a)}, both above and below, it becomes <pre>
	 * t = 2 n / (a + sqrt(a² + 2 m n))
	 * </pre> which is exact for rising, falling and flat ramps. All of the ramp are
	 * {@code N(T) = (a + b) T / 2} calls; those after it are due at
	 * {@code T + (n - N(T)) / b}.
	 *
	 * @param from calls per second at the beginning, 0 or more
	 * @param to calls per second at the end and after it, 0 or more; not both are 0
	 * @param over time from one to the other, above zero
	 */
	record Ramp(double from, double to, Duration over) implements Rate {

		private double slope() {
			return (this.to - this.from) / seconds(this.over);
		}

		private double total() {
			return (this.from + this.to) / 2 * seconds(this.over);
		}

		@Override
		public double at(double seconds) {
			return (seconds < seconds(this.over)) ? this.from + slope() * seconds : this.to;
		}

		@Override
		public double callsBefore(double seconds) {
			double end = seconds(this.over);
			return (seconds < end) ? (this.from + slope() * seconds / 2) * seconds
					: total() + this.to * (seconds - end);
		}

		@Override
		public double secondsAt(double calls) {
			double end = seconds(this.over);
			double more = calls - total();
			if (more >= 0) {
				return (this.to != 0) ? end + more / this.to : Double.POSITIVE_INFINITY;
			}
			if (calls == 0) {
				return 0;
			}
			// What is below 0 near the end of a ramp down to 0 is a rounding error.
			double square = Math.max(0, this.from * this.from + 2 * slope() * calls);
			return Math.min(end, 2 * calls / (this.from + Math.sqrt(square)));
		}

		@Override
		public double longestGapSeconds() {
			if (this.to == 0) {
				return Double.POSITIVE_INFINITY;
			}
			// From 0 on, the first gap is the longest of the ramp.
			return (this.from != 0) ? 1 / Math.min(this.from, this.to) : Math.max(1 / this.to, secondsAt(1));
		}

	}

	/**
	 * One rate after the other, each for the same time {@code E}, of which the last one
	 * stays. Step {@code k} begins at {@code k E} with
	 * {@code N(k E) = E (r[0] + … + r[k - 1])} calls before it, and call {@code n} of it
	 * is due at {@code k E + (n - N(k E)) / r[k]}.
	 *
	 * @param rates calls per second in each step, 0 or more; not all are 0
	 * @param each how long each step takes, above zero
	 */
	record Steps(List<Double> rates, Duration each) implements Rate {

		public Steps {
			rates = List.copyOf(rates);
		}

		/** The last time at which the rate falls, or {@code NaN} if it never does. */
		public double lastFallSeconds() {
			return IntStream.range(1, this.rates.size())
				.filter((step) -> this.rates.get(step) < this.rates.get(step - 1))
				.mapToDouble((step) -> step * seconds(this.each))
				.max()
				.orElse(Double.NaN);
		}

		@Override
		public double at(double seconds) {
			return this.rates.get((int) Math.min(this.rates.size() - 1, seconds / seconds(this.each)));
		}

		@Override
		public double callsBefore(double seconds) {
			double length = seconds(this.each);
			double calls = 0;
			for (int step = 0; step < this.rates.size() - 1; step++) {
				calls += this.rates.get(step) * Math.clamp(seconds - step * length, 0, length);
			}
			return calls + this.rates.getLast() * Math.max(0, seconds - (this.rates.size() - 1) * length);
		}

		@Override
		public double secondsAt(double calls) {
			double length = seconds(this.each);
			double before = 0;
			for (int step = 0; step < this.rates.size() - 1; step++) {
				double end = before + this.rates.get(step) * length;
				if (calls < end) {
					return step * length + Math.min(length, (calls - before) / this.rates.get(step));
				}
				before = end;
			}
			double last = this.rates.getLast();
			return (last != 0) ? (this.rates.size() - 1) * length + (calls - before) / last : Double.POSITIVE_INFINITY;
		}

		@Override
		public double longestGapSeconds() {
			if (this.rates.getLast() == 0) {
				return Double.POSITIVE_INFINITY;
			}
			double lowest = this.rates.stream().filter((rate) -> rate > 0).min(Double::compare).orElseThrow();
			long pauses = this.rates.stream().filter((rate) -> rate == 0).count();
			return (pauses + 1) * (1 / lowest) + pauses * seconds(this.each);
		}

	}

}
