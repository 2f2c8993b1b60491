package dev.grpctuning.load.report;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.google.gson.JsonParser;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.ClientUse;
import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.MessageSizes;
import dev.grpctuning.load.engine.ProtocolErrors;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link MergedDocument}.
 */
class MergedDocumentTests {

	private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

	private final LatencyInterval all = new LatencyInterval();

	private final Random random = new Random(1);

	@Test
	void whenClientsAreMergedThenCountsAreAddedByStatus() {
		MergedDocument merged = merge(run(0, new Counts(10, 7, Map.of("UNAVAILABLE", 2L), 1), 2, null),
				run(0, new Counts(5, 2, Map.of("UNAVAILABLE", 1L, "CANCELLED", 2L), 0), 2, null));
		assertThat(merged.counts()).isEqualTo(new Counts(15, 9, Map.of("UNAVAILABLE", 3L, "CANCELLED", 2L), 1));
		assertThat(merged.firstFailures()).containsOnlyKeys("UNAVAILABLE", "CANCELLED");
		assertThat(merged.clients()).extracting((client) -> client.counts().started()).containsExactly(10L, 5L);
	}

	@Test
	void whenClientsAreMergedThenPercentilesAreThoseOfAllCalls() {
		MergedDocument merged = merge(run(0, ok(9000), 2, null), run(0, ok(500), 2, null), run(0, ok(500), 2, null));
		assertThat(merged.latencyMicros()).isEqualTo(LatencySummary.of(this.all.service()));
		assertThat(merged.responseTimeMicros()).isEqualTo(LatencySummary.of(this.all.response()));
		assertThat(merged.responseTimeMicros().count()).isEqualTo(10_000);
	}

	@Test
	void whenClientsBeganApartThenTheTimeRunsFromTheFirstStartToTheLastEnd() {
		MergedDocument merged = merge(run(1500, ok(30), 2, null), run(0, ok(10), 1, null));
		assertThat(merged.startedAt()).isEqualTo(START);
		assertThat(merged.elapsedSeconds()).isCloseTo(3.5, within(1e-9));
		assertThat(merged.throughputPerSecond()).isCloseTo(40 / 3.5, within(1e-9));
		assertThat(merged.clients()).extracting(MergedDocument.Client::startedAfterSeconds).containsExactly(1.5, 0.0);
	}

	@Test
	void whenAClientWasLimitedThenTheWholeIs() {
		MergedDocument merged = merge(run(0, ok(1), 1, null), run(0, ok(1), 1, "its lag"));
		assertThat(merged.clientLimited()).containsExactly("client-1: its lag");
		assertThat(MergeSummary.of(merged)).contains("client-limited client-1: its lag");
	}

	@Test
	void whenServersBrokeTheProtocolThenTheErrorsOfAllAreAdded() {
		MergedDocument merged = merge(withErrors(null), withErrors(ProtocolErrors.NONE),
				withErrors(new ProtocolErrors(2, "PING frame")), withErrors(new ProtocolErrors(3, "DATA frame")));
		assertThat(merged.protocolErrors()).isEqualTo(new ProtocolErrors(5, "PING frame"));
		assertThat(MergeSummary.of(merged).lines()).contains("protocol errors 5: PING frame (first)");
		assertThat(merged.withGates(List.of()).protocolErrors()).isEqualTo(merged.protocolErrors());
		assertThat(MergeSummary.of(merge(withErrors(ProtocolErrors.NONE)))).doesNotContain("protocol errors");
	}

	@Test
	void whenNoClientCountedProtocolErrorsThenTheWholeDoesNotSay() {
		assertThat(merge(withErrors(null), withErrors(null)).protocolErrors()).isNull();
	}

	private static RunDocument withErrors(@Nullable ProtocolErrors errors) {
		return RunDocument.of("run", "localhost:9090", Samples.turns(), Samples.with(Samples.answered(), errors));
	}

	@Test
	void whenNothingLimitedThemThenNothingIsSaidOfIt() {
		assertThat(MergeSummary.of(merge(run(0, ok(1234), 1, null)))).contains("together", "1,234")
			.doesNotContain("client-limited");
	}

	@Test
	void whenFiguresAreForAProgramThenTheyAreThoseOfTheWhole() {
		MergedDocument merged = merge(run(0, ok(30), 2, null), run(0, ok(10), 2, "its lag"));
		assertThat(merged.text(RunFormat.CSV)
			.lines()
			.map((line) -> line.replaceAll(",latencyMicros.*Micros.max", ",…").split(",", -1))
			.toList()).satisfiesExactly((names) -> assertThat(names).startsWith("targets", "startedAt", "clients"),
					(figures) -> assertThat(figures).startsWith("localhost:9090", START.toString(), "2", "40", "40")
						.endsWith("true", ""));
		assertThat(JsonParser.parseString(merged.text(RunFormat.JSON)).getAsJsonObject().get("clientLimited"))
			.hasToString("[\"client-1: its lag\"]");
		assertThat(merged.text(RunFormat.TABLE)).isEqualTo(MergeSummary.of(merged));
	}

	private static Counts ok(long calls) {
		return new Counts(calls, calls, Map.of(), 0);
	}

	private static MergedDocument merge(RunDocument... runs) {
		Map<String, RunDocument> named = new LinkedHashMap<>();
		for (RunDocument run : runs) {
			named.put("client-" + named.size(), run);
		}
		return MergedDocument.of(named);
	}

	private RunDocument run(long afterMillis, Counts counts, double seconds, @Nullable String limitedBy) {
		LatencyInterval latencies = new LatencyInterval();
		// Each client is ten times as fast as the one before, so that an average of
		// percentiles would be far off.
		double scale = 1e6 / Math.pow(10, this.all.service().getTotalCount() % 7);
		for (int i = 0; i < counts.ok(); i++) {
			record(latencies.service(), scale);
			record(latencies.response(), scale * 2);
		}
		this.all.add(latencies);
		Map<String, String> failures = new LinkedHashMap<>();
		counts.failed().keySet().forEach((status) -> failures.put(status, "why"));
		return RunDocument.of("run", "localhost:9090", Samples.turns(),
				new LoadResult(START.plusMillis(afterMillis), 0, counts, failures, seconds, counts.ok() / seconds,
						LatencySummary.of(latencies.service()), LatencySummary.of(latencies.response()), latencies,
						new MessageSizes(null, null), null, null, null, 0,
						new ClientUse(1, 1, 1, limitedBy != null, limitedBy), null, List.of()));
	}

	private void record(Histogram histogram, double scale) {
		histogram.recordValue(1 + (long) (this.random.nextDouble() * scale));
	}

}
