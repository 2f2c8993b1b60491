package dev.grpctuning.load.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link ResultFile} and for the form of what it writes. */
@Tag(Approved.TAG)
class ResultFileTests {

	/**
	 * Files of results are read by others: a class or a component may be renamed, a field
	 * may not.
	 */
	@Test
	void theFormIsTheApprovedOne(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, Samples.document("tuned", Samples.run(Samples.bursts(), Samples.saturated())));
		assertThat(run.remove("environment").isJsonObject()).isTrue();
		JsonObject open = write(folder, Samples.document("run", "localhost:9090", Samples.open(), Samples.sent()));
		JsonObject parts = new JsonObject();
		parts.add("run", run);
		parts.add("openPlan", open.get("plan"));
		parts.add("sending", open.getAsJsonObject("load").get("sending"));
		parts.add("streams", ResultFile.tree(new Streams(3, 4, 1.5, 2, LatencySummary.of(new Histogram(3)))));
		parts.add("bursts", ResultFile.tree(new Bursts(3, 1, 2.5, 7.5)));
		parts.add("protocolErrors", ResultFile.tree(new ProtocolErrors(3, "PING frame")));
		Approved.assertApproved("run.json",
				new GsonBuilder().setPrettyPrinting().serializeNulls().create().toJson(parts));
	}

	@Test
	void whenRunIsTheLastLineOfALogThenItIsRead(@TempDir Path folder) throws IOException {
		RunDocument run = Samples.document("tuned", Samples.run(Samples.bursts(), Samples.saturated()));
		Path log = folder.resolve("client.log");
		Files.writeString(log, "localhost:9090 1 s\n{not this}\n" + ResultFile.line(run) + "\n");
		assertThat(ResultFile.read(log, RunDocument.class)).isEqualTo(run);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "{}", "[]", "{\"schema\": 1}", "{\"schema\": \"x\"}",
			"{\"plan\": {\"stub\": \"x\"}}", "{\"counts\": {\"started\": 1}}" })
	void whatIsNoRunIsRefused(String text, @TempDir Path folder) throws IOException {
		Path file = Files.writeString(folder.resolve("result.json"), text);
		assertThatIllegalArgumentException().isThrownBy(() -> ResultFile.read(file, RunDocument.class));
	}

	@Test
	void whenTextHasSpecialCharactersThenItIsReadableAndNotEscapedForHtml(@TempDir Path folder) throws IOException {
		Path file = folder.resolve("result.json");
		ResultFile.write(Samples.document("run", "localhost:9090", Samples.bursts(), Samples.answered()), file);
		assertThat(file).content().contains("\"<value> & 'more'\"").contains("\n  \"name\": \"run\"").endsWith("}\n");
	}

	@Test
	void whenTheFolderIsNotThereThenItIsMadeAndNothingElseIsLeft(@TempDir Path folder) throws IOException {
		Path file = folder.resolve("a").resolve("b").resolve("result.json");
		ResultFile.write(Samples.point(1), file);
		try (Stream<Path> files = Files.list(file.getParent())) {
			assertThat(files).containsExactly(file);
		}
	}

	@Test
	void whenTheFileIsThereThenItIsReplaced(@TempDir Path folder) throws IOException {
		Path file = Files.writeString(folder.resolve("result.json"), "old");
		Files.writeString(folder.resolve("result.json.part"), "left by a process that was killed");
		ResultFile.write(Samples.point(1), file);
		assertThat(file).content().startsWith("{").doesNotContain("old");
		try (Stream<Path> files = Files.list(folder)) {
			assertThat(files).containsExactly(file);
		}
	}

	@Test
	void whenCallsAreTooFewForAPercentileThenItIsNullAndReadAsTheMaximum(@TempDir Path folder) throws IOException {
		RunDocument run = Samples.document("a run", Samples.run(Samples.bursts(),
				Samples.load(new Counts(150, 150, Map.of(), 0, 0), Map.of(), null, null)));
		Path file = folder.resolve("result.json");
		ResultFile.write(run, file);
		JsonObject written = JsonParser.parseString(Files.readString(file))
			.getAsJsonObject()
			.getAsJsonObject("load")
			.getAsJsonObject("latencyMicros")
			.getAsJsonObject("response");
		assertThat(written.get("p99").getAsLong()).isEqualTo(123_456);
		assertThat(written.get("p999").isJsonNull()).isTrue();
		assertThat(written.get("p9999").isJsonNull()).isTrue();
		LatencySummary read = ResultFile.read(file, RunDocument.class).load().latencyMicros().response();
		assertThat(read.p99()).isEqualTo(123_456);
		assertThat(read.p999()).isEqualTo(read.p9999()).isEqualTo(read.max()).isEqualTo(12_345_678);
	}

	private static JsonObject write(Path folder, Record document) throws IOException {
		Path file = folder.resolve("result.json");
		ResultFile.write(document, file);
		return Results.json(file);
	}

}
