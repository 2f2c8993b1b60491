package dev.grpctuning.load.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link MergeCommand}. */
@Tag(Approved.TAG)
@ExtendWith(OutputCaptureExtension.class)
class MergeCommandTests {

	private static final Path RESULT = Path.of("src", "test", "resources", "report", "result.json");

	private static final JsonElement STAGES = ResultFile
		.tree(Samples.document("run", null, Samples.closed(), Samples.staged()))
		.getAsJsonObject()
		.getAsJsonObject("diagnosis")
		.get("stages");

	@TempDir
	private Path folder;

	@Test
	void whenAMergedResultHasARunThatIsNamedTooThenItIsRefused() throws Exception {
		String a = run("a.json", 1);
		String b = run("b.json", 2);
		String both = file("ab.json").toString();
		assertThat(merge(both, b, a)).isEqualTo(ExitCode.OK);
		assertRefused(both + ": " + a, a, a, both);
		assertRefused(b, both + ": " + b, both, b);
	}

	@Test
	void whenMergedResultsHaveNoRunInCommonThenTheyAreMerged(CapturedOutput output) throws Exception {
		String first = file("first.json").toString();
		String second = file("second.json").toString();
		merge(first, run("a.json", 0), run("b.json", 1));
		merge(second, run("c.json", 2));
		assertThat(merge(file("all.json").toString(), first, second)).isEqualTo(ExitCode.OK);
		assertThat(output.getOut()).contains("360,000");
	}

	@Test
	void whenARunHasStagesThenALineSaysWhyTheyAreLeftOut(CapturedOutput output) throws Exception {
		String plain = run("a.json", 0);
		String staged = run("b.json", 1, (run) -> run.getAsJsonObject("diagnosis").add("stages", STAGES));
		assertThat(merge(file("ab.json").toString(), plain, staged)).isEqualTo(ExitCode.OK);
		assertThat(output.getErr()).containsOnlyOnce("Left out: where the response time goes. ");
		assertThat(merge(file("aa.json").toString(), plain)).isEqualTo(ExitCode.OK);
		assertThat(output.getErr()).containsOnlyOnce("Left out: where the response time goes. ");
	}

	@Test
	void whenAFileIsACopyThenItIsRefused() throws Exception {
		String a = run("a.json", 1);
		String copy = Files.copy(Path.of(a), file("copy.json")).toString();
		assertRefused(copy, a, a, copy);
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> merge(file("twice.json").toString(), a, copy))
			.satisfies((ex) -> Approved.assertCase("merge.txt", this.folder, ex.getMessage()));
	}

	/** As of clients that begin together, in containers of one machine. */
	@Test
	void whenRunsDifferInOneThingThenTheyAreMerged() throws Exception {
		String a = run("a.json", 1);
		List<Consumer<JsonObject>> changes = List.of(
				(run) -> run.getAsJsonObject("load").addProperty("startedAt", "2026-11-21T20:02:31.099639816Z"),
				(run) -> rate(run).addProperty("elapsedSeconds", rate(run).get("elapsedSeconds").getAsDouble() + 1e-9),
				(run) -> run.getAsJsonObject("environment").addProperty("processors", 4));
		for (int i = 0; i < changes.size(); i++) {
			assertThat(merge(file("ab.json").toString(), a, run(i + ".json", 1, changes.get(i))))
				.isEqualTo(ExitCode.OK);
		}
	}

	@Test
	void whenTheRunOfAClientFailedThenTheExitCodeSaysSoBeforeAnyThreshold(CapturedOutput output) throws Exception {
		String failed = run("b.json", 2, (run) -> run.getAsJsonObject("outcome").addProperty("failure", "gone"));
		assertThat(merge(Map.of("load.thresholds", "ok < 1"), run("a.json", 1), failed)).isEqualTo(ExitCode.RUN_FAILED);
		assertThat(output.getOut()).contains("run failed     %s: gone\n".formatted(failed));
		assertThat(output.getErr()).doesNotContain("run failed");
		merge(Map.of("load.format", "csv"), failed);
		assertThat(output.getErr()).contains("run failed: %s: gone\n".formatted(failed));
	}

	private static JsonObject rate(JsonObject run) {
		return run.getAsJsonObject("load").getAsJsonObject("rate");
	}

	private void assertRefused(String name, String first, String... files) {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> merge(file("twice.json").toString(), files))
			.withMessageStartingWith(name + ": ")
			.withMessageContaining(" " + first + ";");
		assertThat(file("twice.json")).doesNotExist();
	}

	private Path file(String name) {
		return this.folder.resolve(name);
	}

	private String run(String name, int variant) throws IOException {
		return run(name, variant, (run) -> {
		});
	}

	/** A file with the run of a variant of the fixture. */
	private String run(String name, int variant, Consumer<JsonObject> change) throws IOException {
		JsonObject run = Results.json(RESULT)
			.getAsJsonArray("variants")
			.get(variant)
			.getAsJsonObject()
			.getAsJsonArray("runs")
			.get(0)
			.getAsJsonObject();
		run.addProperty("kind", "run");
		change.accept(run);
		return Files.writeString(file(name), run.toString()).toString();
	}

	private static int merge(String output, String... files) throws Exception {
		return merge(Map.of("load.output", output), files);
	}

	private static int merge(Map<String, String> options, String... files) throws Exception {
		LoadProperties properties = new Binder(new MapConfigurationPropertySource(options)).bindOrCreate("load",
				Bindable.of(LoadProperties.class));
		return new MergeCommand(properties).execute(List.of(files));
	}

}
