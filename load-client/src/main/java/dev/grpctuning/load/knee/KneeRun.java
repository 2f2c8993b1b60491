package dev.grpctuning.load.knee;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.search.TrialServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Display;

/** Searches for the knees of variants. One whose server does not start is a result. */
record KneeRun(KneePlan plan, RunDriver driver, Display display, Consumer<KneeResult> results) {

	/** Searches for all knees, or those that come before the driver is interrupted. */
	void run() throws IOException {
		for (Variant variant : this.plan.variants()) {
			this.display.begin(this.plan.variants().size(), Templates.text("knee-begins", variant));
			List<Trial> trials = new ArrayList<>();
			try (TrialServer server = new TrialServer(this.plan.setup(), variant, null,
					this.plan.directory().resolve(variant.name()), this.plan.trials(), this.plan.objective(),
					this.driver)) {
				KneeResult result = run(variant, server, trials);
				if (result.ended() != Ended.INTERRUPTED || !trials.isEmpty()) {
					ended(result);
				}
				if (result.ended() == Ended.INTERRUPTED) {
					return;
				}
			}
			finally {
				this.driver.end();
			}
		}
	}

	private void ended(KneeResult result) {
		this.display.print("  " + Templates.text("ended", result));
		this.results.accept(result);
	}

	private KneeResult run(Variant variant, TrialServer server, List<Trial> trials) throws IOException {
		try {
			return KneeResult.of(variant, Ended.COMPLETED, null, search(server, server.start(), trials), trials);
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
			return KneeResult.of(variant, Ended.INTERRUPTED, null, null, trials);
		}
		catch (RunServer.StartException ex) {
			return KneeResult.of(variant, Ended.EXITED, ex.getMessage(), null, trials);
		}
		catch (IOException ex) {
			ended(KneeResult.of(variant, Ended.EXITED, ex.toString(), null, trials));
			throw ex;
		}
	}

	private Knee search(TrialServer server, LoadResult warmUp, List<Trial> trials)
			throws IOException, InterruptedException {
		TrialPlan.Limits limits = this.plan.limits();
		return new KneeSearch(KneeSearch.Settings.confirmed(limits.start(warmUp), limits.highest(), limits.precision()),
				(rate) -> {
					Trial trial = server.at(this.plan.trials(), rate);
					trials.add(trial);
					this.display.print(trial.text());
					return trial.outcome();
				})
			.search();
	}

}
