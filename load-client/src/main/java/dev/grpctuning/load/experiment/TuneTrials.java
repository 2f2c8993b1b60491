package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.search.Candidate;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.KneeSettings;
import dev.grpctuning.load.search.Observation;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.TuningTrials;
import dev.grpctuning.load.server.ServerStartException;

/**
 * Tries candidates, each at a fresh server: the one that is configured, with the knobs of
 * the candidate on top.
 */
final class TuneTrials implements TuningTrials {

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

	private final TunePlan plan;

	private final TrialContext context;

	private final TuneListener listener;

	private final Runnable measured;

	private final List<TuneScore> scores = new ArrayList<>();

	private final List<TuneTurn> turns = new ArrayList<>();

	private Map<String, String> configured = Map.of();

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
	}

	List<TuneScore> scores() {
		return this.scores;
	}

	List<TuneTurn> turns() {
		return this.turns;
	}

	/**
	 * What the knobs are configured to.
	 */
	Map<String, String> configured() {
		return this.configured;
	}

	/**
	 * How long the last server took until it was up and warm.
	 */
	Duration setUp() {
		return this.setUp;
	}

	@Override
	public double bestRate(Candidate candidate, int rung, double hint) throws IOException, InterruptedException {
		this.listener.started(candidate, rung);
		TrialPlan trialPlan = this.plan.trials().withLength(this.plan.budget(Duration.ZERO, Duration.ZERO).trial(rung));
		List<Trial> trials = new ArrayList<>();
		TuneScore score;
		try (TrialServer server = server(candidate, trialPlan, (trial) -> {
			trials.add(trial);
			this.listener.tried(trial);
		})) {
			LoadResult warmUp = start(server);
			if (this.scores.isEmpty()) {
				this.configured = server.knobs();
			}
			String useless = KneeRun.useless(warmUp);
			Knee knee = (useless != null) ? null : search(server, settings(warmUp, rung, hint));
			score = new TuneScore(candidate, rung, knee, useless, trials);
		}
		catch (ServerStartException ex) {
			score = new TuneScore(candidate, rung, null, ex.getMessage(), trials);
		}
		this.scores.add(score);
		this.listener.scored(score);
		this.measured.run();
		return score.rate();
	}

	private static Knee search(TrialServer server, KneeSettings settings) throws IOException, InterruptedException {
		return new KneeSearch(settings, (rate) -> server.at(rate).judgement().outcome()).search();
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
		try (TrialServer server = server(candidate, this.plan.trials(), (trial) -> {
		})) {
			start(server);
			return new TuneTurn(candidate, this.stages, round, server.at(rate), null);
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

	private LoadResult start(TrialServer server) throws IOException, InterruptedException {
		long begun = System.nanoTime();
		LoadResult warmUp = server.start();
		this.setUp = Duration.ofNanos(System.nanoTime() - begun);
		return warmUp;
	}

	private TrialServer server(Candidate candidate, TrialPlan trialPlan, Consumer<Trial> trials) {
		Variant configured = this.plan.configured();
		Map<String, String> properties = new TreeMap<>(configured.properties());
		candidate.knobs().forEach((knob, value) -> properties.put(PREFIX + knob, value));
		Variant variant = new Variant(candidate.text(), null, configured.profile(), configured.jvmOptions(), properties,
				configured.javaHome(), null, null);
		Path logs = this.plan.directory().resolve("servers").resolve(String.valueOf(++this.servers));
		return new TrialServer(this.plan.setup(), variant, logs, trialPlan, this.context, trials);
	}

}
