package dev.grpctuning.load.text;

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
	void whenARunIsSummedUpThenThereAreLinesForWhatHappenedAndATableOfLatencies() {
		Approved.assertCase("run.txt", summary(Samples.answered()), summary(Samples.saturated()),
				summary(Samples.streamed()), summary(Samples.staged()),
				SummaryText.of(Samples.document("run", "localhost:9090", Samples.open(), Samples.sent())));
	}

	@Test
	void whenCallsWereCancelledOrCameInBurstsOrAfterAWarmUpThenALineSaysSo() {
		Approved.assertCase("run.txt",
				line("cancelled", Samples.load(new Counts(5000, 4000, Map.of(), 1000, 0), Map.of(), null, null)),
				line("protocol errors",
						Samples.protocolErrors(new ProtocolErrors(3, "PING frame: the length is wrong"))),
				line("protocol errors", Samples.protocolErrors(new ProtocolErrors(1, "two\n lines"))),
				line("bursts", new SampleLoad().bursts(new Bursts(100, 0, 120.5, 1340)).build()),
				line("bursts", new SampleLoad().bursts(new Bursts(3, 2, 9, 10)).build()),
				line("bursts", new SampleLoad().bursts(new Bursts(0, 5, 0, 0)).build()),
				warmup(new WarmupResult(12.04, true)), warmup(new WarmupResult(60, false)),
				warmup(new WarmupResult(5, null)));
		assertThat(summary(Samples.protocolErrors(ProtocolErrors.NONE))).doesNotContain("protocol errors");
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
