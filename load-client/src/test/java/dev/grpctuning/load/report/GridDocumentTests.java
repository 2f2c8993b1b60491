package dev.grpctuning.load.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.engine.Warmup;
import dev.grpctuning.load.experiment.Grid;
import dev.grpctuning.load.experiment.GridCell;
import dev.grpctuning.load.experiment.GridResult;
import dev.grpctuning.load.experiment.ServerSetup;
import dev.grpctuning.load.target.CallPlan;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GridDocument} and {@link GridDisplay}.
 */
class GridDocumentTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Duration DELAY = Duration.ofNanos(100_000);

	private static final GridResult PROTOBUF = result(HelloCodec.PROTOBUF, 1, null);

	private static final GridResult PROTOBUF_OF_TEN = result(HelloCodec.PROTOBUF, 10, null);

	private static final GridResult WIRE = result(HelloCodec.WIRE, 1, StopReason.INTERRUPTED);

	@ParameterizedTest
	@EnumSource(names = { "TABLE", "GRID" })
	void whenPrintedThenEachCodecHasAHeader(RunFormat format) {
		assertThat(document(PROTOBUF, PROTOBUF_OF_TEN, WIRE).text(format)).isEqualTo("""
				protobuf
				Clients, RPCs, RPCs/s, sum(us), avg(us), simulated_delay(us), delta(us)
				   1,      2,     0.80,      301.00,   150.50,  100,    50.50
				  10,      2,     0.80,      301.00,   150.50,  100,    50.50

				wire
				Clients, RPCs, RPCs/s, sum(us), avg(us), simulated_delay(us), delta(us)
				   1,      2,     0.80,      301.00,   150.50,  100,    50.50""");
	}

	@Test
	void whenACellHasGatesThenTheyFollow() {
		GridDocument document = document(PROTOBUF, WIRE)
			.mapRuns((run) -> run.withGates(List.of(new GateDocument("ok > 1", "2", true))));
		assertThat(document.text(RunFormat.TABLE)).endsWith("""
				protobuf, 1 client, 100 us: ok > 1: 2, held
				wire, 1 client, 100 us: ok > 1: 2, held""");
	}

	@Test
	void whenNothingWasMeasuredThenItSaysSo() {
		assertThat(document().text(RunFormat.TABLE)).isEqualTo("No cell was measured.");
	}

	@Test
	void whenPrintedAsCsvThenEachCellIsALine() throws IOException {
		List<CSVRecord> records = CSVFormat.RFC4180.builder()
			.setHeader()
			.get()
			.parse(new StringReader(document(PROTOBUF_OF_TEN, WIRE).text(RunFormat.CSV)))
			.getRecords();
		assertThat(records).hasSize(2);
		assertThat(records.getFirst().toMap()).contains(Map.entry("codec", "protobuf"), Map.entry("clients", "10"),
				Map.entry("rpcs", "2"), Map.entry("sumMicros", "301.0"), Map.entry("avgMicros", "150.5"),
				Map.entry("simulatedDelayMicros", "100"), Map.entry("deltaMicros", "50.5"), Map.entry("failed", "1"),
				Map.entry("latencyMicros.p99", "180"));
		assertThat(records.getLast().get("codec")).isEqualTo("wire");
	}

	@Test
	void whenTheClientCancelledCallsThenTheFiguresAddUp() throws IOException {
		GridResult cancelled = result(HelloCodec.WIRE, 1, new Counts(9, 2, Map.of("DEADLINE_EXCEEDED", 3L), 3, 1),
				null);
		assertThat(CSVFormat.RFC4180.builder()
			.setHeader()
			.get()
			.parse(new StringReader(document(cancelled).text(RunFormat.CSV)))
			.getRecords()
			.getFirst()
			.toMap()).contains(Map.entry("rpcs", "2"), Map.entry("failed", "3"), Map.entry("cancelled", "3"),
					Map.entry("unfinished", "1"), Map.entry("avgMicros", "150.5"));
		assertThat(shown(false, cancelled))
			.contains("  2 RPCs, 1 per second, 150.5 us on average; 3 DEADLINE_EXCEEDED: ; 3 cancelled; 1 unfinished");
	}

	@Test
	void whenPrintedAsJsonThenEachCellHasItsRowAndItsRun() {
		JsonObject json = JsonParser.parseString(document(PROTOBUF).text(RunFormat.JSON)).getAsJsonObject();
		assertThat(json.getAsJsonObject("properties")).hasToString("{\"hello.traction\":\"none\"}");
		JsonArray cells = json.getAsJsonArray("cells");
		assertThat(cells).hasSize(1);
		JsonObject cell = cells.get(0).getAsJsonObject();
		assertThat(cell.get("codec").getAsString()).isEqualTo("protobuf");
		assertThat(cell.getAsJsonObject("row").get("deltaMicros").getAsDouble()).isEqualTo(50.5);
		assertThat(cell.getAsJsonObject("run").getAsJsonObject("counts").get("started").getAsLong()).isEqualTo(4);
	}

	@Test
	void whenPrintedAsQpsThenEachCellFollowsItsName() {
		assertThat(document(PROTOBUF, WIRE).text(RunFormat.QPS)).startsWith("protobuf, 1 client, 100 us\nChannels: ")
			.contains("\n\nwire, 1 client, 100 us\nChannels: ");
	}

	@Test
	void whenShownThenItSaysHowLongItTakesAndWhatCameOfEachCell() {
		assertThat(shown(false, PROTOBUF, WIRE)).containsExactly("grid: 4 cells of 1 s, about 16 s", "warming up",
				"[1/4] protobuf, 1 client, 100 us",
				"  2 RPCs, 1 per second, 150.5 us on average; 1 UNAVAILABLE: io exception; 1 unfinished",
				"[2/4] wire, 1 client, 100 us",
				"  2 RPCs, 1 per second, 150.5 us on average; 1 UNAVAILABLE: io exception; 1 unfinished; interrupted after 2.5 s");
	}

	@Test
	void whenThereWereFewerClientsThenItIsShown() {
		LoadResult load = Samples.load(new Counts(1, 1, Map.of(), 0), Map.of(), "too many clients", null);
		GridResult limited = new GridResult(WIRE.cell(), plan(1), load);
		assertThat(shown(false, limited))
			.contains("  1 RPCs, 2,000 per second, 150.5 us on average; client-limited: too many clients");
	}

	@Test
	void whenQuietThenNothingIsShown() {
		assertThat(shown(true, PROTOBUF, WIRE)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "7,7 s", "89,89 s", "90,2 minutes", "516,9 minutes" })
	void timeIsToldRoughly(int seconds, String text) {
		assertThat(GridDisplay.about(Duration.ofSeconds(seconds))).isEqualTo(text);
	}

	private static Stream<String> shown(boolean quiet, GridResult... results) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
		GridDisplay display = new GridDisplay(grid(), quiet, out);
		display.warmingUp();
		for (GridResult result : results) {
			display.started(result.cell());
			display.ended(result);
		}
		return bytes.toString(StandardCharsets.UTF_8).lines();
	}

	private static GridDocument document(GridResult... results) {
		return GridDocument.of(grid(), Samples.STARTED_AT, List.of(results));
	}

	private static Grid grid() {
		ServerSetup setup = new ServerSetup(Path.of("service.jar"), Path.of("jdk"), List.of("-Xmx1g"),
				Map.of("hello.traction", "none"), SECOND, SECOND);
		return new Grid(List.of(HelloCodec.PROTOBUF, HelloCodec.WIRE), List.of(1, 10), List.of(DELAY),
				Duration.ofSeconds(6), plan(1), setup, Path.of("results"));
	}

	private static LoadPlan plan(int clients) {
		return new LoadPlan(new LoadModel.Blocking(clients, Warmup.NONE, SECOND), StubKind.ASYNC, 3,
				CallPlan.HELLO.withMetadata(Map.of("x-work-delay-us", "100")), 4000, SECOND, SECOND);
	}

	private static GridResult result(HelloCodec codec, int clients, @Nullable StopReason stoppedBy) {
		return result(codec, clients, new Counts(4, 2, Map.of("UNAVAILABLE", 1L), 1), stoppedBy);
	}

	private static GridResult result(HelloCodec codec, int clients, Counts counts, @Nullable StopReason stoppedBy) {
		LoadResult load = Samples.load(counts, Map.of("UNAVAILABLE", "io\nexception"), null, stoppedBy);
		load.latencies().service().recordValue(130);
		load.latencies().service().recordValue(171);
		return new GridResult(new GridCell(codec, clients, DELAY), plan(clients),
				new LoadResult(load.startedAt(), load.startedNanos(), load.counts(), load.firstFailures(), 2.5, 0.8,
						load.latencyMicros(), load.responseTimeMicros(), load.latencies(), load.messageSizes(), null,
						null, null, 0, load.client(), stoppedBy, List.of()));
	}

}
