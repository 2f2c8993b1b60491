package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.process.BoundProcess;
import dev.grpctuning.load.server.process.CpuClock;
import dev.grpctuning.load.server.process.ListeningPorts;
import dev.grpctuning.load.service.ListenAddresses;
import dev.grpctuning.load.service.ListenProperties;
import dev.grpctuning.load.transport.TargetAddress;

/** A server in a JVM of its own, on free loopback ports, that logs to files. */
public final class ForkedServer implements RunServer {

	private static final Duration POLL = Duration.ofMillis(100);

	private static final Duration GRACE = Duration.ofSeconds(5);

	/** Longer than the 10 s that hello-service gives its open calls. */
	private static final Duration STOP = Duration.ofSeconds(15);

	private final Process process;

	private final ObservedServer observed;

	/** The properties that have set its ports, as text for a message. */
	private final String ports;

	private final ServerLog out;

	private final ServerLog err;

	private final Path gcLog;

	private final Duration startTimeout;

	private long gcLogBytesAtStart;

	private volatile boolean asked;

	private volatile Runnable onExit = () -> {
	};

	private ForkedServer(Process process, ObservedServer observed, String ports, ServerSpec spec,
			Duration startTimeout) {
		this.process = process;
		this.observed = observed;
		this.ports = ports;
		this.out = new ServerLog(spec.directory().resolve("server.out"));
		this.err = new ServerLog(spec.directory().resolve("server.err"));
		this.gcLog = spec.gcLog();
		this.startTimeout = startTimeout;
		process.onExit().thenRun(() -> this.onExit.run());
	}

	/** Starts a server without waiting for it. Nobody may write without credentials. */
	public static ForkedServer start(ServerSpec spec, @Nullable ServerCredentials credentials, Duration startTimeout)
			throws RunServer.StartException {
		try {
			return fork(spec, credentials, startTimeout);
		}
		catch (IOException ex) {
			throw new RunServer.StartException("the server cannot be started (%s)".formatted(ex));
		}
	}

	private static ForkedServer fork(ServerSpec spec, @Nullable ServerCredentials credentials, Duration startTimeout)
			throws IOException {
		Files.createDirectories(spec.directory());
		ProcessBuilder builder = new ProcessBuilder().redirectOutput(spec.directory().resolve("server.out").toFile())
			.redirectError(spec.directory().resolve("server.err").toFile());
		spec.addProperties(builder.environment());
		if (credentials != null) {
			builder.environment().put("SPRING_SECURITY_USER_NAME", credentials.user());
			builder.environment().put("SPRING_SECURITY_USER_PASSWORD", credentials.password());
		}
		ListenProperties listen = ListenProperties.of(spec.jar(), builder.environment(), spec.jvmOptions());
		ListenAddresses at = ListenAddresses.free();
		builder.command(spec.command(listen.jvmOptions(at), listen.arguments(at)));
		URI actuator = URI.create("http://" + new TargetAddress(at.host(), at.actuatorPort()) + listen.actuatorPath());
		Process process = BoundProcess.start(builder);
		return new ForkedServer(process, ObservedServer.ofOwn(new TargetAddress(at.host(), at.grpcPort()), actuator,
				credentials, process::isAlive), listen.text(at), spec, startTimeout);
	}

	/**
	 * Waits until its own process listens and is healthy. Until then another process may
	 * have its ports, and must get neither calls nor a password.
	 */
	@Override
	public void awaitReady() throws IOException, InterruptedException {
		ListeningPorts own = new ListeningPorts(this.process.toHandle());
		long begun = System.nanoTime();
		while (!own.has(this.observed.actuator().getPort()) || !own.has(this.observed.address().port())
				|| !this.observed.healthy()) {
			if (this.process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
				String error = startError();
				throw new RunServer.StartException("exit code " + this.process.exitValue() + " while starting"
						+ ((error != null) ? ": " + error : ""));
			}
			if (System.nanoTime() - begun > this.startTimeout.toNanos()) {
				throw new RunServer.StartException(
						"not up after %d s; the service must listen on %s, and be healthy at %s/health over HTTP, or over HTTPS without a client certificate"
							.formatted(this.startTimeout.toSeconds(), this.ports, this.observed.actuator()));
			}
		}
		this.gcLogBytesAtStart = gcLogBytes();
	}

	@Override
	public ObservedServer observed() {
		return this.observed;
	}

	@Override
	public LongSupplier cpuClock() {
		return new CpuClock(this.process.toHandle());
	}

	public boolean isAlive() {
		return this.process.isAlive();
	}

	/** Whether its process ends within the grace period; ports may close before. */
	@Override
	public boolean hasEnded() throws InterruptedException {
		return this.process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
	}

	@Override
	public void onExit(Runnable action) {
		this.onExit = action;
		if (!isAlive()) {
			action.run();
		}
	}

	@Override
	public RunServer.End end() throws IOException, InterruptedException {
		return end(this.gcLogBytesAtStart, stop());
	}

	/** Ends the process if it is alive, and cuts its output files to their last lines. */
	public RunServer.Exit stop() throws IOException, InterruptedException {
		this.asked |= this.process.isAlive();
		this.process.destroy();
		if (!this.process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
			System.err.println("experiment.server: process %d did not end within %d s of SIGTERM and was killed."
				.formatted(this.process.pid(), STOP.toSeconds()));
			this.process.destroyForcibly().waitFor();
		}
		RunServer.Exit exit = new RunServer.Exit(this.process.exitValue(), this.asked,
				this.out.lastWith("java.lang.OutOfMemoryError").orElse(null), this.err.lastLines());
		this.out.cut();
		this.err.cut();
		return exit;
	}

	long gcLogBytes() {
		return this.gcLog.toFile().length();
	}

	/** How it ended, with the collections since its GC log had this length. */
	RunServer.End end(long gcLogBytes, RunServer.@Nullable Exit exit) throws IOException {
		List<String> log = GcSummary.lines(this.gcLog, gcLogBytes);
		return new RunServer.End(GcSummary.of(log), exit, GcSummary.pauses(log));
	}

	private @Nullable String startError() {
		try {
			Optional<String> analysis = this.out.failureAnalysis();
			if (analysis.isPresent()) {
				return analysis.get();
			}
		}
		catch (IOException ex) {
			return ex.toString();
		}
		// A JVM that cannot start writes why to its standard output.
		String error = this.err.lastLines();
		return (error != null) ? error : this.out.lastLines();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
		this.observed.close();
	}

}
