package dev.grpctuning.load.tune;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.grpctuning.load.compare.Rounds;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.search.Bisection;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.TuneBudget;
import dev.grpctuning.load.tune.search.TuningTrials;

/** Tries candidates, one after the other. */
final class TuneTrials implements TuningTrials {

	/** Precision of the first rung; each further rung halves it. */
	private static final double FIRST_PRECISION = 0.2;

	private static final double SMALL_STEP = 1.25;

	/** The search gives up a candidate below this share of the rate it starts at. */
	private static final double LOWEST_SHARE = 1.0 / 16;

	private final TunePlan plan;

	private final Display display;

	private final Runnable measured;

	private final TuneServers servers;

	private final List<TuneScore> scores = new ArrayList<>();

	private final List<RoundTrial> rounds = new ArrayList<>();

	private int stages;

	TuneTrials(TunePlan plan, TuneServers servers, Display display, Runnable measured) {
		this.plan = plan;
		this.display = display;
		this.measured = measured;
		this.servers = servers;
	}

	List<TuneScore> scores() {
		return this.scores;
	}

	List<RoundTrial> roundTrials() {
		return this.rounds;
	}

	@Override
	public double bestRate(Candidate candidate, int rung, double hint) throws IOException, InterruptedException {
		this.display.begin(null, "rung %d: %s".formatted(rung + 1, candidate.text()));
		List<Trial> trials = new ArrayList<>();
		try (TuneServers.Warm at = this.servers.open(candidate)) {
			return scored(TuneScore.of(candidate, rung + 1, search(at, candidate, rung, hint, trials), null, trials));
		}
		catch (RunServer.StartException ex) {
			return scored(TuneScore.of(candidate, rung + 1, null, ex.getMessage(), trials));
		}
	}

	private double scored(TuneScore score) {
		this.scores.add(score);
		this.display.print("  " + Templates.text("tune-score", score));
		this.measured.run();
		return score.callsPerSecond();
	}

	private Knee search(TuneServers.Warm at, Candidate candidate, int rung, double hint, List<Trial> trials)
			throws IOException, InterruptedException {
		TrialPlan trialPlan = this.plan.trials().withLength(TuneBudget.trial(this.plan.firstTrial(), rung));
		try {
			return new Bisection(settings(at.warmUp(), rung, hint), (rate) -> {
				Trial trial = at.server().at(trialPlan, rate);
				trials.add(trial);
				this.display.print(trial.text());
				return trial.outcome();
			}).search();
		}
		catch (RunServer.StartException ex) {
			throw ex;
		}
		catch (IOException | InterruptedException ex) {
			if (!trials.isEmpty()) {
				this.scores.add(TuneScore.of(candidate, rung + 1, null,
						(ex instanceof InterruptedException) ? "interrupted" : ex.toString(), trials));
			}
			throw ex;
		}
	}

	private Bisection.Settings settings(LoadResult warmUp, int rung, double hint) {
		TrialPlan.Limits limits = this.plan.limits();
		double start = (hint > 0) ? hint : limits.start(warmUp);
		double precision = Math.max(limits.precision(), FIRST_PRECISION / (1 << rung));
		return new Bisection.Settings(start, start * LOWEST_SHARE, limits.highest(), (hint > 0) ? SMALL_STEP : 2,
				precision);
	}

	@Override
	public boolean holds(Candidate candidate, double rate) throws IOException, InterruptedException {
		this.display
			.print("does %s hold %s/s for as long as in a round?".formatted(candidate.text(), Figures.rate(rate)));
		RoundTrial run = drive(candidate, this.stages + 1, 0, rate);
		this.display.print("  " + run.outcome());
		return observation(run).held();
	}

	private RoundTrial ran(RoundTrial trial) {
		this.rounds.add(trial);
		this.measured.run();
		return trial;
	}

	@Override
	public Map<Candidate, List<Observation>> rounds(List<Candidate> candidates, double rate)
			throws IOException, InterruptedException {
		this.stages++;
		this.display
			.print("%d rounds of %d at %s/s".formatted(this.plan.rounds(), candidates.size(), Figures.rate(rate)));
		int confirmed = 0;
		Map<Candidate, List<Observation>> seen = new HashMap<>();
		for (int round = 1; round <= this.plan.rounds(); round++) {
			for (Candidate candidate : Rounds.turned(candidates, round - 1)) {
				RoundTrial run = drive(candidate, this.stages, round, rate);
				this.display.print("[%d/%d] %s, round %d: %s".formatted(++confirmed,
						candidates.size() * this.plan.rounds(), run.text(), round, run.outcome()));
				seen.computeIfAbsent(candidate, (any) -> new ArrayList<>()).add(observation(run));
			}
		}
		return seen;
	}

	private RoundTrial drive(Candidate candidate, int stage, int round, double rate)
			throws IOException, InterruptedException {
		try (TuneServers.Warm at = this.servers.open(candidate)) {
			return ran(new RoundTrial(candidate.knobs(), stage, round, at.server().at(this.plan.trials(), rate), null));
		}
		catch (RunServer.StartException ex) {
			return ran(new RoundTrial(candidate.knobs(), stage, round, null, ex.getMessage()));
		}
	}

	private Observation observation(RoundTrial run) {
		Trial trial = run.trial();
		if (trial == null) {
			return Observation.NONE;
		}
		double latency = this.plan.objective().latency().of(trial.responseOfAllMicros());
		return new Observation(latency, LatencyInterval.resolution(latency), trial.held());
	}

}
