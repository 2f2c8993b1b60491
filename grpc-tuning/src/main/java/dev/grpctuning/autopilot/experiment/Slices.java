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
 * The candidate is withdrawn after the slice in which it does harm.
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

	/** Time in which harm of the very first slice shows. */
	private static final long FIRST_LOOK = TimeUnit.MILLISECONDS.toNanos(600);

	private final SlicedService service;

	private final Turns turns;

	private final Experiment experiment;

	private final Consumer<Calls> explored;

	private final long slice;

	private final long began;

	private @Nullable String detail;

	private Calls candidate = Calls.NONE;

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
		this.last = now;
		this.began = service.nanoTime();
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
		long looked = this.began;
		Verdict verdict = firstLook();
		SliceOrder order = new SliceOrder(2, random.nextLong());
		for (long number = 0; verdict == null; number++) {
			verdict = slice(order.variant(number));
			long now = this.service.nanoTime();
			boolean planned = now - this.began >= longest;
			if (verdict == null && number % 2 == 1 && (this.experiment.endPair() || planned)) {
				verdict = Experiment.verdict(this.experiment.comparisons(planned), planned);
			}
			if (verdict == null && now - looked >= SECOND) {
				looked = now;
				verdict = aborted(obstacle.get());
			}
		}
		return verdict;
	}

	/** One slice, and then time for what it has left behind. */
	private @Nullable Verdict firstLook() throws InterruptedException {
		Sample before = this.last;
		if (!this.turns.use(Experiment.CANDIDATE)) {
			return aborted(this.turns.ended());
		}
		this.service.pause(this.slice);
		if (!this.turns.use(Experiment.PRESENT)) {
			return aborted(this.turns.ended());
		}
		this.service.pause(Math.max(FIRST_LOOK, 2 * this.slice));
		Sample now = sample();
		Calls since = now.since(before);
		this.explored.accept(since);
		return harmful(this.experiment.harm(since, now.open()));
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
		return harmful(this.experiment.harm(this.candidate, to.open()));
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
