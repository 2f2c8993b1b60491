package dev.grpctuning.load.grid;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.compare.VariantResult;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunFormat;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link GridTable}. */
@Tag(Approved.TAG)
class GridTableTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Counts COUNTS = new Counts(4, 2, Map.of("UNAVAILABLE", 1L), 0, 1);

	private static final VariantResult PROTOBUF = result(HelloCodec.PROTOBUF, 1, COUNTS);

	private static final VariantResult PROTOBUF_OF_TEN = result(HelloCodec.PROTOBUF, 10, COUNTS);

	private static final VariantResult WIRE = result(HelloCodec.WIRE, 1, COUNTS);

	@Test
	void whenPrintedThenEachCodecHasAHeader() {
		ExperimentDocument document = document(PROTOBUF, WIRE, PROTOBUF_OF_TEN);
		Approved.assertCase("grid.txt", GridTable.of(document, RunFormat.TABLE, UnaryOperator.identity()));
		assertThat(GridTable.of(document, RunFormat.GRID, UnaryOperator.identity()))
			.isEqualTo(GridTable.of(document, RunFormat.TABLE, UnaryOperator.identity()));
	}

	@Test
	void whenACellHasThresholdsThenTheyFollow() {
		ExperimentDocument document = document(PROTOBUF, WIRE)
			.mapRuns((run) -> run.with(run.outcome().with(List.of(new ThresholdDocument("ok > 1", "2", true)))));
		Approved.assertCase("grid.txt", GridTable.of(document, RunFormat.TABLE, UnaryOperator.identity()));
		assertThat(GridTable.of(document, RunFormat.GRID, UnaryOperator.identity())).doesNotContain("held");
	}

	@Test
	void whenNothingWasMeasuredThenThatIsPrinted() {
		Approved.assertCase("grid.txt", GridTable.of(document(), RunFormat.TABLE, UnaryOperator.identity()));
	}

	@Test
	void whenPrintedAsCsvThenEachCellIsALine() throws IOException {
		List<CSVRecord> records = csv(PROTOBUF_OF_TEN, WIRE);
		assertThat(records).hasSize(2);
		assertThat(records.getFirst().toMap()).contains(Map.entry("codec", "protobuf"), Map.entry("clients", "10"),
				Map.entry("rpcs", "2"), Map.entry("sumMicros", "301.0"), Map.entry("avgMicros", "150.5"),
				Map.entry("simulatedDelayMicros", "100"), Map.entry("deltaMicros", "50.5"), Map.entry("failed", "1"),
				Map.entry("latencyMicros.max", "171"));
		assertThat(records.getLast().get("codec")).isEqualTo("wire");
	}

	@Test
	void whenTheClientCancelledCallsThenTheFiguresAddUp() throws IOException {
		Counts cancelled = new Counts(9, 2, Map.of("DEADLINE_EXCEEDED", 3L), 3, 1);
		assertThat(csv(result(HelloCodec.WIRE, 1, cancelled)).getFirst().toMap()).contains(Map.entry("rpcs", "2"),
				Map.entry("failed", "3"), Map.entry("cancelled", "3"), Map.entry("unfinished", "1"),
				Map.entry("avgMicros", "150.5"));
	}

	@Test
	void whenTheClientCancelledAllCallsThenThatIsAResult() {
		assertThat(GridCommand.exitCode(document(result(HelloCodec.WIRE, 1, new Counts(5, 0, Map.of(), 5, 0)))))
			.isEqualTo(ExitCode.OK);
		assertThat(GridCommand
			.exitCode(document(result(HelloCodec.WIRE, 1, new Counts(5, 0, Map.of("UNAVAILABLE", 5L), 0, 0)))))
			.isEqualTo(ExitCode.RUN_FAILED);
	}

	@Test
	void whenTheServerHasEndedThenTheRunFailed() {
		ExperimentDocument document = document(PROTOBUF);
		ExperimentDocument exited = Experiments.of(Experiments.ended(Ended.EXITED, document.variants().getFirst()));
		assertThat(GridCommand.exitCode(document)).isEqualTo(ExitCode.OK);
		assertThat(GridCommand.exitCode(exited)).isEqualTo(ExitCode.RUN_FAILED);
	}

	@ParameterizedTest
	@EnumSource(names = { "JSON", "QPS" })
	void whenTheLayoutIsNotOfCellsThenItIsThatOfAnExperiment(RunFormat format) {
		ExperimentDocument document = document(PROTOBUF, WIRE);
		assertThat(GridTable.of(document, format, UnaryOperator.identity()))
			.isEqualTo(ExperimentReport.text(document, format, UnaryOperator.identity()));
	}

	private static List<CSVRecord> csv(VariantResult... results) throws IOException {
		return CSVFormat.RFC4180.builder()
			.setHeader()
			.get()
			.parse(new StringReader(GridTable.of(document(results), RunFormat.CSV, UnaryOperator.identity())))
			.getRecords();
	}

	private static ExperimentDocument document(VariantResult... results) {
		ServerSetup setup = new ServerSetup(Path.of("service.jar"), Path.of("jdk"), List.of(), Map.of(), SECOND,
				SECOND);
		List<Variant> variants = Arrays.stream(results).map(VariantResult::variant).toList();
		return Experiments.document(new Experiment("grid", null, plan(HelloCodec.PROTOBUF, 1), setup, variants,
				"protobuf", Path.of("results"), 1, null, Experiment.Rounds.of(1), Experiment.Measures.USUAL), results);
	}

	private static LoadPlan plan(HelloCodec codec, int clients) {
		return new LoadPlan(new LoadModel.Blocking(clients, Warmup.NONE, SECOND), LoadEngine.STUB, StubKind.ASYNC, 3,
				HelloCall.PLAN.withCallee(new HelloCall(codec, 1000)).withMetadata(Map.of("x-work-delay-us", "100")),
				4000, SECOND, SECOND);
	}

	private static VariantResult result(HelloCodec codec, int clients, Counts counts) {
		LatencyInterval latencies = new LatencyInterval();
		latencies.service().recordValue(130);
		latencies.service().recordValue(171);
		Variant.Workload workload = new Variant.Workload(clients + "-clients", null, Map.of(),
				plan(HelloCodec.PROTOBUF, clients));
		Variant variant = new Variant(Templates.kebab(codec), null, null, List.of(), Map.of(), null, workload,
				plan(codec, clients));
		return new VariantResult(variant, Ended.TIMED_OUT, null,
				List.of(Samples.run(plan(codec, clients),
						new SampleLoad().counts(counts)
							.failures(Map.of("UNAVAILABLE", "io\nexception"))
							.rate(2.5, 2.5, 0.8)
							.latencies(latencies)
							.build())));
	}

}
