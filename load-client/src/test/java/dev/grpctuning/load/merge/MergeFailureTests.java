package dev.grpctuning.load.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.SimpleCommandLinePropertySource;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link MergeCommand} of runs that failed. */
@ExtendWith(OutputCaptureExtension.class)
class MergeFailureTests {

	private static final Path RESULT = Path.of("src", "test", "resources", "report", "result.json");

	private static final String GONE = "gone, refused";

	@TempDir
	private Path folder;

	private String good = "";

	private String failed = "";

	@BeforeEach
	void haveResults() throws IOException {
		this.good = result("a.json", null);
		this.failed = result("b.json", GONE);
	}

	@Test
	void whenTheRunOfAClientFailedThenTheExitCodeSaysSoBeforeAnyThreshold(CapturedOutput output) throws Exception {
		assertThat(execute(List.of(this.good))).isEqualTo(ExitCode.OK);
		assertThat(output.getAll()).doesNotContain("run failed");
		assertThat(execute(List.of(this.good, this.failed), "--load.thresholds=ok < 1")).isEqualTo(ExitCode.RUN_FAILED);
		assertThat(output.getOut()).contains("run failed     %s: %s\n".formatted(this.failed, GONE))
			.contains("stopped by     %s: server-gone\n".formatted(this.failed));
		assertThat(output.getErr()).doesNotContain("run failed");
	}

	@Test
	void whenWhatIsPrintedIsForAProgramThenTheFailureStandsOnStandardError(CapturedOutput output) throws Exception {
		assertThat(execute(List.of(this.good, this.failed), "--load.format=csv")).isEqualTo(ExitCode.RUN_FAILED);
		assertThat(output.getErr()).contains("run failed: %s: %s\n".formatted(this.failed, GONE));
	}

	/** A run that its server's end stopped. */
	private String result(String name, @Nullable String failure) throws IOException {
		JsonObject run = Results.json(RESULT)
			.getAsJsonArray("variants")
			.get(0)
			.getAsJsonObject()
			.getAsJsonArray("runs")
			.get(0)
			.getAsJsonObject();
		run.addProperty("kind", "run");
		run.getAsJsonObject("outcome").addProperty("failure", failure);
		JsonObject rate = run.getAsJsonObject("load").getAsJsonObject("rate");
		rate.addProperty("elapsedSeconds", rate.get("elapsedSeconds").getAsDouble() - ((failure != null) ? 1 : 0));
		return Files.writeString(this.folder.resolve(name), run.toString()).toString();
	}

	private static int execute(List<String> files, String... options) throws Exception {
		LoadProperties properties = new Binder(
				ConfigurationPropertySources.from(new SimpleCommandLinePropertySource(options)))
			.bindOrCreate("load", Bindable.of(LoadProperties.class));
		return new MergeCommand(properties).execute(files);
	}

}
