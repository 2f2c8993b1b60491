package dev.grpctuning.load.tune;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.search.SearchRunner;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.search.TrialServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.tune.CandidateTrials.Tried;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.KnobSpace;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.SaturatedException;
import dev.grpctuning.load.tune.search.TuneClock;
import dev.grpctuning.load.tune.search.TuneSearch;
import dev.grpctuning.load.tune.search.TuningTrials;

/** Searches for better knobs, and tries candidates one after the other. */
final class TuneRun implements TuningTrials {

	/** Races begin near the rate that is found, and rounds are run there. */
	private static final double PRECISION = 0.1;

	private static final int TRIALS = 6;

	/** The first rate may be far from where the search starts. */
	private static final int FIRST_TRIALS = 12;

	/** The search gives up below this share of the rate it starts at. */
	private static final double LOWEST_SHARE = 1.0 / 16;

	private final TunePlan plan;

	private final SearchRunner.Run run;

	private final Consumer<TuneDocument> results;

	private final TrialServer server;

	private final CandidateTrials candidates;

	private TuneClock clock;

	private final List<TuneScore> scores = new ArrayList<>();

	private final List<RoundTrial> rounds = new ArrayList<>();

	TuneRun(TunePlan plan, SearchRunner.Run run, Consumer<TuneDocument> results) {
		this.plan = plan;
		this.run = run;
		this.results = results;
		this.server = plan.search().server(plan.servers(), "servers", run.driver());
		this.candidates = new CandidateTrials(plan, this.server, run.display()::print);
		this.clock = plan.clock(null);
	}

	/** Passes the result on before the last server ends, because that may fail. */
	void run() throws IOException {
		try (this.server) {
			this.results.accept(search());
		}
		finally {
			this.run.driver().end();
		}
	}

	private TuneDocument search() throws IOException {
		try {
			double configured = highestRate(Candidate.CONFIGURED, 0);
			TuneScore first = this.scores.getFirst();
			if (first.reason() != null) {
				return document(Ended.EXITED, first.reason(), null);
			}
			ServerTuning now = this.server.tuning();
			KnobSpace space = (now != null) ? this.plan.space().without(now::isSet) : this.plan.space();
			if (space.knobs().isEmpty()) {
				return document(Ended.COMPLETED, "every value of the space is in force already", null);
			}
			if (now != null) {
				this.clock = this.plan.clock(this.candidates.chooseSlices(now, first.trials()));
			}
			return document(Ended.COMPLETED, null,
					new TuneSearch(space, (now != null) ? now.values() : Map.of(), this.plan.seed(),
							this.plan.search().limits().highest(), this.plan.rounds(), this)
						.search(configured));
		}
		catch (InterruptedException ex) {
			this.run.driver().giveUp();
			return document(Ended.INTERRUPTED, null, null);
		}
		catch (SaturatedException ex) {
			return document(Ended.COMPLETED, ex.getMessage(), null);
		}
		catch (IOException ex) {
			this.results.accept(document(Ended.EXITED, ex.toString(), null));
			throw ex;
		}
	}

	private TuneDocument document(Ended ended, @Nullable String reason, @Nullable Recommendation found) {
		ServerTuning configured = this.server.tuning();
		return this.plan.document(this.run.environment(), ended, reason,
				(configured != null) ? configured.values() : Map.of(), this.scores, this.rounds, found);
	}

	private void showSoFar() {
		this.results.accept(document(Ended.INTERRUPTED, null, null));
	}

	@Override
	public TuneClock clock() {
		return this.clock;
	}

	@Override
	public String comparedBy() {
		return this.plan.search().objective().latency().title();
	}

	/**
	 * Finds the highest rate, from half of what the warm-up answers if no start is given.
	 */
	@Override
	public double highestRate(Candidate candidate, double start) throws IOException, InterruptedException {
		this.run.display().begin(null, candidate.text());
		List<Trial> trials = new ArrayList<>();
		String failure = null;
		double rate = 0;
		try {
			MeasuredLoad warmUp = this.server.become(this.plan.variant(candidate));
			if (this.scores.isEmpty() && this.plan.servers().fallback() != null) {
				this.run.display().print("  each candidate has a server of its own: " + this.plan.servers().fallback());
			}
			TrialPlan.Limits limits = this.plan.search().limits();
			double first = (start > 0) ? start : limits.start(warmUp);
			rate = new KneeSearch(new KneeSearch.Settings(first, first * LOWEST_SHARE, limits.highest(), PRECISION,
					(start > 0) ? TRIALS : FIRST_TRIALS))
				.search((next) -> {
					if (this.clock.isOver()) {
						return Outcome.BROKEN;
					}
					showTried(candidate, next);
					Trial trial = this.server.at(next);
					trials.add(trial);
					this.run.display().print(trial.text());
					return trial.outcome();
				})
				.callsPerSecond();
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
		this.run.display().print("  " + Templates.text("tune-score", score));
		showSoFar();
		if (!score.found() && score.limit() == Knee.Limit.CLIENT) {
			throw new SaturatedException(score.trials().getLast().callsPerSecond());
		}
		return rate;
	}

	@Override
	public List<List<Candidate>> groups(Collection<Candidate> candidates) {
		return this.candidates.groups(candidates);
	}

	@Override
	public Map<Candidate, Observation> once(List<Candidate> group, Step step, int number, double rate)
			throws IOException, InterruptedException {
		String when = (step == Step.RACE) ? "race " + number : (number > 0) ? "round " + number : "check";
		showTried(group.getFirst(), rate);
		Map<Candidate, Tried> all = this.clock.trial(group, () -> this.candidates.run(group, rate));
		Map<Candidate, Observation> seen = new LinkedHashMap<>();
		all.forEach((candidate, tried) -> {
			if (step == Step.RACE) {
				addToRace(number, candidate, tried);
			}
			else {
				this.rounds.add(new RoundTrial(candidate.knobs(), number, tried.trial(), tried.reason()));
			}
			this.run.display().print("%s: %s: %s".formatted(when, candidate.text(), tried.outcome()));
			seen.put(candidate, observation(tried.trial()));
		});
		showSoFar();
		return seen;
	}

	private void addToRace(int race, Candidate candidate, Tried tried) {
		Optional<TuneScore> before = this.scores.stream()
			.filter((score) -> score.race() == race && score.knobs().equals(candidate.knobs()))
			.findFirst();
		List<Trial> trials = new ArrayList<>(before.map(TuneScore::trials).orElse(List.of()));
		if (tried.trial() != null) {
			trials.add(tried.trial());
		}
		before.ifPresent(this.scores::remove);
		this.scores.add(TuneScore.of(candidate, race, tried.reason(), trials));
	}

	private void showTried(Candidate candidate, double rate) {
		this.run.display().tries(candidate.text() + " at " + Figures.rate(rate) + "/s");
	}

	private Observation observation(@Nullable Trial trial) {
		if (trial == null) {
			return Observation.NONE;
		}
		double latency = this.plan.search().objective().latency().of(trial.responseOfAllMicros());
		return new Observation(latency, LatencyInterval.resolution(latency), trial.outcome());
	}

}
