package dev.grpctuning.load.tune;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.servers.RunDriver;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.tune.result.TuneDocument;
import dev.grpctuning.load.tune.result.TuneScore;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.KnobSpace;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.TuneBudget;
import dev.grpctuning.load.tune.search.TuneSearch;

/**
 * Searches for better knobs at servers that are started for the purpose.
 */
final class TuneRun {

	private final TunePlan plan;

	private final TuneDisplay display;

	private final RunDriver driver;

	private final TuneTrials trials;

	private final Consumer<TuneDocument> results;

	private @Nullable Integer candidates;

	TuneRun(TunePlan plan, ChannelsFactory channels, TuneDisplay display, Consumer<TuneDocument> results) {
		this.plan = plan;
		this.display = display;
		this.results = results;
		this.driver = new RunDriver(channels, plan.setup().connectTimeout());
		this.trials = new TuneTrials(plan, this.driver, display,
				() -> results.accept(document(Ended.INTERRUPTED, null, null)));
	}

	/** Passes the result on before the last server ends, because that may fail. */
	void run() throws IOException {
		try (this.trials) {
			this.results.accept(search());
		}
		finally {
			this.driver.end();
		}
	}

	private TuneDocument search() throws IOException {
		try {
			long begun = System.nanoTime();
			double configured = this.trials.bestRate(Candidate.CONFIGURED, 0, 0);
			TuneScore first = this.trials.scores().getFirst();
			if (first.knee() == null) {
				return document(Ended.EXITED, first.reason(), null);
			}
			List<Candidate> candidates = choose(Duration.ofNanos(System.nanoTime() - begun));
			if (candidates.isEmpty()) {
				return document(Ended.COMPLETED, "every value of the space is in force already", null);
			}
			Recommendation found = new TuneSearch(this.plan.limits().precision(), this.trials).search(configured,
					candidates);
			return document(Ended.COMPLETED, null, found);
		}
		catch (InterruptedException ex) {
			return document(Ended.INTERRUPTED, null, null);
		}
		catch (IOException ex) {
			this.results.accept(document(Ended.EXITED, ex.toString(), null));
			throw ex;
		}
	}

	/** As many as fit the time left, at least one if there is any. */
	private List<Candidate> choose(Duration spent) {
		ServerTuning configured = this.trials.configured();
		KnobSpace space = (configured != null) ? this.plan.space().without(configured::isSet) : this.plan.space();
		List<Candidate> all = space.choose(this.plan.seed());
		if (all.isEmpty()) {
			return all;
		}
		TuneBudget budget = this.plan.budget(spent, this.trials.setUp());
		int fit = Math.max(1, budget.candidates(all.size()));
		this.candidates = fit;
		this.display.planned(fit, all.size(), budget.length(fit).minus(spent));
		return all.subList(0, fit);
	}

	/** Ends the trial under way and begins no other. Any thread may call this. */
	void interrupt() {
		this.driver.interrupt();
	}

	private TuneDocument document(Ended ended, @Nullable String reason, @Nullable Recommendation found) {
		ServerTuning configured = this.trials.configured();
		return this.plan.document(ended, reason, (configured != null) ? configured.values() : Map.of(),
				this.trials.scores(), this.trials.roundTrials(), found, this.candidates);
	}

}
