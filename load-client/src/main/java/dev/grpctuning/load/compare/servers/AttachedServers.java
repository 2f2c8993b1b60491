package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.server.LiveTuning;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.ExpectedTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.template.Templates;

/**
 * A server that was running before. It gets the settings of each variant, and its own at
 * the end.
 */
final class AttachedServers implements RunServers {

	private final ServerSetup setup;

	private final ObservedServer server;

	private final Duration settle;

	private @Nullable LiveTuning tuning;

	AttachedServers(ServerSetup setup, ObservedServer server, Duration settle) {
		this.setup = setup;
		this.server = server;
		this.settle = settle;
	}

	@Override
	public void prepare(List<Variant> variants) throws TuningRefusedException, IOException, InterruptedException {
		tuning().checkGivingBack();
		tuning().check(Map.of());
		RetunedServers.check(variants, tuning(), this::values);
	}

	@Override
	public Duration settle() {
		return this.settle;
	}

	@Override
	public Duration changeover() {
		return RetunedServers.changeover(this.settle);
	}

	@Override
	public RunServer start(Variant variant, Path directory) {
		return new Attached(values(variant));
	}

	private Map<String, String> values(Variant variant) {
		return ExpectedTuning.of(this.setup.spec(variant, Path.of("")).properties()).values();
	}

	private LiveTuning tuning() throws TuningRefusedException, IOException, InterruptedException {
		if (this.tuning == null) {
			this.tuning = LiveTuning.of(this.server);
		}
		return this.tuning;
	}

	@Override
	public void close() throws IOException {
		// An experiment that was interrupted gives back too.
		boolean interrupted = Thread.interrupted();
		try (this.server) {
			if (this.tuning != null) {
				giveBack(this.tuning);
			}
		}
		catch (InterruptedException ex) {
			interrupted = true;
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	private static void giveBack(LiveTuning tuning) throws IOException, InterruptedException {
		try {
			tuning.giveBack();
		}
		catch (TuningRefusedException | IOException ex) {
			throw new IOException(
					Templates.line("not-given-back",
							new NotGivenBack(tuning.isGone(), ex.getMessage(), tuning.hasFormer(), tuning.command())),
					ex);
		}
	}

	private record NotGivenBack(boolean gone, @Nullable String reason, boolean former, String command) {
	}

	private final class Attached implements RunServer {

		private final Map<String, String> values;

		Attached(Map<String, String> values) {
			this.values = values;
		}

		@Override
		public void awaitReady() throws TuningRefusedException, IOException, InterruptedException {
			tuning().apply(this.values, AttachedServers.this.setup.startTimeout());
		}

		@Override
		public ObservedServer observed() {
			return AttachedServers.this.server;
		}

		@Override
		public void onExit(Runnable action) {
			// The end of a process that somebody else started is not reported.
		}

		/** Its process is not seen, but it refuses connections when it has ended. */
		@Override
		public boolean hasEnded() throws InterruptedException {
			return AttachedServers.this.tuning != null && AttachedServers.this.tuning.isGone();
		}

		@Override
		public RunServer.End end() {
			// The end of its process and its GC log are not seen from here.
			return new RunServer.End(null, null, List.of());
		}

		@Override
		public void close() {
			// The experiment did not start this server, so it does not end it.
		}

	}

}
