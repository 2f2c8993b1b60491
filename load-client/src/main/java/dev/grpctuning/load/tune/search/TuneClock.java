package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Time that is left in a search. Measures how long trials take, because a server may be
 * slower to change than planned.
 */
public final class TuneClock {

	/** Weight of the planned duration, in trials. */
	private static final int PRIOR = 10;

	private final Supplier<TuneBudget> budget;

	private final LongSupplier nanoTime;

	private final long begun;

	private final Set<Map.Entry<String, String>> known = new HashSet<>();

	private double planned;

	private double taken;

	/**
	 * Creates a clock.
	 * @param spent time that the search had already taken
	 */
	public TuneClock(Supplier<TuneBudget> budget, LongSupplier nanoTime, Duration spent) {
		this.budget = budget;
		this.nanoTime = nanoTime;
		this.begun = nanoTime.getAsLong() - spent.toNanos();
	}

	/** Runs a trial and measures its duration. */
	public <T> T trial(Candidate candidate, Trial<T> trial) throws IOException, InterruptedException {
		long start = this.nanoTime.getAsLong();
		double plan = this.budget.get().cost(this.known.addAll(candidate.knobs().entrySet())).toNanos();
		T seen = trial.run();
		this.planned += plan;
		this.taken += this.nanoTime.getAsLong() - start;
		return seen;
	}

	/** Whether no further trial may begin. */
	public boolean isOver() {
		return left().isNegative() || left().isZero();
	}

	Duration left() {
		return this.budget.get().time().minusNanos(this.nanoTime.getAsLong() - this.begun);
	}

	/** Time left for races. */
	Duration racing() {
		return left().minus(scaled(this.budget.get().confirming()));
	}

	/** Approximate duration of a trial; the first one with a new value takes longer. */
	Duration cost(boolean first) {
		return scaled(this.budget.get().cost(first));
	}

	private Duration scaled(Duration time) {
		double prior = PRIOR * this.budget.get().cost(false).toNanos();
		return Duration.ofNanos((long) (time.toNanos() * (this.taken + prior) / (this.planned + prior)));
	}

	int rounds() {
		return this.budget.get().rounds();
	}

	/**
	 * Whether a number of rounds, each of a number of trials, fits the time that is left.
	 */
	boolean fits(int rounds, int trials) {
		return cost(false).multipliedBy((long) rounds * trials).compareTo(left()) <= 0;
	}

	/** Trial whose duration is measured. */
	@FunctionalInterface
	public interface Trial<T> {

		T run() throws IOException, InterruptedException;

	}

}
