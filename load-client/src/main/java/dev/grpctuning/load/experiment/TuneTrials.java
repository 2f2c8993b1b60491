package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.search.Candidate;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.KneeSettings;
import dev.grpctuning.load.search.Observation;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.TuningTrials;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.ServerStartException;
import dev.grpctuning.load.server.ServerTuning;
import dev.grpctuning.load.server.TuningRefusedException;

/**
 * Tries candidates: what is configured, with the knobs of the candidate on top. Rates are
 * searched for at one server that is changed while it runs, since a warm one says more
 * than many cold ones, and the rounds are run at fresh servers, since that is what a
 * recommendation is for. A server that does not let itself be changed is started anew for
 * each candidate.
 */
final class TuneTrials implements TuningTrials, AutoCloseable {

	private static final String PREFIX = "grpc.tuning.";

	/**
	 * How close to the knee the first rung comes; each further one comes twice as close.
	 */
	private static final double FIRST_PRECISION = 0.2;

	/**
	 * Step from a rate that is not far from the knee.
	 */
	private static final double SMALL_STEP = 1.25;

	/**
	 * A candidate that holds the objective only so far below its start is of no use.
	 */
	private static final double LOWEST_SHARE = 1.0 / 16;

	/**
	 * As measured with hello-service on two cores.
	 */
	private static final Duration CHANGEOVER = Duration.ofMillis(800);

	private final TunePlan plan;

	private final TrialContext context;

	private final TuneListener listener;

	private final Runnable measured;

	private final TrialServer kept;

	private final List<TuneScore> scores = new ArrayList<>();

	private final List<TuneTurn> turns = new ArrayList<>();

	private boolean changeable = true;

	private @Nullable ServerTuning configured;

	private Duration setUp = Duration.ZERO;

	private int servers;

	private int stages;

	/**
	 * Prepares trials.
	 * @param plan what to search for
	 * @param context what all trials share
	 * @param listener told of each trial
	 * @param measured called when there is one more score or turn
	 */
	TuneTrials(TunePlan plan, TrialContext context, TuneListener listener, Runnable measured) {
		this.plan = plan;
		this.context = context;
		this.listener = listener;
		this.measured = measured;
		this.kept = server(plan.configured(), plan.credentials(), "kept");
	}

	List<TuneScore> scores() {
		return this.scores;
	}

	List<TuneTurn> turns() {
		return this.turns;
	}

	/**
	 * What the server that is configured says of its tuning.
	 * @return the tuning, or {@code null} if it does not say
	 */
	@Nullable ServerTuning configured() {
		return this.configured;
	}

	/**
	 * How long the last server took that was started until it was up and warm.
	 */
	Duration setUp() {
		return this.setUp;
	}

	/**
	 * How long it takes until the next candidate can be scored, roughly.
	 */
	Duration nextSetUp() {
		return this.changeable ? CHANGEOVER.plus(this.plan.trials().warmUpAgain().model().sendingTime()) : this.setUp;
	}

	@Override
	public double bestRate(Candidate candidate, int rung, double hint) throws IOException, InterruptedException {
		this.listener.started(candidate, rung);
		List<Trial> trials = new ArrayList<>();
		TuneScore score;
		try {
			score = score(candidate, rung, hint, trials);
		}
		catch (ServerStartException ex) {
			score = new TuneScore(candidate, rung, null, ex.getMessage(), trials);
		}
		this.scores.add(score);
		this.listener.scored(score);
		this.measured.run();
		return score.rate();
	}

	private TuneScore score(Candidate candidate, int rung, double hint, List<Trial> trials)
			throws IOException, InterruptedException {
		if (this.changeable) {
			try {
				LoadResult warmUp = changed(candidate);
				return score(candidate, rung, hint, trials, this.kept, warmUp);
			}
			catch (TuningRefusedException ex) {
				// One that is started so says in its own words what is wrong with it.
				if (this.scores.isEmpty()) {
					this.changeable = false;
					this.listener.unchangeable(String.valueOf(ex.getMessage()));
					close();
				}
			}
		}
		try (TrialServer server = server(candidate)) {
			LoadResult warmUp = started(server);
			return score(candidate, rung, hint, trials, server, warmUp);
		}
	}

