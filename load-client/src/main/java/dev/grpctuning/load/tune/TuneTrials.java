package dev.grpctuning.load.tune;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.search.Bisection;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.SaturatedException;
import dev.grpctuning.load.tune.search.TuneClock;
import dev.grpctuning.load.tune.search.TuningTrials;

/** Tries candidates, one after the other. */
final class TuneTrials implements TuningTrials {

	/** Precision of the rates at which races and rounds begin. */
	private static final double PRECISION = 0.1;

	private static final double SMALL_STEP = 1.25;

	/** The search gives up below this share of the rate it starts at. */
	private static final double LOWEST_SHARE = 1.0 / 16;

	private final TunePlan plan;

	private final Display display;

	private final Runnable measured;

	private final TuneServers servers;

	private final TuneClock clock;

	private final List<TuneScore> scores = new ArrayList<>();

	private final List<RoundTrial> rounds = new ArrayList<>();

	TuneTrials(TunePlan plan, TuneServers servers, Display display, Runnable measured) {
		this.plan = plan;
		this.display = display;
		this.measured = measured;
		this.servers = servers;
		this.clock = new TuneClock(() -> plan.budget(servers.change(), servers.warmUp()), System::nanoTime,
				Duration.between(plan.startedAt(), Instant.now()));
	}

	@Override
	public TuneClock clock() {
		return this.clock;
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
		TuneScore score = score(candidate, start);
		if (!score.found() && score.limit() == Knee.Limit.CLIENT) {
			throw new SaturatedException(score.trials().getLast().callsPerSecond());
		}
		return score.callsPerSecond();
	}

	private TuneScore score(Candidate candidate, double start) throws IOException, InterruptedException {
		this.display.begin(null, candidate.text());
		List<Trial> trials = new ArrayList<>();
		try (TuneServers.Warm at = this.servers.open(candidate)) {
			TrialPlan.Limits limits = this.plan.limits();
			double first = (start > 0) ? start : limits.start(at.warmUp());
			new Bisection(new Bisection.Settings(first, first * LOWEST_SHARE, limits.highest(),
					(start > 0) ? SMALL_STEP : 2, PRECISION), (rate) -> {
						if (this.clock.isOver()) {
							return Outcome.BROKEN;
						}
						tries(candidate, rate);
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

	private TuneScore scored(TuneScore score) {
		this.scores.add(score);
		this.display.print("  " + Templates.text("tune-score", score));
		this.measured.run();
		return score;
	}

	@Override
	public Observation race(Candidate candidate, int race, double rate) throws IOException, InterruptedException {
		RoundTrial run = tried(candidate, 0, rate);
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
		RoundTrial run = drive(candidate, 0, rate);
		this.display.print("  " + run.outcome());
		return observation(run).held();
	}

	@Override
	public Observation round(Candidate candidate, int round, double rate) throws IOException, InterruptedException {
		RoundTrial run = drive(candidate, round, rate);
		this.display.print("round %d: %s: %s".formatted(round, run.text(), run.outcome()));
		return observation(run);
	}

	private RoundTrial drive(Candidate candidate, int round, double rate) throws IOException, InterruptedException {
		RoundTrial trial = tried(candidate, round, rate);
		this.rounds.add(trial);
		this.measured.run();
		return trial;
	}

	private RoundTrial tried(Candidate candidate, int round, double rate) throws IOException, InterruptedException {
		tries(candidate, rate);
		return this.clock.trial(candidate, () -> {
			try (TuneServers.Warm at = this.servers.open(candidate)) {
				return new RoundTrial(candidate.knobs(), round, at.server().at(this.plan.trials(), rate), null);
			}
			catch (RunServer.StartException ex) {
				return new RoundTrial(candidate.knobs(), round, null, ex.getMessage());
			}
		});
	}

	private void tries(Candidate candidate, double rate) {
		this.display.tries(candidate.text() + " at " + Figures.rate(rate) + "/s");
	}

	private Observation observation(RoundTrial run) {
		Trial trial = run.trial();
		if (trial == null) {
			return Observation.NONE;
		}
		double latency = this.plan.objective().latency().of(trial.responseOfAllMicros());
		return new Observation(latency, LatencyInterval.resolution(latency), trial.outcome());
	}

}
