package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.engine.Warmup;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.TuningRefusedException;

/**
 * Drives each variant for as long as its warm-up may take before the first round, if
 * servers are kept. What all variants need is compiled in a server's first runs, and the
 * first round would show that.
 *
 * @param experiment the experiment
 * @param servers where its servers come from
 */
record WarmUpRound(Experiment experiment, RunServers servers) {

	/**
	 * A warm-up until calls are steady that may take so long is one in each run.
	 */
	private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

	/**
	 * How long it takes.
	 */
	Duration length() {
		return this.experiment.sum(variants(), (model) -> model.warmup().longest().plus(this.servers.changeover()));
	}

	/**
	 * Those of which the warm-up is a fixed time or has a short limit: others are warmed
	 * up until they are steady, in each run.
	 */
	private List<Variant> variants() {
		return this.servers.kept() ? this.experiment.variants().stream().filter(this::warmsUpShortly).toList()
				: List.of();
	}

	/**
	 * Drives them.
	 * @param channels opens the channels
	 * @param current told what is going on, which may have to end
	 * @param listener told that this goes on
	 */
	void run(ChannelsFactory channels, CurrentRun current, ExperimentListener listener) {
		List<Variant> variants = variants();
		if (variants.isEmpty() || !current.prepare()) {
			return;
		}
		listener.warmingUp(variants.size());
		for (Variant variant : variants) {
			if (!current.prepare()) {
				return;
			}
			try (RunServer server = this.servers.start(variant, this.experiment.directory(variant, 0))) {
				server.awaitReady();
				drive(this.experiment.plan(variant), server, channels, current);
			}
			catch (TuningRefusedException | IOException ex) {
				// Whatever it is, the variant's first run meets it too.
				current.end();
			}
			catch (InterruptedException ex) {
				return;
			}
		}
	}

	/**
	 * Drives a server that has replaced one that died.
	 * @param variant what it is now
	 * @param server the server, which is ready
	 * @param channels opens the channels
	 * @param current told what is going on
	 * @return whether the experiment goes on
	 */
	boolean catchUp(Variant variant, RunServer server, ChannelsFactory channels, CurrentRun current)
			throws IOException, InterruptedException {
		if (!server.cold() || !warmsUpShortly(variant)) {
			return true;
		}
		drive(this.experiment.plan(variant), server, channels, current);
		return current.prepare();
	}

	private boolean warmsUpShortly(Variant variant) {
		return switch (this.experiment.plan(variant).model().warmup()) {
			case Warmup.Fixed fixed -> fixed.time().isPositive();
			case Warmup.UntilSteady until -> until.limit().compareTo(LONG_ENOUGH) < 0;
		};
	}

	private void drive(LoadPlan plan, RunServer server, ChannelsFactory channels, CurrentRun current)
			throws IOException, InterruptedException {
		try (CallChannels open = channels.open(server.observed().address(), plan,
				this.experiment.setup().connectTimeout())) {
			LoadRun run = new LoadRun(plan, open, (progress) -> {
			});
			current.begin(run);
			server.onExit(() -> run.stop(StopReason.SERVER_GONE));
			CompletableFuture.delayedExecutor(plan.model().warmup().longest().toMillis(), TimeUnit.MILLISECONDS)
				.execute(run::finish);
			run.run();
		}
		finally {
			current.end();
		}
	}

}
