package dev.grpctuning.load.result;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.diagnosis.LatencySplit;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.MessageSizes;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.Saturation;
import dev.grpctuning.load.engine.result.LoadResult.Saturation.Cause;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.testkit.PackageRules;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Tests for {@link ResultFile} and for the form of what it writes. */
@Tag(Approved.TAG)
class ResultFileTests {

	private static final Set<Class<?>> PLAIN = Set.of(int.class, long.class, double.class, boolean.class, Integer.class,
			Long.class, Double.class, Boolean.class, String.class, Instant.class);

	@Test
	void whenRunIsWrittenThenFieldsAreNamedAsTheComponentsOfTheRecords(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, RunDocument.of("tuned", Samples.bursts(), Samples.run(Samples.saturated())));
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
		JsonObject run = write(folder, RunDocument.of("tuned", Samples.bursts(), Samples.run(Samples.saturated())));
		assertThat(run.remove("environment").isJsonObject()).isTrue();
		JsonObject open = write(folder, RunDocument.of("run", "localhost:9090", Samples.open(), Samples.sent()));
		JsonObject parts = new JsonObject();
		parts.add("run", run);
		parts.add("openPlan", open.get("plan"));
		parts.add("sending", open.get("sending"));
		parts.add("streams", ResultFile.tree(new Messages(3, 4, 1.5, 2, LatencySummary.of(new Histogram(3)), "text")));
		parts.add("bursts", ResultFile.tree(new Bursts(3, 1, 2.5, 7.5)));
		parts.add("protocolErrors", ResultFile.tree(new ProtocolErrors(3, "PING frame")));
		Approved.assertApproved("run.json",
				new GsonBuilder().setPrettyPrinting().serializeNulls().create().toJson(parts));
	}

	/**
	 * The names of the engine's components are in the approved form, and these are the
	 * texts of its constants. What is added here must be added there too.
	 */
	@Test
	void theEnginesPartsAreNamedOneByOne() {
		Set<Class<?>> parts = new HashSet<>();
		PackageRules.classesOf("dev.grpctuning.load")
			.stream()
			.filter((type) -> type.isRecord() && type.getSimpleName().endsWith("Document"))
			.forEach((type) -> collect(type.reflect(), parts));
		assertThat(parts).contains(RunDocument.class, ExperimentDocument.Variant.class, Ended.class);
		assertThat(parts).filteredOn((type) -> !isOfTheClient(type))
			.filteredOn(Class::isRecord)
			.containsExactlyInAnyOrder(Counts.class, LatencySummary.class, Messages.class, MessageSizes.class,
					SendStats.class, WarmupResult.class, ClientUse.class, ProtocolErrors.class, Bursts.class,
					TimelinePoint.class, Shard.class);
		assertThat(parts.stream()
			.filter((type) -> type.isEnum() && !isOfTheClient(type))
			.collect(Collectors.toMap((type) -> type, ResultFileTests::texts)))
			.isEqualTo(Map.of(LoadEngine.class, "stub raw", StubKind.class, "future async blocking", HelloCodec.class,
					"protobuf json wire", Compression.class, "identity gzip", Arrivals.class, "constant poisson",
					Pacing.class, "pause schedule", StopReason.class,
					"timeout server-gone unimplemented replay-changed interrupted"));
	}

	@Test
	void whenAComponentOfTheEngineIsRenamedThenItsFieldIsNot() {
		record Renamed(int begun, int ok) {
		}
		assertThat(EngineFields.names(Renamed.class, "begun=started ok").getValue())
			.isEqualTo(Map.of("begun", "started", "ok", "ok"));
		assertThatIllegalArgumentException().isThrownBy(() -> EngineFields.names(Renamed.class, "started ok"));
		assertThatIllegalArgumentException().isThrownBy(() -> EngineFields.names(Renamed.class, "begun"));
		assertThatIllegalArgumentException().isThrownBy(() -> EngineFields.names(Pacing.class, "PAUSE=pause"));
		assertThatIllegalStateException().isThrownBy(() -> EngineFields.names(Renamed.class, "begun ok ok"));
	}

	@Test
	void whenAPartOfTheEngineHasNoNamesThenItIsNotWritten() {
		assertThatIllegalStateException().isThrownBy(() -> ResultFile.tree(new Saturation(Cause.LATE_CALLS, "late")))
			.withMessageContaining("Saturation has no names");
		assertThatIllegalStateException().isThrownBy(() -> EngineFields.name(Cause.LATE_CALLS, "late"));
	}

	@Test
	void whenRunIsReadAgainThenItIsTheSame(@TempDir Path folder) throws IOException {
		RunDocument run = RunDocument.of("tuned", Samples.bursts(), Samples.run(Samples.saturated()));
		Path file = folder.resolve("result.json");
		ResultFile.write(run, file);
		assertThat(ResultFile.read(file, RunDocument.class)).isEqualTo(run);
	}

	@Test
	void whenProtocolErrorsWereCountedThenTheyAreInTheFile(@TempDir Path folder) throws IOException {
		RunDocument run = RunDocument.of("run", "localhost:9090", Samples.bursts(),
				Samples.protocolErrors(new ProtocolErrors(3, "PING frame")));
		JsonObject written = write(folder, run);
		assertThat(written.get("protocolErrors")).isEqualTo(JsonParser.parseString("{count: 3, first: 'PING frame'}"));
		Path file = folder.resolve("run.json");
		ResultFile.write(run, file);
		assertThat(ResultFile.read(file, RunDocument.class)).isEqualTo(run);
	}

	@Test
	void whenRunIsTheLastLineOfALogThenItIsRead(@TempDir Path folder) throws IOException {
		RunDocument run = RunDocument.of("tuned", Samples.bursts(), Samples.run(Samples.saturated()));
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
	void whenRunIsWrittenThenItsFiguresAreThere(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, RunDocument.of("tuned", Samples.bursts(), Samples.run(Samples.saturated())));
		assertThat(run.get("schema").getAsInt()).isOne();
		assertThat(run.get("name").getAsString()).isEqualTo("tuned");
		assertThat(run.get("startedAt").getAsString()).isEqualTo("2026-01-02T03:04:05.678Z");
		assertThat(run.get("counts")).isEqualTo(JsonParser
			.parseString("{started: 5000, ok: 2997, failed: {UNAVAILABLE: 3}, cancelled: 0, unfinished: 2000}"));
		assertThat(run.get("firstFailures")).isEqualTo(JsonParser.parseString("{UNAVAILABLE: 'io exception'}"));
		assertThat(run.get("elapsedSeconds").getAsDouble()).isEqualTo(2.5);
		assertThat(run.get("throughputPerSecond").getAsDouble()).isEqualTo(2000.4);
		assertThat(run.getAsJsonObject("latencyMicros").get("p999").getAsLong()).isEqualTo(190);
		assertThat(run.getAsJsonObject("responseTimeMicros").get("p99").getAsLong()).isEqualTo(123_456);
		assertThat(run.get("clippedLatencies").getAsLong()).isEqualTo(4);
		assertThat(run.getAsJsonObject("client").get("saturatedBy").getAsString())
			.isEqualTo("load.max-open-calls=4000 was reached");
		assertThat(run.getAsJsonArray("timeline")).hasSize(3);
		JsonObject server = run.getAsJsonObject("server");
		assertThat(server.get("profile").getAsString()).isEqualTo("tuned");
		assertThat(server.get("jvmOptions")).isEqualTo(JsonParser.parseString("['-Xmx1g', '-Xss1m']"));
		assertThat(server.get("properties")).isEqualTo(JsonParser.parseString("{'hello.print-header': 'true'}"));
		assertThat(server.get("startSeconds").getAsDouble()).isEqualTo(1.75);
		assertThat(server.get("exitCode").getAsInt()).isEqualTo(143);
		assertThat(server.get("peakThreads").getAsInt()).isEqualTo(1234);
		assertThat(server.get("peakHeapBytes").getAsLong()).isEqualTo(900 * Samples.MEGABYTE);
		assertThat(server.get("loadedClasses").getAsInt()).isEqualTo(9000);
		assertThat(server.getAsJsonObject("gc").get("youngCount").getAsInt()).isEqualTo(7);
	}

	@Test
	void whenEnumsAreWrittenThenTheyAreInLowerCaseWithDashes(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, RunDocument.of("tuned", Samples.bursts(), Samples.run(Samples.saturated())));
		assertThat(run.get("stoppedBy").getAsString()).isEqualTo("server-gone");
		assertThat(run.getAsJsonObject("plan").get("stub").getAsString()).isEqualTo("blocking");
		assertThat(run.getAsJsonObject("plan").getAsJsonObject("burst").get("pacing").getAsString())
			.isEqualTo("schedule");
		assertThat(Stream.of(Ended.values()).map(Templates::kebab)).containsExactly("completed", "out-of-memory",
				"exited", "timed-out", "wrong-tuning", "interrupted");
	}

	@Test
	void whenThereIsNoValueThenTheFieldIsThereWithNull(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, RunDocument.of("run", "localhost:9090", Samples.closed(), Samples.answered()));
		assertFields(run, RunDocument.class);
		assertThat(run.get("stoppedBy").isJsonNull()).isTrue();
		assertThat(run.get("server").isJsonNull()).isTrue();
		assertThat(run.getAsJsonObject("client").get("saturatedBy").isJsonNull()).isTrue();
		assertThat(run.getAsJsonObject("plan").get("burst").isJsonNull()).isTrue();
		assertThat(run.get("target").getAsString()).isEqualTo("localhost:9090");
	}

	@Test
	void whenModelIsBurstThenThePlanHasTheBursts(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, RunDocument.of("run", "localhost:9090", Samples.bursts(), Samples.answered()));
		assertThat(run.get("plan")).isEqualTo(JsonParser.parseString(
				"""
						{model: 'burst', burst: {count: 10, size: 500, intervalMillis: 200.0, pacing: 'schedule'},
						closed: null, blocking: null, open: null, warmup: {auto: false, seconds: 0.0}, durationSeconds: null,
						call: {method: 'hello.v1.HelloService/SayHello', codec: 'protobuf', longs: 0, request: null, messages: null, deadlineMillis: null, authority: null, compression: 'identity', waitForReady: false, cancelShare: 0.0, cancelAfterMillis: 0.0}, engine: 'stub', stub: 'blocking', channels: 3, metadata: {'x-key': "<value> & 'more'"},
						maxOpenCalls: 4000, drainSeconds: 0.5, timeoutSeconds: 120.0}"""));
	}

	@Test
	void whenEngineIsRawThenThePlanHasNoStub(@TempDir Path folder) throws IOException {
		LoadPlan bursts = Samples.bursts();
		LoadPlan raw = new LoadPlan(bursts.model(), LoadEngine.RAW, bursts.stub(), bursts.channels(), bursts.call(),
				bursts.maxOpenCalls(), bursts.drain(), bursts.timeout());
		JsonObject plan = write(folder, RunDocument.of("run", "localhost:9090", raw, Samples.answered()))
			.getAsJsonObject("plan");
		assertThat(plan.get("engine").getAsString()).isEqualTo("raw");
		assertThat(plan.get("stub").isJsonNull()).isTrue();
	}

	@Test
	void whenModelIsClosedThenThePlanSaysSo(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, RunDocument.of("run", "localhost:9090", Samples.closed(), Samples.answered()));
		assertThat(run.getAsJsonObject("plan").get("model").getAsString()).isEqualTo("closed");
		assertThat(run.getAsJsonObject("plan").get("closed"))
			.isEqualTo(JsonParser.parseString("{outstanding: 7, ramp: null, steps: null}"));
		assertThat(run.getAsJsonObject("plan").get("warmup"))
			.isEqualTo(JsonParser.parseString("{auto: false, seconds: 2.0}"));
		assertThat(run.getAsJsonObject("plan").get("durationSeconds").getAsDouble()).isEqualTo(1.5);
	}

	@Test
	void whenModelIsOpenThenThePlanAndHowItWasSentAreThere(@TempDir Path folder) throws IOException {
		JsonObject run = write(folder, RunDocument.of("run", "localhost:9090", Samples.open(), Samples.sent()));
		assertThat(run.getAsJsonObject("plan").get("model").getAsString()).isEqualTo("open");
		assertThat(run.getAsJsonObject("plan").get("open")).isEqualTo(JsonParser.parseString("""
				{callsPerSecond: 333.5, ramp: null, steps: null, replay: null, arrivals: 'poisson', seed: 42,
				shard: {client: 0, clients: 1}, maxLagMillis: 10.0, maxLagShare: 0.01}"""));
		assertThat(run.get("warmup")).isEqualTo(JsonParser.parseString("{seconds: 2.0, steady: null}"));
		assertThat(run.getAsJsonObject("sending").get("sentPerSecond").getAsDouble()).isEqualTo(1999.996);
		assertThat(run.getAsJsonObject("sending").get("plannedPerSecond").getAsDouble()).isEqualTo(2000);
		assertThat(run.getAsJsonObject("sending").getAsJsonObject("lagMicros").get("p99").getAsLong()).isEqualTo(14);
		assertThat(run.getAsJsonObject("sending").get("lateShare").getAsDouble()).isEqualTo(0.0123);
	}

	@Test
	void whenThePlanHasNoEndThenItsDurationIsNull(@TempDir Path folder) throws IOException {
		JsonObject plan = write(folder, RunDocument.of("drive", "localhost:9090", Samples.endless(), Samples.sent()))
			.getAsJsonObject("plan");
		assertThat(plan.get("timeoutSeconds").isJsonNull()).isTrue();
		assertThat(plan.get("durationSeconds").isJsonNull()).isTrue();
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
		assertThat(first.get("jvmOptions")).isEqualTo(JsonParser.parseString("['-Xss1m']"));
		JsonObject run = first.getAsJsonArray("runs").get(0).getAsJsonObject();
		assertThat(run.get("name").getAsString()).isEqualTo("one");
		assertThat(run.get("target").isJsonNull()).isTrue();
		JsonObject second = variants.get(1).getAsJsonObject();
		assertFields(second, ExperimentDocument.Variant.class);
		assertThat(second.get("profile").isJsonNull()).isTrue();
		assertThat(second.getAsJsonArray("runs")).isEmpty();
	}

	@Test
	void whenTextHasSpecialCharactersThenItIsReadableAndNotEscapedForHtml(@TempDir Path folder) throws IOException {
		Path file = folder.resolve("result.json");
		ResultFile.write(RunDocument.of("run", "localhost:9090", Samples.bursts(), Samples.answered()), file);
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

	/** Adds the records and enums that a type of a document is made of. */
	private static void collect(Type type, Set<Class<?>> parts) {
		if (type instanceof ParameterizedType many) {
			List<Type> arguments = List.of(many.getActualTypeArguments());
			assertThat(many.getRawType() == List.class || arguments.getFirst() == String.class).as("%s", many).isTrue();
			collect(arguments.getLast(), parts);
		}
		else if (type instanceof Class<?> part && (part.isRecord() || part.isEnum())) {
			if (parts.add(part) && part.isRecord()) {
				Stream.of(part.getRecordComponents()).forEach((component) -> {
					EngineFields.name(component);
					collect(component.getGenericType(), parts);
				});
			}
		}
		else {
			assertThat(type).isIn(PLAIN);
		}
	}

	private static String texts(Class<?> type) {
		return Arrays.stream(type.getEnumConstants())
			.map((constant) -> EngineFields.name((Enum<?>) constant, "of the client"))
			.collect(Collectors.joining(" "));
	}

	private static boolean isOfTheClient(Class<?> type) {
		return type.getProtectionDomain()
			.getCodeSource()
			.equals(ResultFile.class.getProtectionDomain().getCodeSource());
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
