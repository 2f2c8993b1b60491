package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.text.Display;

/**
 * Drives each variant for as long as its warm-up may take before the first round, if
 * servers are kept. What all variants need is compiled in a server's first runs, and the
 * first round would show that.
 */
record WarmUpRound(Experiment experiment, RunServers servers) {

	/**
	 * From this limit on, the warm-up of each run is enough if it lasts until calls are
	 * steady.
	 */
	private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

	Duration length() {
		return steps().stream()
			.map((step) -> step.time().plus(this.servers.changeover()))
			.reduce(Duration.ZERO, Duration::plus);
	}

	/** Listed steps, or one for each variant with a fixed or short warm-up. */
	private List<Experiment.WarmUp> steps() {
		if (this.experiment.warmUps() != null) {
			return this.experiment.warmUps();
		}
		return this.experiment.variants()
			.stream()
			.filter(this::warms)
			.map((variant) -> new Experiment.WarmUp(variant, this.experiment.plan(variant), longest(variant)))
			.toList();
	}

	void run(RunDriver driver, Display display) {
		List<Experiment.WarmUp> steps = steps();
		if (steps.isEmpty() || !driver.prepare()) {
			return;
		}
		display.print("warming up each of %d variants".formatted(steps.size()));
		for (Experiment.WarmUp step : steps) {
			if (!driver.prepare()) {
				return;
			}
			try (RunServer server = this.servers.start(step.variant(), this.experiment.directory(step.variant(), 0))) {
				server.awaitReady();
				driver.drive(server, step.plan(), step.time());
			}
			catch (TuningRefusedException | IOException ex) {
				// Whatever it is, the variant's first run meets it too.
			}
			catch (InterruptedException ex) {
				driver.giveUp();
				return;
			}
			finally {
				driver.end();
			}
		}
	}

	/** Warms up a server that has replaced a dead one. */
	void catchUp(Variant variant, RunServer server, RunDriver driver) throws IOException, InterruptedException {
		if (server.cold() && warmsUpShortly(variant)) {
			driver.drive(server, this.experiment.plan(variant), longest(variant));
			driver.prepareOrEnd();
		}
	}

	/** Longest warm-up of a run. */
	Duration longest(Variant variant) {
		return this.experiment.plan(variant).model().warmup().longest();
	}

	/** Whether the server of a variant is warm after this round. */
	boolean warms(Variant variant) {
		return this.servers.kept() && warmsUpShortly(variant);
	}

	private boolean warmsUpShortly(Variant variant) {
		return switch (this.experiment.plan(variant).model().warmup()) {
			case Warmup.Fixed fixed -> fixed.time().isPositive();
			case Warmup.UntilSteady until -> until.limit().compareTo(LONG_ENOUGH) < 0;
		};
	}

}
