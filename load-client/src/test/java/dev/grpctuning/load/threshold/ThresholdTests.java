package dev.grpctuning.load.threshold;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.diagnosis.LatencySplit;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.Outcome;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.result.ServerDocument;
import dev.grpctuning.load.server.GcSummary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link Threshold}. */
@Tag(Approved.TAG)
class ThresholdTests {

	private static final SampleLoad LOAD = new SampleLoad()
		.counts(new Counts(1000, 980, Map.of("UNAVAILABLE", 12L, "RESOURCE_EXHAUSTED", 3L), 0, 5))
		.rate(2.5, 2.5, 392)
		.clipped(3)
		.messages(null, null)
		.client(1.25, 1275.51, 64L * 1024 * 1024)
		.latency(new LatencySummary(980, 1, 20.25, 30, 40, 50, 60, 70, 80, 90, 100, ""),
				new LatencySummary(980, 1000, 2000.5, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, ""));

	private static final Run RUN = new Run(LOAD.build());

	/** The same latencies, without a call that was not answered. */
	private static final Run ANSWERED = new Run(
			new SampleLoad().latency(RUN.load().latencyMicros().service(), RUN.load().latencyMicros().response())
				.build());

	@ParameterizedTest
	@CsvSource({ "p99 < 7.1ms, 7 ms", "p99 <= 7ms, 7 ms", "p99 == 7ms, 7 ms", "p99 >= 7000us, 7 ms",
			"p99.9 > 7999µs, 8 ms", "p99.99 != 8ms, 9 ms", "mean < 2001us, 2.001 ms", "response.max < 1s, 10 ms",
			"service.p50 < 31us, 30 µs", "service.mean > 20249ns, 20.25 µs", "min > 0, 1 ms", "p75 < 1m, 4 ms",
			"answered.p99 < 7.1ms, 7 ms", " p90<6ms , 5 ms" })
	void whenTheLatencyMeetsItsLimitThenTheThresholdHolds(String text, String value) {
		ThresholdDocument checked = Threshold.parse(text).check(ANSWERED);
		assertThat(checked).isEqualTo(new ThresholdDocument(text.strip(), value, true));
	}

	@ParameterizedTest
	@CsvSource({ "started == 1000, '1,000'", "ok == 980, 980", "errors == 15, 15", "errors.unavailable <= 12, 12",
			"errors.INTERNAL == 0, 0", "errors < 1.6%, 1.5 %", "errors.unavailable >= 1.2%, 1.2 %", "ok > 97.9%, 98 %",
			"unfinished <= 0.5%, 0.5 %", "cancelled == 0%, 0 %", "error-share < 1.6%, 1.5 %",
			"error-share < 0.016, 1.5 %", "unfinished < 6, 5", "throughput > 391.9, 392", "elapsed < 3s, 2.5 s",
			"client.cpu < 2s, 1.25 s", "client.cpu-per-call < 1.3ms, 1.276 ms", "client.peak-heap <= 64MB, 64 MB",
			"client.saturated == 0, 0", "answered.p99 < 7.1ms, 7 ms", "mean < 2001us, 2.001 ms", "min > 0, 1 ms" })
	void whenTheFigureMeetsItsLimitThenTheThresholdHolds(String text, String value) {
		ThresholdDocument checked = Threshold.parse(text).check(RUN);
		assertThat(checked).isEqualTo(new ThresholdDocument(text.strip(), value, true));
	}

	@ParameterizedTest
	@CsvSource({ "p99 < 7ms", "p99 > 7ms", "p99 != 7ms", "p99 <= 6.999ms", "p99 >= 7001us", "errors == 0",
			"errors < 1%", "error-share < 1%", "throughput >= 392.5", "client.peak-heap < 64MB" })
	void whenTheFigureMissesItsLimitThenTheThresholdFails(String text) {
		assertThat(Threshold.parse(text).check(text.startsWith("p99") ? ANSWERED : RUN).held()).isFalse();
	}

