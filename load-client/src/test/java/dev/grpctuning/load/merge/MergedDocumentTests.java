package dev.grpctuning.load.merge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.SendLag;
import dev.grpctuning.load.merge.MergedDocument.MergeReport;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.threshold.Threshold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link MergedDocument}. */
@Tag(Approved.TAG)
class MergedDocumentTests extends MergeFixture {

	@Test
	void whenClientsAreMergedThenPercentilesAreThoseOfAllCalls() {
		MergedDocument merged = merge(run(0, ok(9000), 2, null), run(0, ok(500), 2, null), run(0, ok(500), 2, null));
		assertThat(merged.load().latencyMicros().service()).isEqualTo(LatencySummary.of(this.all.service()));
		assertThat(merged.load().latencyMicros().response()).isEqualTo(LatencySummary.of(this.all.response()));
		assertThat(merged.load().latencyMicros().response().count()).isEqualTo(10_000);
	}

	@Test
	void whenClientsBeganApartThenTheTimeRunsFromTheFirstStartToTheLastEnd() {
		MergedDocument merged = merge(run(1500, ok(30), 2, null), run(0, ok(10), 1, null));
		assertThat(merged.load().startedAt()).isEqualTo(START);
		assertThat(merged.load().rate().elapsedSeconds()).isCloseTo(3.5, within(1e-9));
		assertThat(merged.load().rate().windowSeconds()).isCloseTo(3.5, within(1e-9));
		assertThat(merged.load().rate().perSecond()).isCloseTo(40 / 3.5, within(1e-9));
		assertThat(merged.clients()).extracting(merged::startedAfterSeconds).containsExactly(1.5, 0.0);
	}

	@Test
	void whenServersBrokeTheProtocolThenTheErrorsOfAllAreAdded() {
		MergedDocument merged = merge(withErrors(null), withErrors(ProtocolErrors.NONE),
				withErrors(new ProtocolErrors(2, "PING frame")), withErrors(new ProtocolErrors(3, "DATA frame")));
		assertThat(merged.load().protocolErrors()).isEqualTo(new ProtocolErrors(5, "PING frame"));
		Approved.assertCase("merge.txt", line("protocol errors ", merged));
		assertThat(MergeReport.of(merge(withErrors(ProtocolErrors.NONE)), RunFormat.TABLE))
			.doesNotContain("protocol errors");
	}

	private static RunDocument withErrors(@Nullable ProtocolErrors errors) {
		return Samples.document("run", "localhost:9090", Samples.bursts(),
				new SampleLoad().protocolErrors(errors).build());
	}

	@Test
	void whenTheRunOfAClientFailedThenThatOfTheWholeDid(@TempDir Path folder) throws IOException {
		MergedDocument merged = merge(run(0, ok(1), 1, null), failed("gone", run(0, ok(2), 1, null)),
				failed("unanswered", run(0, ok(3), 1, null)));
		assertThat(merged.outcome().failure()).isEqualTo("client-1: gone; client-2: unanswered");
		Approved.assertCase("merge.txt", MergeReport.of(merged, RunFormat.TABLE));
		assertThat(merged.with(List.of()).outcome().failure()).isEqualTo(merged.outcome().failure());
		MergedDocument again = MergedDocument.of(Map.of("both", written(folder, merged)));
		assertThat(again.outcome().failure()).isEqualTo("both: client-1: gone; both: client-2: unanswered");
		assertThat(again.clients()).map(MergedDocument.Client::failure).containsExactly(null, "gone", "unanswered");
	}

	@Test
	void whenAClientWasStoppedThenThatStandsBesideIt(@TempDir Path folder) throws IOException {
		RunDocument stopped = Samples.document("run", "localhost:9090", Samples.bursts(), Samples.saturated());
		MergedDocument merged = MergedDocument
			.of(Map.of("all", written(folder, merge(run(0, ok(1), 1, null), stopped))));
		assertThat(merged.clients()).map((client) -> client.load().stoppedBy())
			.containsExactlyInAnyOrder(null, StopReason.SERVER_GONE);
		assertThat(line("stopped by ", merged)).contains("all: client-1: server-gone");
		assertThat(merged.outcome().failure()).isNull();
	}

	@Test
	void whenFiguresAreForAProgramThenTheyAreThoseOfTheWhole() {
		MergedDocument merged = merge(run(0, ok(30), 2, null), run(0, ok(10), 2, "its lag"));
		assertThat(MergeReport.of(merged, RunFormat.CSV)
			.lines()
			.map((line) -> line.replaceAll(",latencyMicros.*Micros.max", ",…").split(",", -1))
			.toList()).satisfiesExactly((names) -> assertThat(names).startsWith("targets", "startedAt", "clients"),
					(figures) -> assertThat(figures).startsWith("localhost:9090", START.toString(), "2", "40", "40")
						.endsWith("true", "", ""));
	}

