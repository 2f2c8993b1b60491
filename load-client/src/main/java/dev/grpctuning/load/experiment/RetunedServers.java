package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.ExpectedTuning;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.LiveTuning;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.ServerEnd;
import dev.grpctuning.load.server.TuningRefusedException;

/**
 * One server for all runs, which is made one variant after the other while it runs. If it
 * dies in a run, the next run has a new one.
 */
public final class RetunedServers implements RunServers {

	private static final Variant UNTUNED = new Variant("server", null, null, List.of(), Map.of());

	private final ServerSetup setup;

	private final ServerCredentials credentials;

	private final Duration settle;

	private final Path directory;

	private @Nullable ForkedServer server;

	private @Nullable LiveTuning tuning;

	private int started;

	/**
	 * Starts no server yet.
	 * @param setup how servers are started
	 * @param credentials who may change them
	 * @param settle longest wait for a server to settle after it was changed
	 * @param directory where folders for their logs are made
	 */
	public RetunedServers(ServerSetup setup, ServerCredentials credentials, Duration settle, Path directory) {
		this.setup = setup;
		this.credentials = credentials;
		this.settle = settle;
		this.directory = directory;
	}

	@Override
	public void prepare(List<Variant> variants) throws TuningRefusedException, IOException, InterruptedException {
		Retuned first = start(variants.getFirst(), this.directory);
		VariantCheck.check(variants, first.tuning(), (variant) -> values(variant));
	}

	@Override
	public Duration settle() {
		return this.settle;
	}

	@Override
	public Retuned start(Variant variant, Path runDirectory) throws IOException {
		if (this.server != null && !this.server.isAlive()) {
			this.server.close();
			this.server = null;
		}
		if (this.server == null) {
			this.started++;
			Path logs = this.directory.resolve((this.started != 1) ? "server-" + this.started : "server");
			this.server = ForkedServer.start(this.setup.spec(UNTUNED, logs), this.credentials);
			this.tuning = null;
		}
		return new Retuned(this.server, values(variant));
	}

	/**
	 * What all variants share, the server is started with.
	 */
	private static Map<String, String> values(Variant variant) {
		return ExpectedTuning.of(variant.properties()).values();
	}

	@Override
	public void close() throws IOException {
		if (this.server == null) {
			return;
		}
		try (ForkedServer last = this.server) {
			last.stop();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private final class Retuned implements RunServer {

		private final ForkedServer server;

		private final Map<String, String> values;

		private final long gcLogBytes;

		Retuned(ForkedServer server, Map<String, String> values) {
			this.server = server;
			this.values = values;
			this.gcLogBytes = server.gcLogBytes();
		}

		/**
		 * What changes the server, which is up then.
		 */
		LiveTuning tuning() throws TuningRefusedException, IOException, InterruptedException {
			if (RetunedServers.this.tuning == null) {
				this.server.awaitReady(RetunedServers.this.setup.startTimeout());
				RetunedServers.this.tuning = LiveTuning.of(this.server.observed());
			}
			return RetunedServers.this.tuning;
		}

		@Override
		public void awaitReady() throws IOException, TuningRefusedException, InterruptedException {
			tuning().apply(this.values, RetunedServers.this.setup.startTimeout());
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
		public ServerEnd end() throws IOException, InterruptedException {
			return new ServerEnd(this.server.gc(this.gcLogBytes), this.server.isAlive() ? null : this.server.stop());
		}

		@Override
		public void close() {
			// The next run may use it.
		}

	}

}
