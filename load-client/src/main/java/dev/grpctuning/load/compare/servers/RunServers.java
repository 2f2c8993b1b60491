package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.server.ChangedServer;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.tuning.ExpectedTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * The servers of an experiment's runs: a fresh one for each run, or one that is kept and
 * gets the settings of one variant after the other. Variants whose servers start
 * differently, such as those of a workload with its own properties, each have one that is
 * kept. If it dies in a run, the next run has a new one. For use by one thread.
 */
public class RunServers implements AutoCloseable {

	/** As measured with hello-service on two cores, with its wait for quiet. */
	private static final Duration FORKED_CHANGEOVER = Duration.ofSeconds(9);

	/** As measured with hello-service on two cores. */
	private static final Duration CHANGEOVER = Duration.ofMillis(800);

	/** The shortest time in which an idle server can be recognised as settled. */
	private static final Duration QUIET = Duration.ofMillis(800);

	private final ServerSetup setup;

	private final Duration settle;

	private final Path directory;

	/** For a server that is changed between runs, and replaced if it dies. */
	private final @Nullable ServerCredentials credentials;

	/** The server that was running before, if any. */
	private final @Nullable ObservedServer attached;

	private final Map<Variant, ChangedServer> servers = new LinkedHashMap<>();

	private int started;

	private boolean kept;

	/** Whether each run has a server of its own if the service allows no changes. */
	private boolean mayFork;

	private @Nullable String fallback;

	protected RunServers(ServerSetup setup, Duration settle, Path directory, boolean kept,
			@Nullable ServerCredentials credentials, @Nullable ObservedServer attached) {
		this.setup = setup;
		this.settle = settle;
		this.directory = directory;
		this.kept = kept;
		this.credentials = credentials;
		this.attached = attached;
	}

	/** A fresh server for each run. */
	public static RunServers forked(ServerSetup setup, Duration settle) {
		return new RunServers(setup, settle, Path.of(""), false, null, null);
	}

	/** Servers that are started here and changed by a user. */
	static RunServers changed(ServerSetup setup, Duration settle, Path directory, ServerCredentials credentials) {
		return new RunServers(setup, settle, directory, true, credentials, null);
	}

	/** A server that was running before. It gets its own settings at the end. */
	static RunServers attached(ServerSetup setup, Duration settle, ObservedServer attached) {
		return new RunServers(setup, settle, Path.of(""), true, null, attached);
	}

	/** One server that is never changed; if it dies, no further run begins. */
	public static RunServers unchanged(ServerSetup setup, Path directory) {
		return new RunServers(setup, Duration.ZERO, directory, true, null, null);
	}

	/** Starts a server for each run if a service does not allow changes. */
	RunServers orForked() {
		this.mayFork = true;
		return this;
	}

	private boolean changing() {
		return this.credentials != null || this.attached != null;
	}

	/** Checks before the first run that every variant can be run. */
	public void prepare(List<Variant> variants) throws TuningRefusedException, IOException, InterruptedException {
		for (Variant variant : variants) {
			// A server that cannot run a variant fails when it is started.
			if (this.kept) {
				prepare(variant);
			}
		}
	}

	private void prepare(Variant variant) throws TuningRefusedException, IOException, InterruptedException {
		boolean first = !this.servers.containsKey(variant.untuned());
		ChangedServer server = server(variant.untuned());
		if (!changing()) {
			server.awaitUp();
			return;
		}
		try {
			if (first) {
				server.check(Map.of());
			}
		}
		catch (TuningRefusedException ex) {
			if (!this.mayFork) {
				throw ex;
			}
			// The credentials of the lab may shut out the service's own users.
			close();
			this.kept = false;
			this.fallback = ex.getMessage();
			return;
		}
		try {
			server.check(values(variant));
		}
		catch (TuningRefusedException ex) {
			throw new TuningRefusedException("variant %s: %s".formatted(variant.title(), ex.getMessage()));
		}
	}

	/** Longest wait, before a run, for a server to settle. */
	public Duration settle() {
		return this.settle;
	}

	/** Approximate time from the end of a run to the beginning of the next. */
	public Duration changeover() {
		if (!this.kept) {
			return FORKED_CHANGEOVER;
		}
		return changing() ? CHANGEOVER.plus((this.settle.compareTo(QUIET) < 0) ? this.settle : QUIET) : Duration.ZERO;
	}

	/** Whether a server lives longer than a run. */
	public boolean kept() {
		return this.kept;
	}

	/** Why each run has a server of its own, if one was meant to be changed. */
	public @Nullable String fallback() {
		return this.fallback;
	}

	public RunServer start(Variant variant, Path runDirectory) throws IOException {
		return this.kept ? server(variant.untuned()).begin(values(variant), changing())
				: ForkedServer.start(this.setup.spec(variant, runDirectory), null, this.setup.startTimeout());
	}

	/** The server that is kept for variants which differ in what can be changed in it. */
	public ChangedServer shared(List<Variant> variants) throws IOException {
		return server(variants.getFirst().untuned());
	}

	private ChangedServer server(Variant untuned) throws IOException {
		ChangedServer server = this.servers.get(untuned);
		if (server != null && server.isAlive()) {
			return server;
		}
		if (server != null) {
			if (!changing()) {
				throw new IOException("the server has ended, so there are no further runs");
			}
			this.servers.remove(untuned);
			server.shutDown();
		}
		ChangedServer next = (this.attached != null) ? ChangedServer.attached(this.attached, this.setup.startTimeout())
				: started(untuned);
		this.servers.put(untuned, next);
		return next;
	}

	private ChangedServer started(Variant untuned) throws IOException {
		this.started++;
		Path logs = this.directory.resolve((this.started != 1) ? "server-" + this.started : "server");
		return ChangedServer.started(
				ForkedServer.start(this.setup.spec(untuned, logs), this.credentials, this.setup.startTimeout()),
				this.setup.startTimeout());
	}

	/**
	 * Values of a variant in a server that is kept. An attached one was not started with
	 * what all variants have.
	 */
	public Map<String, String> values(Variant variant) {
		Map<String, String> knobs = new TreeMap<>((this.attached != null) ? this.setup.properties() : Map.of());
		knobs.putAll(variant.properties());
		knobs.keySet().removeIf((name) -> !ExpectedTuning.isKnob(name));
		return ExpectedTuning.values(knobs);
	}

	/**
	 * Ends the servers that were started, and restores those that were attached to.
	 * Throws the first failure.
	 */
	@Override
	public void close() throws IOException {
		IOException failure = null;
		for (ChangedServer server : this.servers.values()) {
			try {
				server.shutDown();
			}
			catch (IOException ex) {
				failure = (failure != null) ? failure : ex;
			}
		}
		this.servers.clear();
		if (failure != null) {
			throw failure;
		}
	}

}
