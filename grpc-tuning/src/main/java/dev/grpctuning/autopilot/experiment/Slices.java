package dev.grpctuning.autopilot.experiment;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.autopilot.experiment.Sample.Calls;
import dev.grpctuning.change.Turns;
import dev.grpctuning.slices.SliceOrder;

/**
 * Lets a candidate and the present settings take turns until an experiment is decided.
 * The candidate is withdrawn if it does harm in each of several looks.
 */
public final class Slices {

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(500);

	/** A slice is so many times as long as most calls. */
	private static final int CALLS_PER_SLICE = 5;

	/** Part of a slice that is discarded, because it has calls of the other side. */
	private static final double CARRY_OVER = 0.2;

	/**
	 * Time that does not count, because the JVM still compiles what only the candidate
	 * runs, and its threads start.
	 */
	private static final long WARM_UP = TimeUnit.SECONDS.toNanos(10);

	/** Looks that must all show harm. A machine and its load have bad seconds, too. */
	private static final int LOOKS = 3;

	/** Time that a look puts the candidate in force. */
	private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(150);

	/** A look is longer if fewer calls come. */
	private static final double CALLS_PER_LOOK = 6;

	private static final double LONGEST_LOOK = 0.3;

	/** Time before and after a look, in which its harm shows. */
	private static final long AROUND_LOOK = TimeUnit.MILLISECONDS.toNanos(600);

	/** Time in which the calls of a candidate must end. */
	private static final long CALM = TimeUnit.SECONDS.toNanos(10);

	/**
	 * Slices of a candidate that are suspicious together, at least, in calls and seconds.
	 */
	private static final int SUSPECTS = 1000;

	private static final double SUSPECTED = 5;

	private final SlicedService service;

	private final Turns turns;

	private final Experiment experiment;

	private final Consumer<Calls> explored;

	private final long slice;

	private final long look;

	private final long began;

	private Supplier<@Nullable String> obstacle = () -> null;

	private long asked;

	private @Nullable String detail;

	private Calls candidate = Calls.NONE;

	/** Calls of the present settings just before a look. */
	private Calls neighbours = Calls.NONE;

	private Sample last;

	/**
	 * Creates slices.
	 * @param before calls without the candidate
	 * @param now counters at the start
	 * @param explored gets the calls of each slice of the candidate
	 */
	public Slices(SlicedService service, Turns turns, Before before, Sample now, Consumer<Calls> explored) {
		this.service = service;
		this.turns = turns;
		this.experiment = new Experiment(before.calls, before.mostOpen, before.objective);
		this.explored = explored;
		this.slice = Math.max(SHORTEST, Math.min((long) (CALLS_PER_SLICE * before.calls.p99Millis() * 1e6), LONGEST));
		double look = Math.min(LONGEST_LOOK, CALLS_PER_LOOK / before.calls.perSecond());
		this.look = Math.max(Math.min(this.slice, LOOK), (long) (look * 1e9));
		this.last = now;
		this.began = service.nanoTime();
		this.asked = this.began;
	}

	/** What did harm, or ended the experiment early; {@code null} otherwise. */
	public @Nullable String detail() {
		return this.detail;
	}

	/**
	 * Runs the experiment.
	 * @param obstacle asked each second why the experiment must end
	 */
	public Verdict run(long longest, RandomGenerator random, Supplier<@Nullable String> obstacle)
			throws InterruptedException {
		this.obstacle = obstacle;
		Verdict verdict = looks(true);
		SliceOrder order = new SliceOrder(2, random.nextLong());
		for (long number = 0; verdict == null; number++) {
			verdict = slice(order.variant(number));
			boolean planned = this.service.nanoTime() - this.began >= longest;
			if (verdict == null && number % 2 == 1 && (this.experiment.endPair() || planned)) {
				verdict = Experiment.verdict(this.experiment.comparisons(planned), planned);
			}
			verdict = (verdict != null) ? verdict : obstructed();
		}
		return verdict;
	}

	/** Asks for an obstacle once a second. */
	private @Nullable Verdict obstructed() {
		long now = this.service.nanoTime();
		if (now - this.asked < SECOND) {
			return null;
		}
		this.asked = now;
		return aborted(this.obstacle.get());
	}

