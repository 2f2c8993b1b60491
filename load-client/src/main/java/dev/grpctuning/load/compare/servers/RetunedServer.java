package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.LiveTuning;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/** A running server that gets the settings of one variant after the other. */
final class RetunedServer implements AutoCloseable {

	private final ForkedServer server;

	private final Duration timeout;

	private boolean up;

	private @Nullable LiveTuning tuning;

	private boolean used;

	RetunedServer(ForkedServer server, Duration timeout) {
		this.server = server;
		this.timeout = timeout;
	}

	boolean isAlive() {
		return this.server.isAlive();
	}

	void awaitReady() throws IOException, InterruptedException {
		if (!this.up) {
			this.server.awaitReady();
			this.up = true;
		}
	}

	LiveTuning tuning() throws TuningRefusedException, IOException, InterruptedException {
		if (this.tuning == null) {
			awaitReady();
			this.tuning = LiveTuning.of(this.server.observed());
		}
		return this.tuning;
	}

	RunServer run(Map<String, String> values, boolean warmedUpOnce) {
		Run run = new Run(values, warmedUpOnce && !this.used);
		this.used = true;
		return run;
	}

	@Override
	public void close() throws IOException {
		try (ForkedServer last = this.server) {
			last.stop();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private final class Run implements RunServer {

		private final ForkedServer server = RetunedServer.this.server;

		private final long gcLogBytes = this.server.gcLogBytes();

		private final Map<String, String> values;

		private final boolean cold;

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
			return this.server.observed();
		}

		@Override
		public void onExit(Runnable action) {
			this.server.onExit(action);
		}

		@Override
		public boolean hasEnded() throws InterruptedException {
			return this.server.hasEnded();
		}

		@Override
		public RunServer.End end() throws IOException, InterruptedException {
			return new RunServer.End(this.server.gc(this.gcLogBytes), this.server.isAlive() ? null : this.server.stop(),
					this.server.pauses(this.gcLogBytes));
		}

		@Override
		public void close() {
			// The next run may use it.
		}

	}

}
