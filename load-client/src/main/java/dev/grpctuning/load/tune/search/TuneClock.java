package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
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

	/** Tries a group of candidates and measures how long that takes. */
	public <T> T trial(List<Candidate> group, Trial<T> trial) throws IOException, InterruptedException {
		long start = this.nanoTime.getAsLong();
		double plan = planned(List.of(group), this.known).toNanos();
		T seen = trial.run();
		this.planned += plan;
		this.taken += this.nanoTime.getAsLong() - start;
		return seen;
	}

	private Duration planned(List<List<Candidate>> groups, Set<Map.Entry<String, String>> known) {
		Duration planned = Duration.ZERO;
		for (List<Candidate> group : groups) {
			int fresh = (int) group.stream().filter((candidate) -> known.addAll(candidate.knobs().entrySet())).count();
			planned = planned.plus(this.budget.get().cost(group.size(), fresh));
		}
		return planned;
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

	/** Approximate time to try groups of candidates once. */
	Duration cost(List<List<Candidate>> groups) {
		return scaled(planned(groups, new HashSet<>(this.known)));
	}

	private Duration scaled(Duration time) {
		double prior = PRIOR * this.budget.get().cost(1, 0).toNanos();
		return Duration.ofNanos((long) (time.toNanos() * (this.taken + prior) / (this.planned + prior)));
	}

	int rounds() {
		return this.budget.get().rounds();
	}

	/** Whether groups fit the time that is left if each is tried some times. */
	boolean fits(int rounds, List<List<Candidate>> groups) {
		return cost(groups).multipliedBy(rounds).compareTo(left()) <= 0;
	}

	/** Trial whose duration is measured. */
	@FunctionalInterface
	public interface Trial<T> {

		T run() throws IOException, InterruptedException;

	}

}
