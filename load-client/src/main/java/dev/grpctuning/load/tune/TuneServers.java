package dev.grpctuning.load.tune;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.search.TrialServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.tune.search.Candidate;

/**
 * Servers of candidates: the configured settings, with the candidate's knobs on top. One
 * server is changed while it runs, since a warm one shows more than many cold ones. If it
 * cannot be changed, each candidate has a server of its own.
 */
final class TuneServers implements AutoCloseable {

	private static final String PREFIX = "grpc.tuning.";

	/** As measured with hello-service on two cores. */
	static final Duration CHANGEOVER = Duration.ofMillis(800);

	private final TunePlan plan;

	private final RunDriver driver;

	private final Display display;

	private final TrialServer kept;

	private boolean changeable = true;

	private boolean opened;

	private @Nullable ServerTuning configured;

	private Duration lastStart = Duration.ZERO;

	private int started;

	TuneServers(TunePlan plan, RunDriver driver, Display display) {
		this.plan = plan;
		this.driver = driver;
		this.display = display;
		this.kept = server(plan.configured(), plan.credentials(), "kept");
	}

	/**
	 * A warm server with the knobs of a candidate. The first must have the configured
	 * settings.
	 */
	Warm open(Candidate candidate) throws IOException, InterruptedException {
		if (this.opened) {
			return this.changeable ? change(candidate) : start(candidate);
		}
		this.opened = true;
		Warm first = first(candidate);
		this.configured = first.server().tuning();
		return first;
	}

	/** Starts a server per candidate if this one cannot be changed. */
	private Warm first(Candidate candidate) throws IOException, InterruptedException {
		String reason;
		try {
			return new Warm(this.kept, this.kept.become(candidate.knobs()), true);
		}
		catch (TuningRefusedException | RunServer.StartException ex) {
			reason = String.valueOf(ex.getMessage());
		}
		// The lab's credentials may shut out the service's own users.
		close();
		this.changeable = false;
		Warm unchanged = start(candidate);
		this.display.print("  each candidate has a server of its own: " + reason);
		return unchanged;
	}

	private Warm change(Candidate candidate) throws IOException, InterruptedException {
		try {
			return new Warm(this.kept, this.kept.become(candidate.knobs()), true);
		}
		catch (TuningRefusedException ex) {
			throw new RunServer.StartException("refused: " + ex.getMessage());
		}
	}

	private Warm start(Candidate candidate) throws IOException, InterruptedException {
		Variant base = this.plan.configured();
		Map<String, String> properties = new TreeMap<>(base.properties());
		candidate.knobs().forEach((knob, value) -> properties.put(PREFIX + knob, value));
		Variant variant = new Variant(candidate.text(), null, base.profile(), base.jvmOptions(), properties,
				base.javaHome(), null, null);
		TrialServer server = server(variant, null, String.valueOf(++this.started));
		long begun = System.nanoTime();
		try {
			LoadResult warmUp = server.start();
			this.lastStart = Duration.ofNanos(System.nanoTime() - begun);
			return new Warm(server, warmUp, false);
		}
		catch (IOException | InterruptedException | RuntimeException ex) {
			server.close();
			throw ex;
		}
	}

	private TrialServer server(Variant variant, @Nullable ServerCredentials credentials, String folder) {
		return new TrialServer(this.plan.setup(), variant, credentials,
				this.plan.directory().resolve("servers").resolve(folder), this.plan.trials(), this.plan.objective(),
				this.driver);
	}

	@Nullable ServerTuning configured() {
		return this.configured;
	}

	/** Approximate time until the next candidate is up. */
	Duration change() {
		return this.changeable ? CHANGEOVER : this.lastStart;
	}

	/** How long it is warmed up if it is new. */
	Duration warmUp() {
		return this.changeable ? this.plan.trials().warmUpAgain().model().sendingTime() : Duration.ZERO;
	}

	@Override
	public void close() throws IOException {
		this.kept.close();
	}

	record Warm(TrialServer server, LoadResult warmUp, boolean kept) implements AutoCloseable {

		@Override
		public void close() throws IOException {
			if (!this.kept) {
				this.server.close();
			}
		}

	}

}
