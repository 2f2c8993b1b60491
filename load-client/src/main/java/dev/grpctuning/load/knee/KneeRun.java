package dev.grpctuning.load.knee;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Rounds;
import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.servers.ForkedServers;
import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.search.TrialServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Display;

/**
 * Searches for the knees of variants, which take turns trial by trial, so that slow
 * changes of the machine affect all alike. A variant whose server does not start is a
 * result.
 */
final class KneeRun {

	private final KneePlan plan;

	private final RunDriver driver;

	private final Display display;

	private final Consumer<KneeResult> results;

	private final Consumer<List<KneeResult>> underWay;

	private final List<Searched> open = new ArrayList<>();

	/**
	 * Creates a search.
	 * @param results takes the result of a variant
	 * @param underWay takes, after each trial, what was found so far at all variants that
	 * are still searched
	 */
	KneeRun(KneePlan plan, RunDriver driver, Display display, Consumer<KneeResult> results,
			Consumer<List<KneeResult>> underWay) {
		this.plan = plan;
		this.driver = driver;
		this.display = display;
		this.results = results;
		this.underWay = underWay;
	}

	/** Searches for all knees, or those that are found before an interrupt. */
	void run() throws IOException {
		try {
			for (Variant variant : this.plan.variants()) {
				start(variant);
			}
			for (int round = 0; !this.open.isEmpty(); round++) {
				for (Searched searched : Rounds.turned(this.open, round)) {
					tryNext(searched);
				}
			}
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
		}
		finally {
			this.driver.end();
			giveUpTheRest();
		}
	}

	private void start(Variant variant) throws IOException, InterruptedException {
		this.display.begin(this.plan.variants().size(), Templates.text("knee-begins", variant));
		TrialServer server = this.plan.search()
			.server(new ForkedServers(this.plan.search().setup(), Duration.ZERO), variant.name(), this.driver);
		Searched searched = new Searched(variant, server, this.plan.several());
		this.open.add(searched);
		try {
			searched.begin(this.plan.search().limits());
		}
		catch (RunServer.StartException ex) {
			end(searched, Ended.EXITED, ex.getMessage());
		}
		catch (IOException ex) {
			end(searched, Ended.EXITED, ex.toString());
			throw ex;
		}
	}

	private void tryNext(Searched searched) throws IOException, InterruptedException {
		OptionalDouble rate = searched.search().next();
		if (rate.isEmpty()) {
			end(searched, Ended.COMPLETED, null);
			return;
		}
		try {
			this.display.tries(searched.name() + " at " + Figures.rate(rate.getAsDouble()) + "/s");
			Trial trial = searched.server().at(rate.getAsDouble());
			searched.add(trial);
			this.display.print(searched.line(trial));
			this.underWay.accept(this.open.stream()
				.filter((other) -> !other.trials().isEmpty())
				.map((other) -> other.result(Ended.COMPLETED, "not known yet"))
				.toList());
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
	private void end(Searched searched, Ended ended, @Nullable String reason) throws IOException {
		this.open.remove(searched);
		try {
			KneeResult result = searched.result(ended, reason);
			this.display.print("  " + Templates.text("knee-ended", result));
			this.results.accept(result);
		}
		finally {
			searched.server().close();
		}
	}

	private void giveUpTheRest() throws IOException {
		for (Searched searched : List.copyOf(this.open)) {
			if (searched.trials().isEmpty()) {
				searched.server().close();
			}
			else {
				end(searched, Ended.INTERRUPTED, null);
			}
		}
	}

	/** A variant while its knee is searched for, with its server. */
	private static final class Searched {

		private final Variant variant;

		private final TrialServer server;

		private final boolean named;

		private final List<Trial> trials = new ArrayList<>();

		private @Nullable KneeSearch search;

		Searched(Variant variant, TrialServer server, boolean named) {
			this.variant = variant;
			this.server = server;
			this.named = named;
		}

		/** Starts the server and warms it up. */
		void begin(TrialPlan.Limits limits) throws IOException, InterruptedException {
			this.search = new KneeSearch(
					KneeSearch.Settings.from(limits.start(this.server.become(this.variant)), limits));
		}

		String name() {
			return this.variant.name();
		}

		TrialServer server() {
			return this.server;
		}

		KneeSearch search() {
			return Objects.requireNonNull(this.search);
		}

		List<Trial> trials() {
			return this.trials;
		}

		void add(Trial trial) {
			this.trials.add(trial);
			search().add(trial.callsPerSecond(), trial.outcome());
		}

		String line(Trial trial) {
			return this.named ? trial.text() + "  (" + this.variant.name() + ")" : trial.text();
		}

		KneeResult result(Ended ended, @Nullable String reason) {
			return KneeResult.of(this.variant, ended, reason, this.trials.isEmpty() ? null : search().knee(),
					this.trials);
		}

	}

}