	/** 950 calls take 1 to 950 ms, 30 fail and 20 do not end. */
	@ParameterizedTest
	@CsvSource({ "p99 < 1m, no answer, false", "service.p99 < 1m, no answer, false", "max < 1m, no answer, false",
			"p99 > 1m, no answer, true", "response.p95 < 1m, 950.3 ms, true", "p90 < 900ms, 900.1 ms, false",
			"p90 < 901ms, 900.1 ms, true", "p50 < 501ms, 500.2 ms, true", "answered.p99 < 942ms, 941.1 ms, true",
			"answered.max < 951ms, 950.3 ms, true", "min < 2ms, 1 ms, true" })
	void whenCallsAreNotAnsweredThenTheyAreTheSlowest(String text, String value, boolean held) {
		Histogram micros = new Histogram(1, TimeUnit.HOURS.toMicros(1), 3);
		IntStream.rangeClosed(1, 950).forEach((call) -> micros.recordValue(call * 1000));
		LatencySummary times = LatencySummary.of(micros);
		RunDocument run = Samples.document("run", null, Samples.bursts(),
				new SampleLoad().counts(new Counts(1000, 950, Map.of("DEADLINE_EXCEEDED", 30L), 0, 20))
					.latency(times, times)
					.build());
		assertThat(Threshold.parse(text).check(run)).isEqualTo(new ThresholdDocument(text, value, held));
	}

	@ParameterizedTest
	@CsvSource({ "lag.p99 < 1s", "lag.p99 >= 0", "sent-rate > 1", "late-share < 1", "server.peak-threads < 100",
			"server.cpu < 1m", "server.full-gcs == 0", "gap.p99 < 1s", "messages.sent > 0", "warmup.steady == 1",
			"bursts.max < 1m", "mean.server < 1s", "response-size < 1GB", "server.cpu-per-call < 1s" })
	void whenTheFigureWasNotMeasuredThenTheThresholdFails(String text) {
		assertThat(Threshold.parse(text).check(RUN)).isEqualTo(new ThresholdDocument(text, null, false));
	}

