package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.LiveTuning;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.tuning.ExpectedTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * One running server that gets the settings of one variant after the other. Variants
 * whose servers start differently, such as those of a workload with its own properties,
 * have a server of their own. If a server dies in a run, the next run has a new one.
 */
public final class RetunedServers implements RunServers {

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

	private final Map<Variant, RetunedServer> servers = new LinkedHashMap<>();

	private int started;

	/** Servers for each run instead, if the first one can not be changed. */
	private @Nullable ForkedServers otherwise;

	private @Nullable String fallback;

	private RetunedServers(ServerSetup setup, Duration settle, Path directory, @Nullable ServerCredentials credentials,
			@Nullable ObservedServer attached) {
		this.setup = setup;
		this.settle = settle;
		this.directory = directory;
		this.credentials = credentials;
		this.attached = attached;
	}

	/** Servers that are started here and changed by a user. */
	static RetunedServers started(ServerSetup setup, Duration settle, Path directory, ServerCredentials credentials) {
		return new RetunedServers(setup, settle, directory, credentials, null);
	}

	/** A server that was running before. It gets its own settings at the end. */
	static RetunedServers attached(ServerSetup setup, Duration settle, ObservedServer attached) {
		return new RetunedServers(setup, settle, Path.of(""), null, attached);
	}

	/** One server that is never changed; if it dies, no further run begins. */
	public static RetunedServers unchanged(ServerSetup setup, Path directory) {
		return new RetunedServers(setup, Duration.ZERO, directory, null, null);
	}

	/** Starts a server for each run if a service does not allow changes. */
	RetunedServers orForked() {
		this.otherwise = new ForkedServers(this.setup, this.settle);
		return this;
	}

	private boolean changing() {
		return this.credentials != null || this.attached != null;
	}

	@Override
	public void prepare(List<Variant> variants) throws TuningRefusedException, IOException, InterruptedException {
		Map<Variant, List<Variant>> sharing = variants.stream()
			.collect(Collectors.groupingBy(Variant::untuned, LinkedHashMap::new, Collectors.toList()));
		for (Map.Entry<Variant, List<Variant>> group : sharing.entrySet()) {
			RetunedServer server = server(group.getKey());
			if (!changing()) {
				server.awaitReady();
				continue;
			}
			LiveTuning tuning;
			try {
				tuning = server.checked();
			}
			catch (TuningRefusedException ex) {
				if (this.otherwise == null) {
					throw ex;
				}
				// The credentials of the lab may shut out the service's own users.
				close();
				this.fallback = ex.getMessage();
				return;
			}
			for (Variant variant : group.getValue()) {
				check(variant, tuning);
			}
		}
	}

	private void check(Variant variant, LiveTuning tuning)
			throws TuningRefusedException, IOException, InterruptedException {
		try {
			tuning.check(values(variant));
		}
		catch (TuningRefusedException ex) {
			throw new TuningRefusedException("variant %s: %s".formatted(variant.title(), ex.getMessage()));
		}
	}

	@Override
	public Duration settle() {
		return this.settle;
	}

	@Override
	public Duration changeover() {
		if (!kept()) {
			return ForkedServers.CHANGEOVER;
		}
		return changing() ? CHANGEOVER.plus((this.settle.compareTo(QUIET) < 0) ? this.settle : QUIET) : Duration.ZERO;
	}

	@Override
	public boolean kept() {
		return this.fallback == null;
	}

	@Override
	public @Nullable String fallback() {
		return this.fallback;
	}

	@Override
	public RunServer start(Variant variant, Path runDirectory) throws IOException {
		return (this.otherwise != null && !kept()) ? this.otherwise.start(variant, runDirectory)
				: server(variant.untuned()).run(values(variant), changing());
	}

	private RetunedServer server(Variant untuned) throws IOException {
		RetunedServer server = this.servers.get(untuned);
		if (server != null && server.isAlive()) {
			return server;
		}
		if (server != null) {
			if (!changing()) {
				throw new IOException("the server has ended, so there are no further runs");
			}
			this.servers.remove(untuned);
			server.close();
		}
		RetunedServer next = (this.attached != null) ? new RetunedServer(this.attached, null, this.setup.startTimeout())
				: started(untuned);
		this.servers.put(untuned, next);
		return next;
	}

	private RetunedServer started(Variant untuned) throws IOException {
		this.started++;
		Path logs = this.directory.resolve((this.started != 1) ? "server-" + this.started : "server");
		ForkedServer process = ForkedServer.start(this.setup.spec(untuned, logs), this.credentials,
				this.setup.startTimeout());
		return new RetunedServer(process.observed(), process, this.setup.startTimeout());
	}

	/** An attached server was not started with what all variants have. */
	private Map<String, String> values(Variant variant) {
		Map<String, String> knobs = new TreeMap<>((this.attached != null) ? this.setup.properties() : Map.of());
		knobs.putAll(variant.properties());
		knobs.keySet().removeIf((name) -> !ExpectedTuning.isKnob(name));
		return ExpectedTuning.of(knobs).values();
	}

	/** Ends all servers, and throws the first failure. */
	@Override
	public void close() throws IOException {
		IOException failure = null;
		for (RetunedServer server : this.servers.values()) {
			try {
				server.close();
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
