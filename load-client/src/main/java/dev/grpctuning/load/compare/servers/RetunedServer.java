package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.LiveTuning;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.template.Templates;

/**
 * A running server that gets the settings of one variant after the other. One that was
 * running before gets its own at the end.
 */
final class RetunedServer implements AutoCloseable {

	private final ObservedServer observed;

	/** Its process, or {@code null} if somebody else has started it. */
	private final @Nullable ForkedServer process;

	private final Duration timeout;

	private @Nullable LiveTuning tuning;

	private boolean up;

	private boolean used;

	RetunedServer(ObservedServer observed, @Nullable ForkedServer process, Duration timeout) {
		this.observed = observed;
		this.process = process;
		this.timeout = timeout;
	}

	boolean isAlive() {
		return this.process == null || this.process.isAlive();
	}

	void awaitReady() throws IOException, InterruptedException {
		if (!this.up && this.process != null) {
			this.process.awaitReady();
		}
		this.up = true;
	}

	LiveTuning tuning() throws TuningRefusedException, IOException, InterruptedException {
		if (this.tuning == null) {
			awaitReady();
			this.tuning = LiveTuning.of(this.observed);
		}
		return this.tuning;
	}

	/** Finds out whether settings can be changed at all, and restored at the end. */
	LiveTuning checked() throws TuningRefusedException, IOException, InterruptedException {
		LiveTuning checked = tuning();
		if (this.process == null) {
			checked.checkGivingBack();
		}
		checked.check(Map.of());
		return checked;
	}

	RunServer run(Map<String, String> values, boolean changing) {
		Run run = new Run(values, changing && this.process != null && !this.used);
		this.used = true;
		return run;
	}

	/** Ends in good order, also if the experiment was interrupted. */
	@Override
	public void close() throws IOException {
		boolean interrupted = Thread.interrupted();
		try (this.observed; ForkedServer own = this.process) {
			if (own != null) {
				own.stop();
			}
			else if (this.tuning != null) {
				giveBack(this.tuning);
			}
		}
		catch (InterruptedException ex) {
			interrupted = true;
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
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

	private final class Run implements RunServer {

		private final Map<String, String> values;

		private final boolean cold;

		private final @Nullable ForkedServer process = RetunedServer.this.process;

		private final long gcLogBytes = (this.process != null) ? this.process.gcLogBytes() : 0;

		Run(Map<String, String> values, boolean cold) {
			this.values = values;
			this.cold = cold;
		}

		@Override
		public boolean cold() {
			return this.cold;
		}

		@Override
		public void awaitReady() throws IOException, TuningRefusedException, InterruptedException {
			if (this.values.isEmpty() && RetunedServer.this.tuning == null) {
				RetunedServer.this.awaitReady();
			}
			else {
				tuning().apply(this.values, RetunedServer.this.timeout);
			}
		}

		@Override
		public ObservedServer observed() {
			return RetunedServer.this.observed;
		}

		/** The end of a process that somebody else started is not seen. */
		@Override
		public void onExit(Runnable action) {
			if (this.process != null) {
				this.process.onExit(action);
			}
		}

		/** A process that is not seen has ended when it refuses connections. */
		@Override
		public boolean hasEnded() throws InterruptedException {
			LiveTuning client = RetunedServer.this.tuning;
			return (this.process != null) ? this.process.hasEnded() : client != null && client.isGone();
		}

		@Override
		public RunServer.End end() throws IOException, InterruptedException {
			return (this.process != null)
					? this.process.end(this.gcLogBytes, this.process.isAlive() ? null : this.process.stop())
					: new RunServer.End(null, null, List.of());
		}

		@Override
		public void close() {
			// The next run may use it.
		}

	}

}
