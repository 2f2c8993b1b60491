package dev.grpctuning.load.tune;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.search.Bisection;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.search.TrialServer;
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

	private final TrialServer server;

	private final TuneClock clock;

	private final List<TuneScore> scores = new ArrayList<>();

	private final List<RoundTrial> rounds = new ArrayList<>();

	TuneTrials(TunePlan plan, TrialServer server, Display display, Runnable measured) {
		this.plan = plan;
		this.display = display;
		this.measured = measured;
		this.server = server;
		this.clock = new TuneClock(plan::budget, System::nanoTime,
				Duration.between(plan.search().startedAt(), Instant.now()));
	}

	@Override
	public TuneClock clock() {
		return this.clock;
	}

	@Override
	public String comparedBy() {
		return this.plan.search().objective().latency().title();
	}

	List<TuneScore> scores() {
		return this.scores;
	}

	List<RoundTrial> roundTrials() {
		return this.rounds;
	}

	/**
	 * Finds the highest rate, from half of what the warm-up answers if no start is given.
	 */
	@Override
	public double highestRate(Candidate candidate, double start) throws IOException, InterruptedException {
		this.display.begin(null, candidate.text());
		List<Trial> trials = new ArrayList<>();
		String failure = null;
		try {
			MeasuredLoad warmUp = this.server.become(this.plan.variant(candidate));
			if (this.scores.isEmpty() && this.plan.servers().fallback() != null) {
				this.display.print("  each candidate has a server of its own: " + this.plan.servers().fallback());
			}
			TrialPlan.Limits limits = this.plan.search().limits();
			double first = (start > 0) ? start : limits.start(warmUp);
			new Bisection(new Bisection.Settings(first, first * LOWEST_SHARE, limits.highest(),
					(start > 0) ? SMALL_STEP : 2, PRECISION), (rate) -> {
						if (this.clock.isOver()) {
							return Outcome.BROKEN;
						}
						tries(candidate, rate);
						Trial trial = this.server.at(rate);
						trials.add(trial);
						this.display.print(trial.text());
						return trial.outcome();
					})
				.search();
		}
		catch (RunServer.StartException ex) {
			failure = ex.getMessage();
		}
		catch (IOException | InterruptedException ex) {
			if (!trials.isEmpty()) {
				this.scores.add(TuneScore.of(candidate, 0,
						(ex instanceof InterruptedException) ? "interrupted" : ex.toString(), trials));
			}
			throw ex;
		}
		TuneScore score = TuneScore.of(candidate, 0, failure, trials);
		this.scores.add(score);
		this.display.print("  " + Templates.text("tune-score", score));
		this.measured.run();
		if (!score.found() && score.limit() == Knee.Limit.CLIENT) {
			throw new SaturatedException(score.trials().getLast().callsPerSecond());
		}
		return score.callsPerSecond();
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
		return round("check", candidate, 0, rate).held();
	}

	@Override
	public Observation round(Candidate candidate, int round, double rate) throws IOException, InterruptedException {
		return round("round " + round, candidate, round, rate);
	}

	private Observation round(String what, Candidate candidate, int round, double rate)
			throws IOException, InterruptedException {
		RoundTrial run = tried(candidate, round, rate);
		this.rounds.add(run);
		this.measured.run();
		this.display.print("%s: %s: %s".formatted(what, candidate.text(), run.outcome()));
		return observation(run);
	}

	private RoundTrial tried(Candidate candidate, int round, double rate) throws IOException, InterruptedException {
		tries(candidate, rate);
		return this.clock.trial(candidate, () -> {
			try {
				this.server.become(this.plan.variant(candidate));
				return new RoundTrial(candidate.knobs(), round, this.server.at(rate), null);
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
		double latency = this.plan.search().objective().latency().of(trial.responseOfAllMicros());
		return new Observation(latency, LatencyInterval.resolution(latency), trial.outcome());
	}

}
