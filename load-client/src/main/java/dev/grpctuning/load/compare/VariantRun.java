package dev.grpctuning.load.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.VariantResult.ServerRun;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.ClientWatch;
import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.result.RunDocument.ObservedLoad;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerMonitor;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.ServerSpec;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.server.tuning.ExpectedTuning;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.text.Display;

/**
 * One run of a variant: starts its server or changes the settings of a running one,
 * drives the load, and determines how the server ended.
 */
record VariantRun(Experiment experiment, RunServers servers, RunDriver driver, Display display, LatencyPhases latency) {

	VariantResult run(Variant variant, int round) throws IOException {
		ServerSpec spec = this.experiment.setup().spec(variant, this.experiment.directory(variant, round));
		long begun = System.nanoTime();
		try (RunServer server = this.servers.start(variant, spec.directory())) {
			try {
				server.awaitReady();
				double startSeconds = (System.nanoTime() - begun) / 1e9;
				new WarmUpRound(this.experiment, this.servers).catchUp(variant, server, this.driver);
				Boolean settled = this.servers.settle().isZero() ? null
						: server.observed().settle(this.servers.settle());
				return measure(variant, round, spec, server, startSeconds, settled);
			}
			catch (InterruptedException ex) {
				end(server);
				throw ex;
			}
			catch (TuningRefusedException ex) {
				end(server);
				return new VariantResult(variant, Ended.WRONG_TUNING, ex.getMessage(), List.of());
			}
			catch (IOException ex) {
				return new VariantResult(variant, Ended.EXITED, ex.getMessage(), List.of());
			}
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
			return new VariantResult(variant, Ended.INTERRUPTED, null, List.of());
		}
		finally {
			this.driver.end();
		}
	}

	private static void end(RunServer server) throws InterruptedException {
		try {
			server.end();
		}
		catch (IOException ex) {
			// The run has failed already, and the first failure is the one to report.
		}
	}

	private VariantResult measure(Variant variant, int round, ServerSpec spec, RunServer server, double startSeconds,
			@Nullable Boolean settled) throws IOException, TuningRefusedException, InterruptedException {
		ServerTuning tuning = server.observed().tuning().orElse(null);
		if (tuning != null) {
			ExpectedTuning.check(tuning, spec.properties());
		}
		Phase first = drive(server, this.experiment.plan(variant));
		LoadPlan second = (first.load().result().stoppedBy() == null)
				? this.latency.plan(variant, round, first.load().result().rate().perSecond()) : null;
		Phase last = (second != null) ? drive(server, second) : first;
		if (last.load().result().stoppedBy() != StopReason.INTERRUPTED && tuning != null
				&& !isUnchanged(server, tuning)) {
			last = new Phase(last.plan(), last.load().stoppedBy(StopReason.SERVER_GONE), last.samples(), last.client());
		}
		List<Stall> stalls = new ArrayList<>(server.observed().stalls());
		RunServer.End end;
		String unread = null;
		try {
			end = server.end();
		}
		catch (IOException ex) {
			// The run was measured all the same.
			end = new RunServer.End(null, null, List.of());
			unread = "the log of the server could not be read: " + ex.getMessage();
		}
		stalls.addAll(end.pauses());
		ServerObservation seen = new ServerObservation(spec, startSeconds, settled, last.samples(), end.gc(),
				end.exit(), tuning, server.observed().address().isThisMachine(), stalls);
		LoadResult load = (first.load().result().counts().unfinished() > 0) ? first.load().result()
				: last.load().result();
		Ended ended = ended(load, end.exit());
		String reason = reason(ended, load, end.exit(), server.observed());
		if (unread != null && ended == Ended.COMPLETED) {
			ended = Ended.EXITED;
			reason = unread;
		}
		return new VariantResult(variant, ended, reason, List.of(run(round, first, last, seen)));
	}

	private Phase drive(RunServer server, LoadPlan plan) throws IOException, InterruptedException {
		MeasuredLoad load;
		ServerMonitor monitor = server.observed().monitor(plan.model().interval(), this.driver::sampled);
		ClientWatch watch = ClientWatch.start();
		try (monitor; watch) {
			load = this.driver.drive(server, plan, this.display::show, null);
		}
		return new Phase(plan, load, monitor.samples(), watch.observation());
	}

	/** Rereads the tuning; returns {@code false} if the server has ended instead. */
	private static boolean isUnchanged(RunServer server, ServerTuning before)
			throws TuningRefusedException, InterruptedException {
		ServerTuning now;
		try {
			now = server.observed()
				.tuning()
				.orElseThrow(() -> new TuningRefusedException(
						server.observed().actuator() + "/grpctuning no longer reports the settings in force"));
		}
		catch (TuningRefusedException ex) {
			if (server.hasEnded()) {
				return false;
			}
			throw new TuningRefusedException("could not be read again after the run: " + ex.getMessage());
		}
		ExpectedTuning.checkUnchanged(before, now);
		return true;
	}

	private static ServerRun run(int round, Phase first, Phase last, ServerObservation seen) {
		return new ServerRun(round, last.observed(seen),
				(first.plan() != last.plan()) ? first.observed(seen.with(first.samples())) : null);
	}

	private static Ended ended(LoadResult load, RunServer.@Nullable Exit exit) {
		if (load.stoppedBy() == StopReason.INTERRUPTED) {
			return Ended.INTERRUPTED;
		}
		if (exit != null && exit.outOfMemory() != null) {
			return Ended.OUT_OF_MEMORY;
		}
		if (load.stoppedBy() == StopReason.SERVER_GONE || (exit != null && !exit.asked())) {
			return Ended.EXITED;
		}
		return (load.counts().unfinished() > 0 || load.stoppedBy() == StopReason.TIMEOUT) ? Ended.TIMED_OUT
				: Ended.COMPLETED;
	}

	private static @Nullable String reason(Ended ended, LoadResult load, RunServer.@Nullable Exit exit,
			ObservedServer server) {
		return switch (ended) {
			case COMPLETED -> switch (load.stoppedBy()) {
				case UNIMPLEMENTED -> "the server does not have the method, all answers were UNIMPLEMENTED";
				case REPLAY_CHANGED -> "load.replay.file was changed or could not be read during the run";
				case INTERRUPTED, SERVER_GONE, TIMEOUT, PRECISE, IMPRECISE -> null;
				case null -> null;
			};
			case INTERRUPTED, WRONG_TUNING -> null;
			case OUT_OF_MEMORY, EXITED -> (exit != null) ? exit.text()
					: server.actuator() + " could not be reached any more after the run (connection refused)";
			case TIMED_OUT -> load.counts().unfinished() + " calls unfinished";
		};
	}

	/** One load of a run, with its result and what was observed of both sides. */
	private record Phase(LoadPlan plan, MeasuredLoad load, List<ServerSample> samples, ClientObservation client) {

		private ObservedLoad observed(ServerObservation server) {
			return new ObservedLoad(this.plan, this.load, server, this.client);
		}

	}

}
