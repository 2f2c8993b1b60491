package dev.grpctuning.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.change.ChangePlan;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.Effect;
import dev.grpctuning.change.TuningChange.KnobChange;
import dev.grpctuning.change.TuningChange.Outcome;
import dev.grpctuning.change.Turns;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningProblem;

/**
 * Candidates of a server. Their executors live until the end, so that a turn starts no
 * threads.
 */
final class LiveTurns implements Turns {

	private static final Logger logger = LoggerFactory.getLogger(LiveTurns.class);

	private final Tuning tuning;

	private final TunedServer server;

	private final List<Settings> candidates;

	private final Settings former;

	private final @Nullable String by;

	/** Number of the change in the history, 0 if it is not there. */
	private final int id;

	private volatile @Nullable String ended;

	private LiveTurns(Tuning tuning, TunedServer server, List<Settings> candidates, @Nullable String by,
			boolean isRemembered) {
		this.tuning = tuning;
		this.server = server;
		this.candidates = candidates;
		this.former = tuning.settings();
		this.by = by;
		this.id = isRemembered ? tuning.history().nextId() : 0;
	}

	/** Begins turns, under the lock of the tuning. */
	static LiveTurns begin(Tuning tuning, List<Map<String, @Nullable String>> candidates, List<TuningProblem> found,
			@Nullable String description, @Nullable String by) throws InvalidTuningException, NoServerException {
		TunedServer server = tuning.server();
		Generation serving = server.serving();
		List<Settings> settings = new ArrayList<>();
		List<TuningProblem> problems = new ArrayList<>(found);
		for (int i = 0; i < candidates.size(); i++) {
			String prefix = "candidates[%d].".formatted(i);
			try {
				ChangePlan plan = tuning.plan(candidates.get(i), false);
				settings.add(plan.reading().settings());
				notLive(plan, !plan.reading().settings().fitsServerOf(tuning.settings()), prefix, problems);
			}
			catch (InvalidTuningException ex) {
				ex.problems()
					.forEach((each) -> problems
						.add(new TuningProblem(prefix + each.knob(), each.value(), each.reason())));
			}
		}
		if (!problems.isEmpty()) {
			throw new InvalidTuningException(problems);
		}
		if (tuning.turns != null) {
			tuning.turns.end("other candidates take turns");
		}
		LiveTurns begun = new LiveTurns(tuning, server, settings, by, description != null);
		tuning.turns = begun;
		keepExecutors(serving, true);
		if (description != null) {
			begun.remember(Outcome.SLICES_STARTED, serving, 0, description);
		}
		return begun;
	}

	private static void notLive(ChangePlan plan, boolean rebuild, String prefix, List<TuningProblem> problems) {
		for (KnobChange change : plan.changes(rebuild, Map.of())) {
			if (change.effect() == Effect.NEW_CONNECTIONS || (rebuild && change.effect() != Effect.NOTHING)) {
				problems.add(new TuningProblem(prefix + change.knob(), change.to(),
						"needs a new %s; only what takes effect with the next call can take turns."
							.formatted((change.effect() == Effect.NEW_CONNECTIONS) ? "connection"
									: "generation of the server")));
			}
		}
	}

	@Override
	public boolean use(int candidate) {
		synchronized (this.tuning) {
			if (ended() != null) {
				return false;
			}
			try {
				this.tuning.applyLive(this.server.serving(), this.candidates.get(candidate));
				return true;
			}
			catch (NoServerException ex) {
				end(String.valueOf(ex.getMessage()));
			}
			catch (RuntimeException | Error ex) {
				logger.error("Candidate {} cannot be put in force", candidate, ex);
				end("candidate %d cannot be put in force: %s".formatted(candidate, ex));
			}
			return false;
		}
	}

	@Override
	public void end(String reason) {
		synchronized (this.tuning) {
			if (this.ended != null) {
				return;
			}
			long start = System.nanoTime();
			this.ended = reason;
			this.tuning.turns = null;
			Generation serving = this.server.current();
			keepExecutors(serving, false);
			this.tuning.applyLive(serving, this.former);
			if (this.id > 0) {
				remember(Outcome.SLICES_ENDED, serving, Tuning.millisSince(start), reason);
			}
		}
	}

	private void remember(Outcome outcome, Generation serving, double tookMillis, String detail) {
		this.tuning.history()
			.add(new TuningChange(this.id, Instant.now(), this.by, null, null, outcome, serving.number(), null,
					tookMillis, List.of(), false, detail));
	}

	@Override
	public @Nullable String ended() {
		if (this.ended == null && this.server.isShutdown()) {
			end("the server shuts down");
		}
		return this.ended;
	}

	private static void keepExecutors(Generation serving, boolean keep) {
		CallExecutors executors = serving.executors();
		if (executors != null) {
			executors.keepReplaced(keep);
		}
	}

}
