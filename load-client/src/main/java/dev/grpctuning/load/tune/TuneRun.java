package dev.grpctuning.load.tune;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.KnobSpace;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.TuneBudget;
import dev.grpctuning.load.tune.search.TuneSearch;

/** Searches for better knobs at servers that are started for the purpose. */
final class TuneRun {

	private final TunePlan plan;

	private final Display display;

	private final RunDriver driver;

	private final TuneServers servers;

	private final TuneTrials trials;

	private final Consumer<TuneDocument> results;

	private @Nullable Integer candidates;

	TuneRun(TunePlan plan, RunDriver driver, Display display, Consumer<TuneDocument> results) {
		this.plan = plan;
		this.display = display;
		this.results = results;
		this.driver = driver;
		this.servers = new TuneServers(plan, driver, display);
		this.trials = new TuneTrials(plan, this.servers, display,
				() -> results.accept(document(Ended.INTERRUPTED, null, null)));
	}

	/** Passes the result on before the last server ends, because that may fail. */
	void run() throws IOException {
		try (this.servers) {
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
			this.driver.giveUp();
			return document(Ended.INTERRUPTED, null, null);
		}
		catch (IOException ex) {
			this.results.accept(document(Ended.EXITED, ex.toString(), null));
			throw ex;
		}
	}

	/** As many as fit the time left, at least one if there is any. */
	private List<Candidate> choose(Duration spent) {
		ServerTuning configured = this.servers.configured();
		KnobSpace space = (configured != null) ? this.plan.space().without(configured::isSet) : this.plan.space();
		List<Candidate> all = space.choose(this.plan.seed(), (configured != null) ? configured.values() : Map.of());
		if (all.isEmpty()) {
			return all;
		}
		TuneBudget budget = this.plan.budget(spent, this.servers.setUp());
		int fit = Math.max(1, budget.candidates(all.size()));
		this.candidates = fit;
		this.display.print("%d of %d candidates, which will take about %s".formatted(fit, all.size(),
				Display.about(budget.length(fit).minus(spent))));
		return all.subList(0, fit);
	}

	private TuneDocument document(Ended ended, @Nullable String reason, @Nullable Recommendation found) {
		ServerTuning configured = this.servers.configured();
		return this.plan.document(ended, reason, (configured != null) ? configured.values() : Map.of(),
				this.trials.scores(), this.trials.roundTrials(), found, this.candidates);
	}

}
