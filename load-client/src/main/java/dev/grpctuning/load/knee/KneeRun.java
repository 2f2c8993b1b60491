package dev.grpctuning.load.knee;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Rounds;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.SearchPlan;
import dev.grpctuning.load.search.SearchRunner;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.search.TrialServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;

/**
 * Searches for the knees of variants, which take turns trial by trial, so that slow
 * changes of the machine affect all alike. A variant whose server does not start is a
 * result.
 */
final class KneeRun {

	private final SearchPlan plan;

	private final List<Variant> variants;

	private final SearchRunner.Run run;

	private final Live live;

	private final Consumer<KneeDocument> results;

	private final List<Searched> open = new ArrayList<>();

	private final List<KneeResult> ended = new ArrayList<>();

	KneeRun(SearchPlan plan, List<Variant> variants, SearchRunner.Run run, Live live, Consumer<KneeDocument> results) {
		this.plan = plan;
		this.variants = variants;
		this.run = run;
		this.live = live;
		this.results = results;
	}

	/** Searches for all knees, or those that are found before an interrupt. */
	void run() throws IOException {
		try {
			for (Variant variant : this.variants) {
				this.run.display().begin(this.variants.size(), Templates.text("knee-begins", variant));
				Searched searched = new Searched(variant);
				this.open.add(searched);
				attempt(searched, searched::begin);
			}
			for (int round = 0; !this.open.isEmpty(); round++) {
				for (Searched searched : Rounds.turned(this.open, round)) {
					tryNext(searched);
				}
			}
		}
		catch (InterruptedException ex) {
			this.run.driver().giveUp();
		}
		finally {
			this.run.driver().end();
			giveUpTheRest();
		}
	}

	private void tryNext(Searched searched) throws IOException, InterruptedException {
		OptionalDouble rate = Objects.requireNonNull(searched.search).next();
		if (rate.isEmpty()) {
			end(searched, Ended.COMPLETED, null);
			return;
		}
		attempt(searched, () -> {
			searched.tryAt(rate.getAsDouble());
			List<KneeResult> underWay = this.open.stream()
				.filter((other) -> !other.trials.isEmpty())
				.map((other) -> other.result(Ended.COMPLETED, "not known yet"))
				.toList();
			List<KneeResult> all = Stream.of(this.ended, underWay).flatMap(List::stream).toList();
			this.live.draw(() -> document(all).report(null).html());
		});
	}

	private void attempt(Searched searched, Step step) throws IOException, InterruptedException {
		try {
			step.run();
		}
		catch (RunServer.StartException ex) {
			end(searched, Ended.EXITED, ex.getMessage());
		}
		catch (IOException ex) {
			end(searched, Ended.EXITED, ex.toString());
			throw ex;
		}
	}

	/** Passes the result on before the server ends, because that may fail. */
	private void end(Searched searched, Ended how, @Nullable String reason) throws IOException {
		this.open.remove(searched);
		try (searched.server) {
			KneeResult result = searched.result(how, reason);
			this.run.display().print("  " + Templates.text("knee-ended", result));
			this.ended.add(result);
			this.results.accept(document(this.ended));
		}
	}

	private void giveUpTheRest() throws IOException {
		try {
			for (Searched searched : List.copyOf(this.open)) {
				if (searched.trials.isEmpty()) {
					searched.server.close();
				}
				else {
					end(searched, Ended.INTERRUPTED, null);
				}
			}
		}
		finally {
			this.results.accept(document(this.ended));
		}
	}

	private KneeDocument document(List<KneeResult> found) {
		return KneeDocument.of(this.plan, this.run.environment(), this.variants, found);
	}

	/** A step of the search at one variant. */
	private interface Step {

		void run() throws IOException, InterruptedException;

	}

	/** A variant while its knee is searched for, with its server. */
	private final class Searched {

		private final Variant variant;

		private final TrialServer server;

		private final List<Trial> trials = new ArrayList<>();

		private @Nullable KneeSearch search;

		Searched(Variant variant) {
			this.variant = variant;
			this.server = KneeRun.this.plan.server(RunServers.forked(KneeRun.this.plan.setup(), Duration.ZERO),
					variant.name(), KneeRun.this.run.driver());
		}

		/** Starts the server and warms it up. */
		void begin() throws IOException, InterruptedException {
			TrialPlan.Limits limits = KneeRun.this.plan.limits();
			this.search = new KneeSearch(
					KneeSearch.Settings.from(limits.start(this.server.become(this.variant)), limits));
		}

		void tryAt(double rate) throws IOException, InterruptedException {
			KneeRun.this.run.display().tries(this.variant.name() + " at " + Figures.rate(rate) + "/s");
			Trial trial = this.server.at(rate);
			this.trials.add(trial);
			Objects.requireNonNull(this.search).add(trial.callsPerSecond(), trial.outcome());
			boolean named = KneeRun.this.variants.size() > 1;
			KneeRun.this.run.display().print(trial.text() + (named ? "  (" + this.variant.name() + ")" : ""));
		}

		KneeResult result(Ended how, @Nullable String reason) {
			return KneeResult.of(this.variant, how, reason,
					(this.search != null && !this.trials.isEmpty()) ? this.search.knee() : null, this.trials);
		}

	}

}
