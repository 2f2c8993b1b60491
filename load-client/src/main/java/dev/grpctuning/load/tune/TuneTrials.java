package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.search.Candidate;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.KneeSettings;
import dev.grpctuning.load.search.Observation;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.TuningTrials;
import dev.grpctuning.load.server.ServerStartException;
import dev.grpctuning.load.server.ServerTuning;

/**
 * Tries candidates, one after the other.
 */
final class TuneTrials implements TuningTrials, AutoCloseable {

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

	private final TuneListener listener;

	private final Runnable measured;

	private final TuneServers servers;

	private final List<TuneScore> scores = new ArrayList<>();

	private final List<TuneTurn> turns = new ArrayList<>();

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
		this.listener = listener;
		this.measured = measured;
		this.servers = new TuneServers(plan, context, listener);
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
		return this.servers.configured();
	}

	/**
	 * How long it takes until the next candidate is up and warm, roughly.
	 */
	Duration setUp() {
		return this.servers.setUp();
	}

	@Override
	public double bestRate(Candidate candidate, int rung, double hint) throws IOException, InterruptedException {
		this.listener.started(candidate, rung);
		List<Trial> trials = new ArrayList<>();
		try (TuneServers.Warm at = this.servers.open(candidate)) {
			String useless = KneeRun.useless(at.warmUp());
			Knee knee = (useless != null) ? null : search(at, candidate, rung, hint, trials);
			return scored(new TuneScore(candidate, rung, knee, useless, trials));
		}
		catch (ServerStartException ex) {
			return scored(new TuneScore(candidate, rung, null, ex.getMessage(), trials));
		}
	}

	private double scored(TuneScore score) {
		this.scores.add(score);
		this.listener.scored(score);
		this.measured.run();
		return score.rate();
	}

	private Knee search(TuneServers.Warm at, Candidate candidate, int rung, double hint, List<Trial> trials)
			throws IOException, InterruptedException {
		try {
			return search(at, rung, hint, trials);
		}
		catch (ServerStartException ex) {
			throw ex;
		}
		catch (IOException | InterruptedException ex) {
			if (!trials.isEmpty()) {
				this.scores.add(new TuneScore(candidate, rung, null,
						(ex instanceof InterruptedException) ? "interrupted" : ex.toString(), trials));
			}
			throw ex;
		}
	}

	private Knee search(TuneServers.Warm at, int rung, double hint, List<Trial> trials)
			throws IOException, InterruptedException {
		TrialPlan trialPlan = this.plan.trials().withLength(this.plan.trialLength(rung));
		return new KneeSearch(settings(at.warmUp(), rung, hint), (rate) -> {
			Trial trial = at.server().at(trialPlan, rate);
			trials.add(trial);
			this.listener.tried(trial);
			return trial.judgement().outcome();
		}).search();
	}

	private KneeSettings settings(LoadResult warmUp, int rung, double hint) {
		SearchLimits limits = this.plan.limits();
		double start = (hint > 0) ? hint : limits.start(warmUp);
		double precision = Math.max(limits.precision(), FIRST_PRECISION / (1 << rung));
		return new KneeSettings(start, start * LOWEST_SHARE, limits.highest(), (hint > 0) ? SMALL_STEP : 2, precision,
				1);
	}

	@Override
	public boolean holds(Candidate candidate, double rate) throws IOException, InterruptedException {
		this.listener.checking(candidate, rate);
		return observation(turn(candidate, this.stages + 1, 0, rate)).held();
	}

	private TuneTurn ran(TuneTurn turn) {
		this.turns.add(turn);
		this.listener.ran(turn);
		this.measured.run();
		return turn;
	}

	@Override
	public Map<Candidate, List<Observation>> rounds(List<Candidate> candidates, double rate)
			throws IOException, InterruptedException {
		this.stages++;
		this.listener.confirming(candidates.size(), rate, this.plan.rounds());
		Map<Candidate, List<Observation>> seen = new HashMap<>();
		for (int round = 1; round <= this.plan.rounds(); round++) {
			for (Candidate candidate : Rounds.turned(candidates, round - 1)) {
				TuneTurn turn = turn(candidate, this.stages, round, rate);
				seen.computeIfAbsent(candidate, (any) -> new ArrayList<>()).add(observation(turn));
			}
		}
		return seen;
	}

	private TuneTurn turn(Candidate candidate, int stage, int round, double rate)
			throws IOException, InterruptedException {
		try (TuneServers.Warm at = this.servers.open(candidate)) {
			return ran(new TuneTurn(candidate, stage, round, at.server().at(this.plan.trials(), rate), null));
		}
		catch (ServerStartException ex) {
			return ran(new TuneTurn(candidate, stage, round, null, ex.getMessage()));
		}
	}

	private Observation observation(TuneTurn turn) {
		Trial trial = turn.trial();
		if (trial == null) {
			return Observation.NONE;
		}
		double latency = this.plan.figure().of(trial.responseOfAllMicros());
		return new Observation(latency, LatencyInterval.resolution(latency),
				trial.judgement().outcome() == Outcome.HELD);
	}

	@Override
	public void close() throws IOException {
		this.servers.close();
	}

}
