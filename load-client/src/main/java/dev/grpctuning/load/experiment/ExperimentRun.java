package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.ServerExit;
import dev.grpctuning.load.server.ServerMonitor;
import dev.grpctuning.load.server.ServerSpec;

/**
 * Runs the variants of an experiment in turns, each run against a fresh server. A variant
 * whose server dies is a result; the next one follows.
 */
public final class ExperimentRun {

	private final Experiment experiment;

	private final ChannelsFactory channels;

	private final ExperimentListener listener;

	private final CurrentRun current = new CurrentRun();

	/**
	 * Prepares to run an experiment.
	 * @param experiment the experiment
	 * @param channels opens the channels of each run
	 * @param listener told how it gets on
	 */
	public ExperimentRun(Experiment experiment, ChannelsFactory channels, ExperimentListener listener) {
		this.experiment = experiment;
		this.channels = channels;
		this.listener = listener;
	}

	/**
	 * Runs all variants in all rounds, or those that come before {@link #interrupt()}.
	 * @param results given what came of each variant so far, as soon as a run of it ended
	 * @throws IOException if logs cannot be written or read
	 */
	public void run(Consumer<VariantResult> results) throws IOException {
		Map<Variant, VariantResult> soFar = new HashMap<>();
		for (int round = 1; round <= this.experiment.repeat(); round++) {
			for (Variant variant : Rounds.order(this.experiment.variants(), round - 1)) {
				if (!this.current.prepare()) {
					return;
				}
				this.listener.started(variant, round);
				VariantResult result = run(variant, round);
				this.listener.ended(result);
				results.accept(soFar.merge(variant, result, VariantResult::plus));
			}
		}
	}

	/**
	 * Ends the experiment soon: the run under way is stopped and counted, its server is
	 * stopped, and no further variant begins. May be called from any thread.
	 */
	public void interrupt() {
		this.current.interrupt();
	}

	private VariantResult run(Variant variant, int round) throws IOException {
		ServerSpec spec = this.experiment.setup().spec(variant, this.experiment.directory(variant, round));
		try (ForkedServer server = ForkedServer.start(spec)) {
			try {
				long begun = System.nanoTime();
				server.awaitReady(this.experiment.setup().startTimeout());
				return run(variant, round, spec, server, (System.nanoTime() - begun) / 1e9);
			}
			catch (InterruptedException ex) {
				server.stop();
				return new VariantResult(variant, Ended.INTERRUPTED, null, List.of());
			}
			catch (IOException ex) {
				return new VariantResult(variant, Ended.EXITED, ex.getMessage(), List.of());
			}
		}
		catch (InterruptedException ex) {
			return new VariantResult(variant, Ended.INTERRUPTED, null, List.of());
		}
	}

	private VariantResult run(Variant variant, int round, ServerSpec spec, ForkedServer server, double startSeconds)
			throws IOException, InterruptedException {
		LoadPlan plan = this.experiment.plan(variant);
		LoadResult load;
		ServerMonitor monitor = server.monitor();
		try (monitor;
				CallChannels open = this.channels.open(server.address(), plan,
						this.experiment.setup().connectTimeout())) {
			LoadRun run = new LoadRun(plan, open, this.listener::progress);
			this.current.begin(run);
			server.onExit(() -> run.stop(StopReason.SERVER_GONE));
			load = run.run();
		}
		finally {
			this.current.end();
		}
		ServerExit exit = server.stop();
		ServerObservation seen = new ServerObservation(spec, startSeconds, monitor.samples(), server.gc(), exit);
		Ended ended = ended(load, exit);
		return new VariantResult(variant, ended, reason(ended, load, exit), List.of(new ServerRun(round, load, seen)));
	}

	private static Ended ended(LoadResult load, ServerExit exit) {
		if (load.stoppedBy() == StopReason.INTERRUPTED) {
			return Ended.INTERRUPTED;
		}
		if (exit.outOfMemory() != null) {
			return Ended.OUT_OF_MEMORY;
		}
		if (!exit.asked()) {
			return Ended.EXITED;
		}
		return (load.counts().unfinished() > 0 || load.stoppedBy() == StopReason.TIMEOUT) ? Ended.TIMED_OUT
				: Ended.COMPLETED;
	}

	private static @Nullable String reason(Ended ended, LoadResult load, ServerExit exit) {
		return switch (ended) {
			case COMPLETED, INTERRUPTED -> null;
			case OUT_OF_MEMORY -> exit.outOfMemory();
			case EXITED -> "exit code " + exit.exitCode() + ((exit.lastError() != null) ? ": " + exit.lastError() : "");
			case TIMED_OUT ->
				load.counts().unfinished() + " calls unfinished after " + Math.round(load.elapsedSeconds()) + " s";
		};
	}

}
