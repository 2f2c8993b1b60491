package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.engine.Warmup;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.TuningRefusedException;

/**
 * Drives each variant for its warm-up before the first round, if servers are kept. What
 * all variants need is compiled in a server's first runs, and the first round would show
 * that.
 *
 * @param experiment the experiment
 * @param servers where its servers come from
 * @param channels opens the channels
 * @param current told what is going on, which may have to end
 * @param listener told that this goes on
 */
record WarmUpRound(Experiment experiment, RunServers servers, ChannelsFactory channels, CurrentRun current,
		ExperimentListener listener) {

	/**
	 * Drives all variants of which the warm-up is a fixed time: others are warmed up
	 * until they are steady, in each run.
	 */
	void run() {
		List<Variant> variants = this.experiment.variants().stream().filter(this::warmsUpForATime).toList();
		if (!this.servers.kept() || variants.isEmpty()) {
			return;
		}
		this.listener.warmingUp(variants.size());
		for (Variant variant : variants) {
			if (!this.current.prepare()) {
				return;
			}
			try (RunServer server = this.servers.start(variant, this.experiment.directory(variant, 0))) {
				server.awaitReady();
				drive(this.experiment.plan(variant), server);
			}
			catch (TuningRefusedException | IOException ex) {
				// The variant's first run says so.
			}
			catch (InterruptedException ex) {
				return;
			}
		}
	}

	private boolean warmsUpForATime(Variant variant) {
		return this.experiment.plan(variant).model().warmup() instanceof Warmup.Fixed fixed
				&& fixed.time().isPositive();
	}

	private void drive(LoadPlan plan, RunServer server) throws IOException, InterruptedException {
		AtomicReference<@Nullable LoadRun> begun = new AtomicReference<>();
		try (CallChannels open = this.channels.open(server.observed().address(), plan,
				this.experiment.setup().connectTimeout())) {
			LoadRun run = new LoadRun(plan, open, (progress) -> {
				LoadRun warm = begun.get();
				if (!progress.warmingUp() && warm != null) {
					warm.finish();
				}
			});
			begun.set(run);
			this.current.begin(run);
			server.onExit(() -> run.stop(StopReason.SERVER_GONE));
			run.run();
		}
		finally {
			this.current.end();
		}
	}

}
