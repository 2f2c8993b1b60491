package dev.grpctuning.load.report;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.LoadResult;

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
		assertThat(summary(Samples.answered())).doesNotContain("failed", "client-limited", "stopped by");
	}

	@Test
	void whenCallsFailThenEachStatusHasALineWithItsFirstMessage() {
		assertThat(summary(Samples.limited()).lines()).contains(
				"answered       2,997 of 5,000 in 2.5 s, 2,000 per second",
				"failed         3 UNAVAILABLE: io exception", "unfinished     2,000");
	}

	@Test
	void whenTheClientHeldTheLoadBackThenALineSaysWhy() {
		assertThat(summary(Samples.limited()).lines()).contains("client-limited load.max-open-calls=4000 was reached");
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
					"sent           2000.00 per second, planned 333.5 (poisson, seed 42); 1.23 % more than 10.0 ms late")
			.anyMatch((line) -> line.replaceAll(" +", " ")
				.equals("| send lag, from when it was due to the send | 0 µs | 21 µs | 10 µs | 12 µs | 14 µs | 15 µs | 16 µs | 17 µs |"));
		assertThat(summary(Samples.answered())).doesNotContain("sent  ", "send lag");
	}

	private static String summary(LoadResult load) {
		return RunSummary.of(RunDocument.of("run", "localhost:9090", Samples.turns(), load));
	}

}
