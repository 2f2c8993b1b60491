package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.LiveTuning;
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

	private final @Nullable ServerCredentials credentials;

	private final Duration settle;

	private final Path directory;

	/** Whether a server is changed between runs, and replaced if it dies. */
	private final boolean changing;

	private final Map<Variant, RetunedServer> servers = new LinkedHashMap<>();

	private int started;

	public RetunedServers(ServerSetup setup, ServerCredentials credentials, Duration settle, Path directory) {
		this(setup, credentials, settle, directory, true);
	}

	private RetunedServers(ServerSetup setup, @Nullable ServerCredentials credentials, Duration settle, Path directory,
			boolean changing) {
		this.changing = changing;
		this.setup = setup;
		this.credentials = credentials;
		this.settle = settle;
		this.directory = directory;
	}

	/** One server that is never changed; if it dies, no further run begins. */
	public static RetunedServers unchanged(ServerSetup setup, Path directory) {
		return new RetunedServers(setup, null, Duration.ZERO, directory, false);
	}

	@Override
	public void prepare(List<Variant> variants) throws TuningRefusedException, IOException, InterruptedException {
		Map<Variant, List<Variant>> sharing = variants.stream()
			.collect(Collectors.groupingBy(Variant::untuned, LinkedHashMap::new, Collectors.toList()));
		for (Map.Entry<Variant, List<Variant>> group : sharing.entrySet()) {
			if (!this.changing) {
				server(group.getKey()).awaitReady();
				continue;
			}
			check(group.getValue(), tuning(server(group.getKey())), RetunedServers::values);
		}
	}

	private static LiveTuning tuning(RetunedServer server)
			throws TuningRefusedException, IOException, InterruptedException {
		try {
			LiveTuning tuning = server.tuning();
			tuning.check(Map.of());
			return tuning;
		}
		catch (TuningRefusedException ex) {
			throw new NotTunableException(String.valueOf(ex.getMessage()));
		}
	}

	static void check(List<Variant> variants, LiveTuning tuning, Function<Variant, Map<String, String>> values)
			throws TuningRefusedException, IOException, InterruptedException {
		for (Variant variant : variants) {
			try {
				tuning.check(values.apply(variant));
			}
			catch (TuningRefusedException ex) {
				throw new TuningRefusedException("variant %s: %s".formatted(variant.title(), ex.getMessage()));
			}
		}
	}

	@Override
	public Duration settle() {
		return this.settle;
	}

	@Override
	public Duration changeover() {
		return this.changing ? changeover(this.settle) : Duration.ZERO;
	}

	static Duration changeover(Duration settle) {
		return CHANGEOVER.plus((settle.compareTo(QUIET) < 0) ? settle : QUIET);
	}

	@Override
	public RunServer start(Variant variant, Path runDirectory) throws IOException {
		return server(variant.untuned()).run(values(variant), this.changing);
	}

	private RetunedServer server(Variant untuned) throws IOException {
		RetunedServer server = this.servers.get(untuned);
		if (server != null && !server.isAlive()) {
			if (!this.changing) {
				throw new IOException("the server has ended, so there are no further runs");
			}
			this.servers.remove(untuned);
			server.close();
			server = null;
		}
		if (server == null) {
			this.started++;
			Path logs = this.directory.resolve((this.started != 1) ? "server-" + this.started : "server");
			server = new RetunedServer(
					ForkedServer.start(this.setup.spec(untuned, logs), this.credentials, this.setup.startTimeout()),
					this.setup.startTimeout());
			this.servers.put(untuned, server);
		}
		return server;
	}

	private static Map<String, String> values(Variant variant) {
		Map<String, String> knobs = new HashMap<>(variant.properties());
		knobs.keySet().removeIf((name) -> !ExpectedTuning.isKnob(name));
		return ExpectedTuning.of(knobs).values();
	}

	@Override
	public void close() throws IOException {
		// All servers shut down gracefully, also if the experiment was interrupted.
		boolean interrupted = false;
		IOException failure = new IOException("not all servers ended");
		for (RetunedServer server : this.servers.values()) {
			interrupted |= Thread.interrupted();
			try {
				server.close();
			}
			catch (IOException | RuntimeException ex) {
				failure.addSuppressed(ex);
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		if (failure.getSuppressed().length != 0) {
			throw failure;
		}
	}

}
