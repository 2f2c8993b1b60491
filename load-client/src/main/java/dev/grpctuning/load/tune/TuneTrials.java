package dev.grpctuning.load.tune;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.grpctuning.load.compare.Rounds;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.search.Bisection;
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

	/** Precision of the rates at which races and rounds begin. */
	private static final double PRECISION = 0.1;

	private static final double SMALL_STEP = 1.25;

	/** The search gives up below this share of the rate it starts at. */
	private static final double LOWEST_SHARE = 1.0 / 16;

	private final long begun = System.nanoTime();

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

	/**
	 * Finds the highest rate at which the objective holds with the configured settings.
	 */
	double configured() throws IOException, InterruptedException {
		return highestRate(Candidate.CONFIGURED, 0);
	}

	@Override
	public double highestRate(Candidate candidate, double start) throws IOException, InterruptedException {
		this.display.begin(null, candidate.text());
		List<Trial> trials = new ArrayList<>();
		try (TuneServers.Warm at = this.servers.open(candidate)) {
			TrialPlan.Limits limits = this.plan.limits();
			double first = (start > 0) ? start : limits.start(at.warmUp());
			new Bisection(new Bisection.Settings(first, first * LOWEST_SHARE, limits.highest(),
					(start > 0) ? SMALL_STEP : 2, PRECISION), (rate) -> {
						Trial trial = at.server().at(this.plan.trials(), rate);
						trials.add(trial);
						this.display.print(trial.text());
						return trial.outcome();
					})
				.search();
			return scored(TuneScore.of(candidate, 0, null, trials));
		}
		catch (RunServer.StartException ex) {
			return scored(TuneScore.of(candidate, 0, ex.getMessage(), trials));
		}
		catch (IOException | InterruptedException ex) {
			if (!trials.isEmpty()) {
				this.scores.add(TuneScore.of(candidate, 0,
						(ex instanceof InterruptedException) ? "interrupted" : ex.toString(), trials));
			}
			throw ex;
		}
	}

	private double scored(TuneScore score) {
		this.scores.add(score);
		this.display.print("  " + Templates.text("tune-score", score));
		this.measured.run();
		return score.callsPerSecond();
	}

	@Override
	public Duration left() {
		return budget().left(Duration.ofNanos(System.nanoTime() - this.begun));
	}

	@Override
	public Duration cost(boolean first) {
		return budget().cost(first);
	}

	private TuneBudget budget() {
		return this.plan.budget(this.servers.change(), this.servers.warmUp());
	}

	@Override
	public Observation race(Candidate candidate, int race, double rate) throws IOException, InterruptedException {
		RoundTrial run = tried(candidate, race, 0, rate);
		this.display.print("race %d: %s: %s".formatted(race, candidate.text(), run.outcome()));
		List<Trial> trials = new ArrayList<>();
		Optional<TuneScore> before = this.scores.stream()
			.filter((score) -> score.race() == race && score.knobs().equals(candidate.knobs()))
			.findFirst();
		before.ifPresent((score) -> trials.addAll(score.trials()));
		if (run.trial() != null) {
			trials.add(run.trial());
		}
		before.ifPresent(this.scores::remove);
		this.scores.add(TuneScore.of(candidate, race, run.reason(), trials));
		this.measured.run();
		return observation(run);
	}

	@Override
	public boolean holds(Candidate candidate, double rate) throws IOException, InterruptedException {
		this.display.print("checking whether %s holds %s/s".formatted(candidate.text(), Figures.rate(rate)));
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
		return ran(tried(candidate, stage, round, rate));
	}

	private RoundTrial tried(Candidate candidate, int stage, int round, double rate)
			throws IOException, InterruptedException {
		try (TuneServers.Warm at = this.servers.open(candidate)) {
			return new RoundTrial(candidate.knobs(), stage, round, at.server().at(this.plan.trials(), rate), null);
		}
		catch (RunServer.StartException ex) {
			return new RoundTrial(candidate.knobs(), stage, round, null, ex.getMessage());
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
