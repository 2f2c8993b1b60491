package dev.grpctuning.load.result;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.diagnosis.LatencySplit;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link ResultFile} and for the form of what it writes. */
@Tag(Approved.TAG)
class ResultFileTests {

	@Test
	void whenRunIsWrittenThenFieldsAreNamedAsTheComponentsOfTheRecords(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, Samples.document("tuned", Samples.run(Samples.bursts(), Samples.saturated())));
		assertFields(run, RunDocument.class);
		assertFields(run.getAsJsonObject("plan"), PlanDocument.class);
		assertFields(run.getAsJsonObject("plan").getAsJsonObject("burst"), PlanDocument.Burst.class);
		assertFields(run.getAsJsonObject("environment"), Environment.class);
		assertFields(run.getAsJsonObject("server"), ServerDocument.class);
		assertFields(run.getAsJsonObject("server").getAsJsonObject("gc"), GcSummary.class);
		JsonObject diagnosis = run.getAsJsonObject("diagnosis");
		assertFields(diagnosis, DiagnosisDocument.class);
		assertFields(diagnosis.getAsJsonObject("bottleneck"), DiagnosisDocument.Found.class);
		assertThat(diagnosis.getAsJsonObject("bottleneck").get("kind").getAsString())
			.isEqualTo("load-generator-saturated");
		assertFields(diagnosis.getAsJsonObject("meanLatency"), LatencySplit.class);
		assertFields(diagnosis.getAsJsonObject("cpuSecondsPerMillionCalls"), DiagnosisDocument.Cpu.class);
		JsonObject second = run.getAsJsonArray("timeline").get(0).getAsJsonObject();
		assertFields(second, TimelineDocument.class);
		assertFields(second.getAsJsonObject("server"), TimelineDocument.Server.class);
	}

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
	void whenRunIsReadAgainThenItIsTheSame(@TempDir Path folder) throws IOException {
		RunDocument run = Samples.document("tuned", Samples.run(Samples.bursts(), Samples.saturated()));
		Path file = folder.resolve("result.json");
		ResultFile.write(run, file);
		assertThat(ResultFile.read(file, RunDocument.class)).isEqualTo(run);
	}

	@Test
	void whenProtocolErrorsWereCountedThenTheyAreInTheFile(@TempDir Path folder) throws IOException {
		RunDocument run = Samples.document("run", "localhost:9090", Samples.bursts(),
				Samples.protocolErrors(new ProtocolErrors(3, "PING frame")));
		JsonObject written = write(folder, run);
		assertThat(written.getAsJsonObject("load").get("protocolErrors"))
			.isEqualTo(JsonParser.parseString("{count: 3, first: 'PING frame'}"));
		Path file = folder.resolve("run.json");
		ResultFile.write(run, file);
		assertThat(ResultFile.read(file, RunDocument.class)).isEqualTo(run);
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
	void whenEnumsAreWrittenThenTheyAreInLowerCaseWithDashes(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, Samples.document("tuned", Samples.run(Samples.bursts(), Samples.saturated())));
		assertThat(run.getAsJsonObject("load").get("stoppedBy").getAsString()).isEqualTo("server-gone");
		assertThat(run.getAsJsonObject("plan").get("stub").getAsString()).isEqualTo("blocking");
		assertThat(run.getAsJsonObject("plan").getAsJsonObject("burst").get("pacing").getAsString())
			.isEqualTo("schedule");
		assertThat(Stream.of(Ended.values()).map(Templates::kebab)).containsExactly("completed", "out-of-memory",
				"exited", "timed-out", "wrong-tuning", "interrupted");
	}

	@Test
	void whenExperimentIsWrittenThenItsVariantsAreThereInOrder(@TempDir Path folder) throws IOException {
		JsonObject experiment = write(folder, Experiments.document(Samples.experiment("diagnosis"),
				Samples.outOfMemory("one"), Samples.neverUp("two")));
		assertFields(experiment, ExperimentDocument.class);
		assertThat(experiment.get("description").getAsString()).isEqualTo("diagnosis");
		JsonArray variants = experiment.getAsJsonArray("variants");
		JsonObject first = variants.get(0).getAsJsonObject();
		assertFields(first, ExperimentDocument.Variant.class);
		assertThat(first.get("ended").getAsString()).isEqualTo("out-of-memory");
		assertThat(first.get("reason").getAsString()).isEqualTo("Java heap space");
		assertThat(first.getAsJsonObject("setup").get("jvmOptions")).isEqualTo(JsonParser.parseString("['-Xss1m']"));
		JsonObject run = first.getAsJsonArray("runs").get(0).getAsJsonObject();
		assertThat(run.get("name").getAsString()).isEqualTo("one");
		assertThat(run.get("target").isJsonNull()).isTrue();
		JsonObject second = variants.get(1).getAsJsonObject();
		assertFields(second, ExperimentDocument.Variant.class);
		assertThat(second.getAsJsonObject("setup").get("profile").isJsonNull()).isTrue();
		assertThat(second.getAsJsonArray("runs")).isEmpty();
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

	private static void assertFields(JsonElement object, Class<? extends Record> type) {
		Stream<String> kind = Stream.ofNullable(type.getAnnotation(ResultFile.Kind.class)).map((annotation) -> "kind");
		assertThat(object.getAsJsonObject().keySet()).containsExactlyElementsOf(
				Stream.concat(kind, Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName)).toList());
	}

	private static JsonObject write(Path folder, Record document) throws IOException {
		Path file = folder.resolve("result.json");
		ResultFile.write(document, file);
		return Results.json(file);
	}

}