	private LoadResult changed(Candidate candidate) throws TuningRefusedException, IOException, InterruptedException {
		long begun = System.nanoTime();
		LoadResult warmUp = this.kept.become(candidate.knobs());
		if (this.scores.isEmpty()) {
			up(this.kept, begun);
		}
		return warmUp;
	}

	private LoadResult started(TrialServer server) throws IOException, InterruptedException {
		long begun = System.nanoTime();
		LoadResult warmUp = server.start();
		up(server, begun);
		return warmUp;
	}

	private void up(TrialServer server, long begun) {
		this.setUp = Duration.ofNanos(System.nanoTime() - begun);
		if (this.scores.isEmpty()) {
			this.configured = server.tuning();
		}
	}

	private TuneScore score(Candidate candidate, int rung, double hint, List<Trial> trials, TrialServer server,
			LoadResult warmUp) throws IOException, InterruptedException {
		String useless = KneeRun.useless(warmUp);
		if (useless != null) {
			return new TuneScore(candidate, rung, null, useless, trials);
		}
		TrialPlan trialPlan = this.plan.trials().withLength(this.plan.trialLength(rung));
		Knee knee = new KneeSearch(settings(warmUp, rung, hint), (rate) -> {
			Trial trial = server.at(trialPlan, rate);
			trials.add(trial);
			this.listener.tried(trial);
			return trial.judgement().outcome();
		}).search();
		return new TuneScore(candidate, rung, knee, null, trials);
	}

	private KneeSettings settings(LoadResult warmUp, int rung, double hint) {
		SearchLimits limits = this.plan.limits();
		double start = (hint > 0) ? hint : limits.start(warmUp);
		double precision = Math.max(limits.precision(), FIRST_PRECISION / (1 << rung));
		return new KneeSettings(start, start * LOWEST_SHARE, limits.highest(), (hint > 0) ? SMALL_STEP : 2, precision,
				1);
	}

	@Override
	public Map<Candidate, List<Observation>> rounds(List<Candidate> candidates, double rate)
			throws IOException, InterruptedException {
		close();
		this.stages++;
		this.listener.confirming(candidates.size(), rate, this.plan.rounds());
		Map<Candidate, List<Observation>> seen = new HashMap<>();
		for (int round = 1; round <= this.plan.rounds(); round++) {
			for (Candidate candidate : Rounds.turned(candidates, round - 1)) {
				TuneTurn turn = turn(candidate, round, rate);
				this.turns.add(turn);
				this.listener.ran(turn);
				this.measured.run();
				seen.computeIfAbsent(candidate, (any) -> new ArrayList<>()).add(observation(turn));
			}
		}
		return seen;
	}

	private TuneTurn turn(Candidate candidate, int round, double rate) throws IOException, InterruptedException {
		try (TrialServer server = server(candidate)) {
			started(server);
			return new TuneTurn(candidate, this.stages, round, server.at(this.plan.trials(), rate), null);
		}
		catch (ServerStartException ex) {
			return new TuneTurn(candidate, this.stages, round, null, ex.getMessage());
		}
	}

	private Observation observation(TuneTurn turn) {
		Trial trial = turn.trial();
		return (trial != null) ? new Observation(this.plan.figure().of(trial.responseOfAllMicros()),
				trial.judgement().outcome() == Outcome.HELD) : Observation.NONE;
	}

	private TrialServer server(Candidate candidate) {
		Variant configured = this.plan.configured();
		Map<String, String> properties = new TreeMap<>(configured.properties());
		candidate.knobs().forEach((knob, value) -> properties.put(PREFIX + knob, value));
		return server(new Variant(candidate.text(), null, configured.profile(), configured.jvmOptions(), properties,
				configured.javaHome(), null, null), null, String.valueOf(++this.servers));
	}

	private TrialServer server(Variant variant, @Nullable ServerCredentials credentials, String folder) {
		return new TrialServer(this.plan.setup(), variant, credentials,
				this.plan.directory().resolve("servers").resolve(folder), this.plan.trials(), this.context);
	}

	/**
	 * Stops the server that is changed while it runs; a further score starts it anew.
	 */
	@Override
	public void close() throws IOException {
		this.kept.close();
	}

}
