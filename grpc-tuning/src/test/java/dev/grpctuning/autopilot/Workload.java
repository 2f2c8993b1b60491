package dev.grpctuning.autopilot;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Calls that a simulated service gets.
 *
 * @param perSecond calls per second at a time in seconds
 * @param objectiveMillis duration that calls should not exceed
 * @param even whether all settings are alike
 */
record Workload(List<Method> methods, DoubleUnaryOperator perSecond, double objectiveMillis, boolean even) {

	/** Handlers that only read memory. */
	static final Workload QUICK = new Workload(List.of(new Method("shop/Read", 1, 0.05, 0)), (time) -> 2000, 20);

	/** Handlers that wait for others. */
	static final Workload BLOCKING = new Workload(List.of(new Method("shop/Wait", 1, 0.1, 20)), (time) -> 800, 100);

	static final Workload COMPUTING = new Workload(List.of(new Method("shop/Compute", 1, 2, 0)), (time) -> 500, 100);

	static final Workload MIXED = new Workload(
			List.of(new Method("shop/Read", 0.8, 0.05, 0), new Method("shop/Wait", 0.2, 0.1, 20)), (time) -> 2000, 100);

	/** Five seconds in twenty have three times the calls. */
	static final Workload BURSTY = new Workload(List.of(new Method("shop/Read", 1, 0.05, 0)),
			(time) -> (time % 20 < 5) ? 3000 : 1000, 50);

	/** Calls of half a millisecond, for which the executor hardly matters. */
	static final Workload SLOW_AND_EVEN = new Workload(List.of(new Method("shop/Even", 1, 0.5, 0)), (time) -> 250, 50,
			true);

	/** A day has four times the calls of a night. */
	static final Workload DAY_AND_NIGHT = new Workload(List.of(new Method("shop/Read", 1, 0.05, 0)),
			(time) -> 50 * (1 - 0.6 * Math.cos(2 * Math.PI * time / 86400)), 50);

	/** Two methods that block. */
	static final Workload ALIKE = new Workload(
			List.of(new Method("shop/Wait", 0.5, 0.1, 20), new Method("shop/WaitToo", 0.5, 0.1, 20)), (time) -> 800,
			100);

	/** One method waits, and the threads are enough for both. */
	static final Workload MIXED_AND_EVEN = new Workload(
			List.of(new Method("shop/Read", 0.8, 0.05, 0), new Method("shop/Wait", 0.2, 0.1, 20)), (time) -> 500, 100,
			true);

	/** Clients come one after another, for four minutes. */
	static final Workload GROWING = new Workload(List.of(new Method("shop/Read", 1, 0.05, 0)),
			(time) -> 2000 * Math.min(1, Math.exp((time - 240) / 30)), 20);

	Workload(List<Method> methods, DoubleUnaryOperator perSecond, double objectiveMillis) {
		this(methods, perSecond, objectiveMillis, false);
	}

	double rate(double seconds) {
		return this.perSecond.applyAsDouble(seconds);
	}

	Method method(double random) {
		double left = random;
		for (Method method : this.methods) {
			left -= method.share();
			if (left < 0) {
				return method;
			}
		}
		return this.methods.get(this.methods.size() - 1);
	}

	double meanWaitMillis() {
		return this.methods.stream().mapToDouble((method) -> method.share() * method.waitMillis()).sum();
	}

	/**
	 * A method.
	 *
	 * @param share share of the calls
	 * @param waitMillis time that the handler blocks its thread without CPU
	 */
	record Method(String name, double share, double cpuMillis, double waitMillis) {

	}

}
