package dev.grpctuning.alternate;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.change.Turns;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.TuningProblem;

/**
 * Runs slices in which candidates take turns, one run at a time. The former settings are
 * back after the run, however it ends: by its length, by {@link #stop}, by a change of
 * the tuning, by the end of the server or by a failed switch. Safe for use by several
 * threads.
 */
public final class SliceRuns implements AutoCloseable {

	private static final int MOST_SHOWN = 1000;

	private final Tuning tuning;

	private final @Nullable LongSupplier answered;

	private final SliceRun.Clock clock;

	private @Nullable SliceRun last;

	private @Nullable Thread thread;

	/**
	 * Creates what runs the slices of a server.
	 * @param answered number of calls that have ended with OK, {@code null} if they are
	 * not counted
	 */
	public SliceRuns(Tuning tuning, @Nullable LongSupplier answered) {
		this(tuning, answered, SliceRun.Clock.SYSTEM);
	}

	SliceRuns(Tuning tuning, @Nullable LongSupplier answered, SliceRun.Clock clock) {
		this.tuning = tuning;
		this.answered = answered;
		this.clock = clock;
	}

	/**
	 * Starts slices in a second.
	 * @param found problems of the plan that were found already
	 * @return their state, {@code null} if others still run
	 * @throws InvalidTuningException with all problems of the plan and its candidates
	 */
	public synchronized @Nullable SliceState start(SlicePlan plan, List<TuningProblem> found, @Nullable String by)
			throws InvalidTuningException, NoServerException {
		SliceRun run = prepare(plan, found, by);
		if (run == null) {
			return null;
		}
		Thread switcher = new Thread(run, "grpc-server-slices");
		switcher.setDaemon(true);
		switcher.start();
		this.thread = switcher;
		return run.state(0, MOST_SHOWN);
	}

	/** Does everything but start the thread. */
	@Nullable SliceRun prepare(SlicePlan plan, List<TuningProblem> found, @Nullable String by)
			throws InvalidTuningException, NoServerException {
		if (this.last != null && this.last.turns().ended() == null) {
			return null;
		}
		List<TuningProblem> problems = Stream.concat(found.stream(), plan.problems().stream()).toList();
		Turns turns = this.tuning.takeTurns(plan.candidates(), problems, plan.toString(), by);
		Generation serving = this.tuning.generations().serving();
		SliceRun run = new SliceRun(plan, turns, by, (serving != null && serving.isRecorded()) ? this.answered : null,
				this.clock);
		this.last = run;
		return run;
	}

	/**
	 * The run that was started last, {@code null} if none was.
	 * @param from number of the first slice to show. 1000 slices at most are shown
	 */
	public synchronized @Nullable SliceState state(long from) {
		return (this.last != null) ? this.last.state(from, MOST_SHOWN) : null;
	}

	/**
	 * Ends the run.
	 * @return whether one was running
	 */
	public boolean stop(@Nullable String by) {
		SliceRun running;
		Thread switcher;
		synchronized (this) {
			running = this.last;
			switcher = this.thread;
		}
		if (running == null || running.turns().ended() != null) {
			return false;
		}
		running.turns().end((by != null) ? "stopped by " + by : "stopped");
		LockSupport.unpark(switcher);
		return true;
	}

	@Override
	public void close() {
		stop(null);
	}

}
