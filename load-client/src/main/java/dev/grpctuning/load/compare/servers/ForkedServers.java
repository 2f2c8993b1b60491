package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerEnd;
import dev.grpctuning.load.server.ServerExit;

/**
 * A fresh server for each run.
 *
 * @param setup what the servers share
 * @param settle longest wait for each of them to settle
 */
public record ForkedServers(ServerSetup setup, Duration settle) implements RunServers {

	/**
	 * As measured with hello-service on two cores, with its wait for quiet.
	 */
	private static final Duration CHANGEOVER = Duration.ofSeconds(9);

	@Override
	public void prepare(List<Variant> variants) {
		// What it cannot be, a server says when it is started.
	}

	@Override
	public Duration changeover() {
		return CHANGEOVER;
	}

	@Override
	public boolean kept() {
		return false;
	}

	@Override
	public RunServer start(Variant variant, Path directory) throws IOException {
		return new Forked(ForkedServer.start(this.setup.spec(variant, directory)));
	}

	@Override
	public void close() {
		// Each server ends with its run.
	}

	private final class Forked implements RunServer {

		private final ForkedServer server;

		private long gcLogBytes;

		Forked(ForkedServer server) {
			this.server = server;
		}

		@Override
		public void awaitReady() throws IOException, InterruptedException {
			this.server.awaitReady(ForkedServers.this.setup.startTimeout());
			this.gcLogBytes = this.server.gcLogBytes();
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
		public ServerEnd end() throws IOException, InterruptedException {
			ServerExit exit = this.server.stop();
			return new ServerEnd(this.server.gc(this.gcLogBytes), exit);
		}

		@Override
		public void close() {
			this.server.close();
		}

	}

}
