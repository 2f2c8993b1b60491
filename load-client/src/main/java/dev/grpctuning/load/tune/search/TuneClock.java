package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What is left of the time of a search. It learns how long trials really take, because a
 * server may be slower to change than planned.
 */
public final class TuneClock {

	/** The plan counts like so many trials. */
	private static final int PRIOR = 10;

	private final Supplier<TuneBudget> budget;

	private final LongSupplier nanoTime;

	private final long begun;

	private final Set<Map.Entry<String, String>> known = new HashSet<>();

	private double planned;

	private double taken;

	/**
	 * Creates a clock.
	 * @param spent time that was over before
	 */
	public TuneClock(Supplier<TuneBudget> budget, LongSupplier nanoTime, Duration spent) {
		this.budget = budget;
		this.nanoTime = nanoTime;
		this.begun = nanoTime.getAsLong() - spent.toNanos();
	}

	/** Runs a trial and learns from its duration. */
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

	/** How long a trial takes, roughly; the first with a new value is longer. */
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

	/** Whether so many rounds of so many trials fit the time that is left. */
	boolean fits(int rounds, int trials) {
		return cost(false).multipliedBy((long) rounds * trials).compareTo(left()) <= 0;
	}

	/** What takes the time of a trial. */
	@FunctionalInterface
	public interface Trial<T> {

		T run() throws IOException, InterruptedException;

	}

}
