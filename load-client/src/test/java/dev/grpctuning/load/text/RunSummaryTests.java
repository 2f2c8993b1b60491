package dev.grpctuning.load.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Replay;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RunSummary}.
 */
class RunSummaryTests {

	@Test
	void whenAllIsAnsweredThenThereIsNoLineForWhatDidNotHappen() {
		assertThat(summary(Samples.answered()).lines().limit(4)).startsWith(
				"answered       5,000 of 5,000 in 2.5 s, 2,000 per second", "unfinished     0",
				"client         1.3 s CPU, 250.4 µs per call, peak heap 64 MB");
		assertThat(summary(Samples.answered())).doesNotContain("failed", "saturated", "stopped by");
	}

	@Test
	void whenCallsFailThenEachStatusHasALineWithItsFirstMessage() {
		assertThat(summary(Samples.limited()).lines()).contains(
				"answered       2,997 of 5,000 in 2.5 s, 2,000 per second",
				"failed         3 UNAVAILABLE: io exception", "unfinished     2,000");
	}

	@Test
	void whenTheClientHasCancelledCallsThenALineSaysSo() {
		LoadResult load = Samples.load(new Counts(5000, 4000, Map.of(), 1000, 0), Map.of(), null, null);
		assertThat(summary(load).lines()).contains("cancelled      1,000 by the client, as load.cancel.share has it");
		assertThat(summary(Samples.answered())).doesNotContain("cancelled");
	}

	@Test
	void whenTheServerBrokeTheProtocolThenALineSaysHowOftenAndWhatCameFirst() {
		String first = "PING frame (type 6, stream 0, length 7, flags 0x00): the length is wrong";
		assertThat(summary(Samples.protocolErrors(new ProtocolErrors(3, first))).lines())
			.contains("protocol errors 3: " + first + " (first)");
		assertThat(summary(Samples.protocolErrors(new ProtocolErrors(1, "two\n lines"))).lines())
			.contains("protocol errors 1: two lines");
		assertThat(summary(Samples.protocolErrors(ProtocolErrors.NONE))).doesNotContain("protocol errors");
		assertThat(summary(Samples.answered())).doesNotContain("protocol errors");
	}

	@Test
	void whenCallsCameInBurstsThenALineSaysHowLongTheyWereThere() {
		assertThat(summary(Samples.bursts(new Bursts(100, 0, 120.5, 1340))).lines())
			.contains("bursts         ended 121 ms after the last send (median of 100), 1340 ms at most");
		assertThat(summary(Samples.bursts(new Bursts(3, 2, 9, 10))).lines())
			.contains("bursts         ended 9.0 ms after the last send (median of 3), 10.0 ms at most; 2 not ended");
		assertThat(summary(Samples.bursts(new Bursts(0, 5, 0, 0))).lines())
			.contains("bursts         none ended; 5 not ended");
		assertThat(summary(Samples.answered())).doesNotContain("bursts");
	}

	@Test
	void whenCallsAreStreamsThenTheirMessagesAreThere() {
		assertThat(summary(Samples.streamed()).lines())
			.contains("messages       5,000 sent, 2,000 per second; 50,000 received, 20,000 per second")
			.anyMatch((line) -> line.replaceAll(" +", " ")
				.equals("| between two messages of a call | 1 µs | 21 µs | 10 µs | 12 µs | 14 µs | 15 µs | 16 µs | 17 µs |"));
		assertThat(summary(Samples.answered())).doesNotContain("messages");
	}

	@Test
	void whenTimesCouldNotBeRecordedExactlyThenALineSaysHowMany() {
		assertThat(summary(Samples.answered()).lines())
			.contains("clipped        4 times below 1 µs or above 1 h, recorded as these");
	}

	@Test
	void whenTheClientHeldTheLoadBackThenALineSaysWhy() {
		assertThat(summary(Samples.limited()).lines())
			.contains("saturated      load generator: load.max-open-calls=4000 was reached");
	}

	@Test
	void whenTheRunWasStoppedThenALineSaysByWhat() {
		assertThat(summary(Samples.limited()).lines()).contains("stopped by     server-gone");
	}

	@Test
	void whenSummedUpThenTheTableHasBothKindsOfLatency() {
		List<List<String>> rows = summary(Samples.answered()).lines()
			.filter((line) -> line.startsWith("|"))
			.map((line) -> Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList())
			.toList();
		assertThat(rows).containsExactly(List.of("", "min", "mean", "p50", "p90", "p99", "p99.9", "p99.99", "max"),
				List.of("service time, from the send", "90 µs", "151 µs", "140 µs", "160 µs", "180 µs", "190 µs",
						"195 µs", "200 µs"),
				List.of("response time, from when it was due", "100 µs", "1.5 ms", "1.4 ms", "1.6 ms", "123 ms",
						"1.9 ms", "2.0 ms", "12.3 s"));
	}

	@Test
	void whenTheModelIsOpenThenItsRateAndItsLagAreThere() {
		assertThat(RunSummary.of(RunDocument.of("run", "localhost:9090", Samples.open(), Samples.sent())).lines())
			.contains(
					"sent           2000.00 per second, planned 2000.00 (poisson, seed 42); 1.23 % more than 10.0 ms late")
			.anyMatch((line) -> line.replaceAll(" +", " ")
				.equals("| send lag, from when it was due to the send | 0 µs | 21 µs | 10 µs | 12 µs | 14 µs | 15 µs | 16 µs | 17 µs |"));
		assertThat(summary(Samples.answered())).doesNotContain("sent  ", "send lag");
	}

	@Test
	void whenThereWasAWarmUpThenALineSaysHowItEnded() {
		assertThat(warmup(new WarmupResult(12.04, true)))
			.contains("warm-up        12.0 s, until rate and p99 were flat");
		assertThat(warmup(new WarmupResult(60, false)))
			.contains("warm-up        60.0 s; rate and p99 were not flat then");
		assertThat(warmup(new WarmupResult(5, null))).contains("warm-up        5.0 s");
		assertThat(summary(Samples.answered())).doesNotContain("warm-up");
	}

	private static Stream<String> warmup(WarmupResult warmup) {
		LoadResult load = Samples.answered();
		return summary(new LoadResult(load.startedAt(), load.startedNanos(), load.counts(), load.firstFailures(),
				load.elapsedSeconds(), load.throughputPerSecond(), load.latencyMicros(), load.responseTimeMicros(),
				load.latencies(), load.messageSizes(), load.messages(), load.sending(), warmup, load.clippedLatencies(),
				load.client(), load.stoppedBy(), load.timeline(), null, null, null, null))
			.lines();
	}

	@Test
	void whenAFileWasReplayedThenItsRateIsThatOfTheFile() {
		Replay replay = new Replay(Path.of("times.txt"), 5000, 1);
		LoadPlan plan = Samples.plan(new LoadModel.Open(new ArrivalPlan.OfFile(replay, Shard.ALL),
				Duration.ofMillis(10), 0.01, Warmup.NONE, Duration.ofSeconds(1)));
		assertThat(RunSummary.of(RunDocument.of("run", "localhost:9090", plan, Samples.sent())))
			.contains("planned as in the file");
	}

	private static String summary(LoadResult load) {
		return RunSummary.of(RunDocument.of("run", "localhost:9090", Samples.bursts(), load));
	}

}