	@Test
	void whenNothingWasAnsweredThenNoLatencyIsShort() {
		LatencySummary none = new LatencySummary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "");
		Run dead = new Run(new SampleLoad().counts(new Counts(10, 0, Map.of("UNAVAILABLE", 10L), 0, 0))
			.rate(1, 1, 0)
			.latency(none, none)
			.build());
		assertThat(Threshold.parse("p99 < 1s").check(dead).held()).isFalse();
		assertThat(Threshold.parse("throughput == 0").check(dead).held()).isTrue();
	}

	@Test
	void whenTheModelIsOpenThenItsLagIsAFigure() {
		Run sent = new Run(
				new SampleLoad().sending(new SendStats(399.9, null, RUN.load().latencyMicros().service(), 0.002))
					.build());
		assertThat(Threshold.parse("lag.p50 < 100us").check(sent))
			.isEqualTo(new ThresholdDocument("lag.p50 < 100us", "30 µs", true));
		assertThat(Threshold.parse("late-share < 1%").check(sent).value()).isEqualTo("0.2 %");
		assertThat(Threshold.parse("sent-rate > 399").check(sent).value()).isEqualTo("399.9");
		assertThat(Threshold.parse("planned-rate > 0").check(sent).value()).as("of a replay").isNull();
	}

	@ParameterizedTest
	@CsvSource({ "messages.sent == 1000, '1,000'", "messages.received == 5000, '5,000'",
			"messages.sent-rate >= 400, 400", "messages.received-rate < 2001, '2,000'", "gap.p50 < 31us, 30 µs",
			"gap.p99 < 1ms, 70 µs", "gap.max <= 100us, 100 µs", "planned-rate == 400, 400", "clipped == 3, 3",
			"protocol-errors == 2, 2", "warmup.time < 3s, 2.5 s", "warmup.steady == 1, 1", "request-size == 16B, 16 B",
			"response-size > 2KB, 2.5 KB", "bursts.ended == 9, 9", "bursts.unfinished < 2, 1",
			"bursts.p50 <= 120ms, 120 ms", "bursts.max < 2s, 1.5 s", "mean.client-wait > 1ms, 1.98 ms",
			"mean.network < 15us, 10.25 µs", "mean.server == 10us, 10 µs", "mean.executor-wait < 5us, 4 µs",
			"mean.handler > 5us, 6 µs", "server.cpu-per-call < 21us, 20.5 µs", "server.start < 2s, 1.75 s",
			"server.classes < 9001, '9,000'", "server.young-gcs == 7, 7", "server.full-gcs == 2, 2",
			"server.gc-time < 1s, 628 ms", "server.gc-stalls == 4, 4", "server.gc-stall-time < 50ms, 40 ms",
			"server.degenerated-gcs == 1, 1" })
	void whenMoreWasMeasuredThenThatIsAFigureToo(String text, String value) {
		assertThat(Threshold.parse(text).check(whole(true, new Bursts(9, 1, 120, 1500))))
			.isEqualTo(new ThresholdDocument(text, value, true));
	}

	@Test
	void whenTheWarmUpWasNotSteadyThenItsFigureIsZero() {
		Threshold threshold = Threshold.parse("warmup.steady == 1");
		assertThat(threshold.check(whole(false, null)))
			.isEqualTo(new ThresholdDocument("warmup.steady == 1", "0", false));
		assertThat(threshold.check(whole(null, null)).value()).as("was not asked for").isNull();
	}

	@Test
	void whenNoBurstHasEndedThenItsTimeIsNotShort() {
		Run run = whole(null, new Bursts(0, 5, 0, 0));
		assertThat(Threshold.parse("bursts.max < 1s").check(run).held()).isFalse();
		assertThat(Threshold.parse("bursts.unfinished == 5").check(run).held()).isTrue();
	}

	@Test
	void whenItCannotBeReadThenTheMessageSaysWhatCan() {
		Approved.assertCase("input.txt",
				Stream
					.of("p99", "p99 = 5ms", "5ms > p99", "p99 < -5ms", "p98 < 5ms", "p99 < 5", "p99 < 5MB",
							"p99 < 1.2.3ms", "throughput < 1%", "error-share < 5ms", "client.peak-heap < 5ms")
					.map(ThresholdTests::refusal)
					.toArray(String[]::new));
	}

	private static String refusal(String text) {
		return text + " -> "
				+ assertThatIllegalArgumentException().isThrownBy(() -> Threshold.parse(text))
					.withMessageNotContaining("\n")
					.actual()
					.getMessage();
	}

	/** Has every figure that a result can have. */
	private static Run whole(@Nullable Boolean steady, @Nullable Bursts bursts) {
		LatencySummary service = RUN.load().latencyMicros().service();
		LoadResult load = new SampleLoad().clipped(3)
			.protocolErrors(new ProtocolErrors(2, "PING frame"))
			.messages(16.0, 2560.0)
			.streams(new Streams(1000, 5000, 400, 2000, service))
			.sending(new SendStats(399.9, 400.0, service, 0))
			.warmup(new WarmupResult(2.5, steady))
			.build()
			.result();
		return new Run(load,
				new ServerDocument(new ServerDocument.Setup("tuned", List.of(), Map.of(), null, null, null), 1.75, null,
						143, 42, 1024, 2, 9000,
						new GcSummary(7, 0.125, 2, 0.5, 1024, new GcSummary.Pauses(2, 0.001),
								new GcSummary.Pauses(1, 0.002), new GcSummary.Pauses(4, 0.04))),
				new DiagnosisDocument(null, new LatencySplit(2000.25, 1980, 10.25, 10.0, 4.0, 6.0), null,
						new DiagnosisDocument.Cpu(10, 20.5), bursts, null, null, null));
	}

	private record Run(LoadResult load, @Nullable ServerDocument server,
			@Nullable DiagnosisDocument diagnosis) implements Measured {

		Run(MeasuredLoad load) {
			this(load.result(), null, null);
		}

		@Override
		public Outcome outcome() {
			return new Outcome(null, null, List.of());
		}

	}

}
