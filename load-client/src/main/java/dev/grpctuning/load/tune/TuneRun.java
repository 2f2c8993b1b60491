package dev.grpctuning.load.tune;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.search.TrialServer;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.KnobSpace;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.SaturatedException;
import dev.grpctuning.load.tune.search.TuneSearch;

/** Searches for better knobs at servers that are started for the purpose. */
final class TuneRun {

	private final TunePlan plan;

	private final RunDriver driver;

	private final TrialServer server;

	private final TuneTrials trials;

	private final Consumer<TuneDocument> results;

	TuneRun(TunePlan plan, RunDriver driver, Display display, Consumer<TuneDocument> results) {
		this.plan = plan;
		this.results = results;
		this.driver = driver;
		this.server = plan.search().server(plan.servers(), "servers", driver);
		this.trials = new TuneTrials(plan, this.server, display,
				() -> results.accept(document(Ended.INTERRUPTED, null, null)));
	}

	/** Passes the result on before the last server ends, because that may fail. */
	void run() throws IOException {
		try (this.server) {
			this.results.accept(search());
		}
		finally {
			this.driver.end();
		}
	}

	private TuneDocument search() throws IOException {
		try {
			double configured = this.trials.highestRate(Candidate.CONFIGURED, 0);
			TuneScore first = this.trials.scores().getFirst();
			if (first.reason() != null) {
				return document(Ended.EXITED, first.reason(), null);
			}
			ServerTuning now = this.server.tuning();
			KnobSpace space = (now != null) ? this.plan.space().without(now::isSet) : this.plan.space();
			if (space.knobs().isEmpty()) {
				return document(Ended.COMPLETED, "every value of the space is in force already", null);
			}
			return document(Ended.COMPLETED, null, new TuneSearch(space, (now != null) ? now.values() : Map.of(),
					this.plan.seed(), this.plan.search().limits().highest(), this.trials)
				.search(configured));
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
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
		return this.plan.document(ended, reason, (configured != null) ? configured.values() : Map.of(),
				this.trials.scores(), this.trials.roundTrials(), found);
	}

}
