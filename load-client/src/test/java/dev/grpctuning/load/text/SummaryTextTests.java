package dev.grpctuning.load.text;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link SummaryText}. */
@Tag(Approved.TAG)
class SummaryTextTests {

	@Test
	void whenAllIsAnsweredThenThereIsNoLineForWhatDidNotHappen() {
		Approved.assertCase("run.txt", summary(Samples.answered()));
		assertThat(summary(Samples.answered())).doesNotContain("failed", "saturated", "stopped by", "cancelled",
				"protocol errors", "bursts", "messages", "sent  ", "send lag", "warm-up");
	}

	@Test
	void whenCallsFailAndTheClientHeldTheLoadBackThenALineSaysSoOfEach() {
		Approved.assertCase("run.txt", summary(Samples.saturated()));
	}

	@Test
	void whenTheClientHasCancelledCallsThenALineSaysSo() {
		MeasuredLoad load = Samples.load(new Counts(5000, 4000, Map.of(), 1000, 0), Map.of(), null, null);
		Approved.assertCase("run.txt", line("cancelled", load));
	}

	@Test
	void whenTheServerBrokeTheProtocolThenALineSaysHowOftenAndWhatCameFirst() {
		String first = "PING frame (type 6, stream 0, length 7, flags 0x00): the length is wrong";
		Approved.assertCase("run.txt", line("protocol errors", Samples.protocolErrors(new ProtocolErrors(3, first))),
				line("protocol errors", Samples.protocolErrors(new ProtocolErrors(1, "two\n lines"))));
		assertThat(summary(Samples.protocolErrors(ProtocolErrors.NONE))).doesNotContain("protocol errors");
	}

	@Test
	void whenCallsCameInBurstsThenALineSaysHowLongTheyWereThere() {
		Approved.assertCase("run.txt", line("bursts", new SampleLoad().bursts(new Bursts(100, 0, 120.5, 1340)).build()),
				line("bursts", new SampleLoad().bursts(new Bursts(3, 2, 9, 10)).build()),
				line("bursts", new SampleLoad().bursts(new Bursts(0, 5, 0, 0)).build()));
	}

	@Test
	void whenCallsAreStreamsThenTheirMessagesAreThere() {
		Approved.assertCase("run.txt", summary(Samples.streamed()));
	}

	@Test
	void whenTheServerReportsStagesThenATableSaysWhereTheTimeGoes() {
		Approved.assertCase("run.txt", summary(Samples.staged()));
	}

	@Test
	void whenSummedUpThenTheTableHasBothKindsOfLatency() {
		List<List<String>> rows = summary(Samples.answered()).lines()
			.filter((line) -> line.startsWith("|"))
			.map((line) -> Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList())
			.toList();
		assertThat(rows).containsExactly(List.of("", "min", "mean", "p50", "p90", "p99", "p99.9", "p99.99", "max"),
				List.of("service time, from the send", "90 µs", "151 µs", "140 µs", "160 µs", "180 µs", "190 µs", "-",
						"200 µs"),
				List.of("response time, from when it was due", "100 µs", "1.5 ms", "1.4 ms", "1.6 ms", "123 ms",
						"1.9 ms", "-", "12.3 s"));
	}

	@Test
	void whenTheModelIsOpenThenItsRateAndItsLagAreThere() {
		Approved.assertCase("run.txt",
				SummaryText.of(Samples.document("run", "localhost:9090", Samples.open(), Samples.sent())));
	}

	@Test
	void whenThereWasAWarmUpThenALineSaysHowItEnded() {
		Approved.assertCase("run.txt", warmup(new WarmupResult(12.04, true)), warmup(new WarmupResult(60, false)),
				warmup(new WarmupResult(5, null)));
	}

	private static String warmup(WarmupResult warmup) {
		return line("warm-up", new SampleLoad().warmup(warmup).build());
	}

	private static String line(String label, MeasuredLoad load) {
		List<String> lines = summary(load).lines().filter((line) -> line.startsWith(label)).toList();
		assertThat(lines).hasSize(1);
		return lines.getFirst();
	}

	private static String summary(MeasuredLoad load) {
		return SummaryText.of(Samples.document("run", "localhost:9090", Samples.bursts(), load));
	}

}