	/**
	 * Looks whether the candidate does harm: compares a moment of it, and what that
	 * leaves behind, with the present settings just before.
	 * @param first whether the candidate has not been in force
	 */
	private @Nullable Verdict looks(boolean first) throws InterruptedException {
		String harm = null;
		for (int i = 0; i < LOOKS; i++) {
			Verdict verdict = calm(first && i == 0);
			if (verdict != null) {
				return verdict;
			}
			Sample from = this.last;
			if (!this.turns.use(Experiment.CANDIDATE)) {
				return aborted(this.turns.ended());
			}
			this.service.pause(this.look);
			Sample to = sample();
			if (!this.turns.use(Experiment.PRESENT)) {
				return aborted(this.turns.ended());
			}
			pauseAround();
			Calls since = sample().since(from);
			this.explored.accept(since);
			harm = this.experiment.harm(this.neighbours, to.since(from), to.open() - from.open(), since);
			verdict = obstructed();
			if (harm == null || verdict != null) {
				this.candidate = Calls.NONE;
				return verdict;
			}
		}
		return harmful(harm);
	}

	private void pauseAround() throws InterruptedException {
		this.service.pause(Math.max(AROUND_LOOK, 2 * this.slice));
	}

	/**
	 * Waits until the calls of the candidate have ended and those of the present settings
	 * are as usual, if they are so again at all.
	 */
	private @Nullable Verdict calm(boolean first) throws InterruptedException {
		if (!this.turns.use(Experiment.PRESENT)) {
			return aborted(this.turns.ended());
		}
		long began = this.service.nanoTime();
		Verdict verdict = null;
		boolean calm = false;
		while (verdict == null && !calm) {
			Sample before = sample();
			pauseAround();
			this.neighbours = sample().since(before);
			boolean crowded = !first && this.experiment.isCrowded(this.last.open());
			boolean late = this.service.nanoTime() - began >= CALM;
			if (crowded && late) {
				return harmful("%d calls are still open".formatted(this.last.open()));
			}
			calm = late || (!crowded && this.experiment.suspicion(this.neighbours, this.last.open()) == null);
			verdict = obstructed();
		}
		return verdict;
	}

	private @Nullable Verdict slice(int side) throws InterruptedException {
		Sample before = this.last;
		if (!this.turns.use(side)) {
			return aborted(this.turns.ended());
		}
		long carryOver = (long) (CARRY_OVER * this.slice);
		this.service.pause(carryOver);
		Sample from = sample();
		this.service.pause(this.slice - carryOver);
		Sample to = sample();
		if (to.nanos() - this.began >= WARM_UP) {
			this.experiment.add(side, to.since(from));
		}
		if (side != Experiment.CANDIDATE) {
			return null;
		}
		Calls calls = to.since(before);
		this.explored.accept(calls);
		this.candidate = this.candidate.plus(calls);
		if (this.experiment.suspicion(this.candidate, to.open()) != null) {
			return looks(false);
		}
		if (this.candidate.ended() >= SUSPECTS && this.candidate.seconds() >= SUSPECTED) {
			this.candidate = Calls.NONE;
		}
		return null;
	}

	/** Without counters, the last ones stand. */
	private Sample sample() {
		Sample now = this.service.sample();
		this.last = (now != null) ? now : this.last;
		return this.last;
	}

	private @Nullable Verdict harmful(@Nullable String harm) {
		this.detail = harm;
		return (harm != null) ? Verdict.HARMFUL : null;
	}

	private @Nullable Verdict aborted(@Nullable String reason) {
		this.detail = reason;
		return (reason != null) ? Verdict.ABORTED : null;
	}

	/** Number of batches that were compared. */
	public int batches() {
		return this.experiment.batches();
	}

	/** Differences that have been found. */
	public List<Difference> differences() {
		return this.experiment.comparisons(false).stream().map(Comparison::shown).toList();
	}

	/**
	 * Calls without the candidate.
	 *
	 * @param calls calls of the last seconds
	 * @param mostOpen most calls that were open at once
	 * @param objective duration that 99 % of the calls must not exceed, {@code null} if
	 * there is none
	 */
	public record Before(Calls calls, int mostOpen, @Nullable Duration objective) {

	}

}