	@Test
	void whenClientsSentAnOpenLoadThenRatesAndLagsAreAdded() {
		Histogram lags = SendLag.newHistogram();
		MergedDocument merged = merge(run(sending(499.5, 500.0, 0.01, lags, 100, 9900)),
				run(sending(498.5, 500.0, 0.5, lags, 20_000, 100)));
		SendStats sending = Objects.requireNonNull(merged.load().sending());
		assertThat(sending.sentPerSecond()).isEqualTo(998);
		assertThat(sending.plannedPerSecond()).isEqualTo(1000);
		assertThat(sending.lagMicros()).isEqualTo(LatencySummary.of(lags));
		assertThat(sending.lateShare()).as("149 of 10,000").isCloseTo(0.0149, within(1e-9));
		assertThat(held(merged, "lag.p50 <= 100us", "sent-rate == 998", "planned-rate == 1000", "late-share < 1.5%"))
			.isTrue();
		Approved.assertCase("merge.txt", MergeReport.of(merged, RunFormat.TABLE));
	}

	@Test
	void whenCallsAreStreamsThenMessagesAndGapsAreAdded() {
		Histogram gaps = SendLag.newHistogram();
		MergedDocument merged = merge(run(messages(10, 900, gaps, 5)), run(messages(10, 100, gaps, 5000)),
				run(0, ok(1), 2, null));
		Streams messages = Objects.requireNonNull(merged.load().messages().streams());
		assertThat(messages.sent()).isEqualTo(20);
		assertThat(messages.receivedPerSecond()).isEqualTo(500);
		assertThat(messages.gapMicros()).isEqualTo(LatencySummary.of(gaps));
		assertThat(held(merged, "gap.p50 < 6us", "gap.max > 4ms", "messages.received == 1000")).isTrue();
		Approved.assertCase("merge.txt", MergeReport.of(merged, RunFormat.TABLE));
	}

	@Test
	void whenMergedResultsAreMergedThenTheyAreThoseOfAllClients(@TempDir Path folder) throws IOException {
		Histogram lags = SendLag.newHistogram();
		List<RunDocument> runs = List.of(run(sending(10, 10.0, 0.5, lags, 100, 10)), run(1500, ok(30), 2, "its lag"),
				run(sending(20, 20.0, 0.25, lags, 7000, 30)), run(messages(5, 50, lags, 9)));
		MergedDocument all = merge(runs.toArray(RunDocument[]::new));
		Map<String, Measured> halves = new LinkedHashMap<>();
		halves.put("first", written(folder, merge(runs.get(0), runs.get(1))));
		halves.put("second", written(folder, merge(runs.get(2), runs.get(3))));
		MergedDocument merged = MergedDocument.of(halves);
		assertThat(merged).usingRecursiveComparison()
			.ignoringFields("load.client.saturatedBy", "clients")
			.isEqualTo(all);
		assertThat(merged.clients()).extracting(MergedDocument.Client::name)
			.containsExactlyInAnyOrder("first: client-0", "first: client-1", "second: client-0", "second: client-1");
		assertThat(merged.clients()).filteredOn((client) -> merged.startedAfterSeconds(client) == 1.5)
			.extracting(MergedDocument.Client::name)
			.containsExactly("first: client-1");
		assertThat(merged.load().client().saturatedBy()).isEqualTo("first: client-1: its lag");
	}

	private static String line(String label, MergedDocument merged) {
		return MergeReport.of(merged, RunFormat.TABLE)
			.lines()
			.filter((line) -> line.startsWith(label))
			.findFirst()
			.orElseThrow();
	}

	private static MergedDocument written(Path folder, MergedDocument document) throws IOException {
		Path file = folder.resolve("merged.json");
		ResultFile.write(document, file);
		return ResultFile.read(file, MergedDocument.class);
	}

	private static boolean held(MergedDocument merged, String... thresholds) {
		return Stream.of(thresholds).allMatch((threshold) -> Threshold.parse(threshold).check(merged).held());
	}

	private @Nullable WarmupResult warmup(@Nullable WarmupResult first, @Nullable WarmupResult second) {
		return merge(run(0, ok(1), 1, null, null, null, first), run(0, ok(1), 1, null, null, null, second)).load()
			.warmup();
	}

}
