package dev.grpctuning.load.run;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs {@code run} in this process, and checks that all calls are accounted for. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
abstract class AbstractAccountedRunIT {

	@TempDir
	Path folder;

	CapturedOutput output;

	@BeforeEach
	void keep(CapturedOutput captured) {
		this.output = captured;
	}

	static void hang(CountDownLatch end) {
		hang(end, Long.MAX_VALUE);
	}

	static void hang(CountDownLatch end, long longestMillis) {
		try {
			end.await(longestMillis, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	JsonObject run(int exitCode, String engine, TargetAddress address, List<String> model, String... options)
			throws Exception {
		Path file = this.folder.resolve("result.json");
		List<String> arguments = Stream
			.of(List.of("run", "--quiet", "--load.engine=" + engine, "--load.target=" + address,
					"--load.output=" + file), model, List.of(options))
			.flatMap(List::stream)
			.toList();
		assertThat(LoadClientApplication.launch(arguments.toArray(String[]::new))).isEqualTo(exitCode);
		ResultSchema.assertValid(file);
		JsonObject result = Results.json(file);
		JsonObject counts = result.getAsJsonObject("load").getAsJsonObject("counts");
		assertThat(started(result))
			.isEqualTo(ok(result) + failed(result) + counts.get("cancelled").getAsLong() + unfinished(result));
		assertThat(this.output.getOut()).contains("answered       %d of %d in ".formatted(ok(result), started(result)),
				"unfinished     %d%n".formatted(unfinished(result)));
		return result;
	}

	void assertFailure(JsonObject result, String beginning) {
		String failure = text(result.getAsJsonObject("outcome").get("failure"));
		assertThat(failure).startsWith(beginning);
		assertThat(lines()).containsExactly("run failed: " + failure);
	}

	void assertNoFailure(JsonObject result) {
		assertThat(text(result.getAsJsonObject("outcome").get("failure"))).isNull();
		assertThat(lines()).isEmpty();
	}

	/** What standard error says beside the name of the file. */
	List<String> lines() {
		return this.output.getErr().lines().filter((line) -> !line.endsWith("result.json")).toList();
	}

	static @Nullable String text(JsonElement element) {
		return element.isJsonNull() ? null : element.getAsString();
	}

	static long started(JsonObject result) {
		return result.getAsJsonObject("load").getAsJsonObject("counts").get("started").getAsLong();
	}

	static long ok(JsonObject result) {
		return result.getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsLong();
	}

	static long unfinished(JsonObject result) {
		return result.getAsJsonObject("load").getAsJsonObject("counts").get("unfinished").getAsLong();
	}

	static long failed(JsonObject result) {
		return result.getAsJsonObject("load")
			.getAsJsonObject("counts")
			.getAsJsonObject("failed")
			.asMap()
			.values()
			.stream()
			.mapToLong(JsonElement::getAsLong)
			.sum();
	}

}
