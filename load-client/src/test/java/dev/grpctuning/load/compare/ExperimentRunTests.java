package dev.grpctuning.load.compare;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.text.Display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ExperimentRun}. */
class ExperimentRunTests {

	@TempDir
	private Path folder;

	private final List<String> started = new ArrayList<>();

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	@AfterEach
	void clear() {
		Thread.interrupted();
	}

	@Test
	void whenTheThreadIsInterruptedFromElsewhereThenNoFurtherVariantBegins() throws Exception {
		Experiment experiment = experiment(List.of());
		ExperimentResults results = results(experiment);
		run(experiment).run(results);
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		assertThat(this.started).containsExactly("one");
		assertThat(said()).containsExactly("sample", "2 runs, about 3 s", "[1/2] one (what one changes)",
				"  interrupted");
		assertThat(results.document().variants()).extracting(ExperimentDocument.Variant::ended)
			.containsExactly(Ended.INTERRUPTED);
		results.write();
		assertThat(ResultFile.read(this.folder.resolve("result.json"), ExperimentDocument.class).notBegun())
			.as("written though the thread is interrupted")
			.containsExactly("two");
	}

	@Test
	void whenTheThreadIsInterruptedInTheWarmUpRoundThenNoVariantBegins() throws Exception {
		Variant one = Samples.variant("one");
		Experiment experiment = experiment(List.of(new Experiment.WarmUp(one, Samples.closed(), Duration.ofSeconds(1)),
				new Experiment.WarmUp(one, Samples.closed(), Duration.ofSeconds(1))));
		ExperimentResults results = results(experiment);
		run(experiment).run(results);
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		assertThat(this.started).containsExactly("one");
		assertThat(said()).containsExactly("sample", "2 runs, about 5 s", "warming up each of 2 variants");
		assertThat(results.document().variants()).isEmpty();
	}

	@Test
	void whenTheTimeIsTooShortForTwoRoundsThenTheLineSaysHowLongTheyTake() {
		Experiment sample = experiment(List.of());
		Experiment budget = new Experiment(sample.name(), null, sample.plan(), sample.setup(), sample.variants(),
				sample.baseline(), this.folder, 1, List.of(), new Experiment.Rounds(1, Duration.ofSeconds(2), 1, false),
				Experiment.Measures.USUAL);
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> run(budget).run(results(budget)))
			.withMessageStartingWith("experiment.time: 2 s is too short for two rounds, which take about ")
			.withMessageContaining("experiment.scale");
		assertThat(this.started).isEmpty();
	}

	private static ExperimentResults results(Experiment experiment) {
		return new ExperimentResults(experiment, Samples.STARTED_AT, List.of(),
				new ResultFolder(experiment.directory()), Environment.current());
	}

	private List<String> said() {
		return this.out.toString(StandardCharsets.UTF_8).lines().toList();
	}

	private Experiment experiment(List<Experiment.WarmUp> warmUps) {
		Experiment sample = Samples.experiment(null);
		return new Experiment(sample.name(), null, sample.plan(), sample.setup(), sample.variants(), sample.baseline(),
				this.folder, 1, warmUps, Experiment.Rounds.of(1), Experiment.Measures.USUAL);
	}

	private ExperimentRun run(Experiment experiment) {
		RunDriver driver = new RunDriver((address, plan, timeout) -> {
			throw new InterruptedException();
		}, Duration.ofSeconds(1), Live.off());
		return new ExperimentRun(experiment, servers(), driver,
				new Display("running", false, new PrintStream(this.out, true, StandardCharsets.UTF_8)),
				new LatencyPhases(experiment, servers(), driver, (load, plan, drive, lines) -> {
					throw new IllegalStateException("No knee is asked for.");
				}));
	}

	private RunServers servers() {
		return new FakeServers((variant, directory) -> this.started.add(variant.name()), false);
	}

}
