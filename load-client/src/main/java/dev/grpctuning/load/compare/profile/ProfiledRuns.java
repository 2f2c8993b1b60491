package dev.grpctuning.load.compare.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * Runs each variant once more, in a server of its own under Java Flight Recorder, and
 * draws what it did. Recording costs some of the CPU, so these runs do not count.
 */
public final class ProfiledRuns {

	private static final String RECORDING = "recording.jfr";

	private final Experiment experiment;

	/** Those of the baseline, in each workload. */
	private final Map<Optional<Variant.Workload>, FlameGraphs> baselines = new HashMap<>();

	public ProfiledRuns(Experiment experiment) {
		this.experiment = experiment;
	}

	/** All variants without A/A controls, the baseline first. */
	public List<Variant> variants() {
		List<Variant> variants = new ArrayList<>(this.experiment.variants());
		variants.removeIf(Variant::isControl);
		variants.sort((one, other) -> Boolean.compare(isBaseline(other), isBaseline(one)));
		return variants;
	}

	private boolean isBaseline(Variant variant) {
		return variant.name().equals(this.experiment.baseline());
	}

	/** Starts the variant, has it driven, and draws its flame graphs. */
	public void run(Variant variant, Driver driver) throws IOException, TuningRefusedException, InterruptedException {
		Path folder = this.experiment.directory(variant).resolve(FlameGraphs.FOLDER);
		Path recording = folder.resolve(RECORDING).toAbsolutePath();
		List<String> options = new ArrayList<>(variant.jvmOptions());
		options.add("-XX:StartFlightRecording=filename=\"" + recording + "\",settings=profile,dumponexit=true");
		MeasuredLoad load;
		try (RunServer server = ForkedServer.start(
				this.experiment.setup().spec(variant.withJvmOptions(options), folder), null,
				this.experiment.setup().startTimeout())) {
			server.awaitReady();
			load = driver.drive(server, this.experiment.plan(variant));
			server.end();
		}
		if (!Files.exists(recording)) {
			throw new IOException("the server has not written " + recording);
		}
		Instant end = load.result().startedAt().plusNanos(Math.round(load.result().rate().elapsedSeconds() * 1e9));
		FlameGraphs graphs = new FlameGraphs(recording, load.result().startedAt(), end);
		Optional<Variant.Workload> workload = Optional.ofNullable(variant.workload());
		graphs.write(variant.title(), this.baselines.get(workload));
		if (isBaseline(variant)) {
			this.baselines.put(workload, graphs);
		}
	}

	/** Drives a plan at a server, or throws when the user ends it. */
	@FunctionalInterface
	public interface Driver {

		MeasuredLoad drive(RunServer server, LoadPlan plan) throws IOException, InterruptedException;

	}

}
