package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Time that is left in a search, and what trials take of it. Measures how long they take,
 * because a server may be slower to change than planned.
 */
public final class TuneClock {

	/** Weight of the planned duration, in trials. */
	private static final int PRIOR = 10;

	/** The confirmation has the time divided by this, if that is enough. */
	private static final int CONFIRMING = 10;

	private final Costs costs;

	private final LongSupplier nanoTime;

	private final Duration confirming;

	private final long endNanos;

	private final Set<Map.Entry<String, String>> known = new HashSet<>();

	private double planned;

	private double taken;

	/**
	 * Creates a clock.
	 * @param time time of the whole search
	 * @param spent time that it has already taken
	 */
	public TuneClock(Costs costs, Duration time, Duration spent, LongSupplier nanoTime) {
		this.costs = costs;
		this.nanoTime = nanoTime;
		Duration share = time.dividedBy(CONFIRMING);
		Duration least = costs.confirming(Confirmation.FEWEST_ROUNDS);
		this.confirming = (share.compareTo(least) > 0) ? share : least;
		this.endNanos = nanoTime.getAsLong() + time.minus(spent).toNanos();
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

	private Duration planned(Collection<List<Candidate>> groups, Set<Map.Entry<String, String>> known) {
		return groups.stream()
			.map((group) -> this.costs.group(group.size(),
					(int) group.stream().filter((candidate) -> known.addAll(candidate.knobs().entrySet())).count()))
			.reduce(Duration.ZERO, Duration::plus);
	}

	/** Whether no further trial may begin. */
	public boolean isOver() {
		return !left().isPositive();
	}

	private Duration left() {
		return Duration.ofNanos(this.endNanos - this.nanoTime.getAsLong());
	}

	/** Time left for races. */
	Duration racing() {
		return left().minus(scaled(this.confirming));
	}

	/** Approximate time to try groups of candidates some times. */
	Duration cost(Collection<List<Candidate>> groups, int times) {
		return scaled(planned(groups, new HashSet<>(this.known))).multipliedBy(times);
	}

	private Duration scaled(Duration time) {
		double prior = PRIOR * this.costs.group(1, 0).toNanos();
		return Duration.ofNanos((long) (time.toNanos() * (this.taken + prior) / (this.planned + prior)));
	}

	/** Whether groups fit the time that is left if each is tried some times. */
	boolean fits(Collection<List<Candidate>> groups, int times) {
		return cost(groups, times).compareTo(left()) <= 0;
	}

	/** Trial whose duration is measured. */
	@FunctionalInterface
	public interface Trial<T> {

		T run() throws IOException, InterruptedException;

	}

	/**
	 * How long trials take.
	 *
	 * @param change time to set the knobs of a group of candidates
	 * @param warmUp warm-up of a candidate with a value that is new to the server
	 * @param settle time before a group is measured
	 * @param trial length of the trial of a candidate
	 * @param score length of the search for the highest rate of a candidate
	 */
	public record Costs(Duration change, Duration warmUp, Duration settle, Duration trial, Duration score) {

		/** The server starts turns after a second. */
		private static final Duration LEAD = Duration.ofSeconds(1);

		Duration group(int candidates, int fresh) {
			return this.change.plus(settle(candidates))
				.plus(this.trial.multipliedBy(candidates))
				.plus(this.warmUp.multipliedBy(fresh));
		}

		Duration settle(int candidates) {
			return (candidates > 1 && this.settle.compareTo(LEAD) < 0) ? LEAD : this.settle;
		}

		/** Time of a confirmation, with one check before its rounds. */
		private Duration confirming(int rounds) {
			return this.score.plus(group(1, 0).multipliedBy(1 + 2L * rounds));
		}

		/** Shortest time of a search, in which one candidate is tried. */
		public Duration shortest(int rounds) {
			return this.score.plus(group(1, 1).plus(group(1, 0)).multipliedBy(2)).plus(confirming(rounds));
		}

	}

}
