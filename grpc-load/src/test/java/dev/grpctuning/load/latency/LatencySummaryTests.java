package dev.grpctuning.load.latency;

import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LatencySummary}. */
class LatencySummaryTests {

	/** What a histogram of three significant digits may be off. */
	private static final Percentage THREE_DIGITS = Percentage.withPercentage(0.1);

	private final Histogram histogram = new LatencyInterval().service();

	@Test
	void whenNothingWasRecordedThenAllIsZero() {
		assertThat(LatencySummary.of(this.histogram))
			.isEqualTo(new LatencySummary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, HistogramText.encode(this.histogram)));
	}

	@Test
	void whenValuesAreSmallThenPercentilesAreExact() {
		for (int micros = 1; micros <= 1000; micros++) {
			this.histogram.recordValue(micros);
		}
		assertThat(LatencySummary.of(this.histogram)).isEqualTo(new LatencySummary(1000, 1, 500.5, 500, 750, 900, 950,
				990, 999, 1000, 1000, HistogramText.encode(this.histogram)));
	}

	@Test
	void whenValuesAreLargeThenPercentilesHaveThreeDigits() {
		for (int i = 1; i <= 100_000; i++) {
			this.histogram.recordValue(i * 100L);
		}
		LatencySummary summary = LatencySummary.of(this.histogram);
		assertThat(summary.count()).isEqualTo(100_000);
		assertThat(summary.min()).isEqualTo(100);
		assertThat(summary.mean()).isCloseTo(5_000_050, THREE_DIGITS);
		assertThat(summary.p50()).isCloseTo(5_000_000, THREE_DIGITS);
		assertThat(summary.p75()).isCloseTo(7_500_000, THREE_DIGITS);
		assertThat(summary.p90()).isCloseTo(9_000_000, THREE_DIGITS);
		assertThat(summary.p95()).isCloseTo(9_500_000, THREE_DIGITS);
		assertThat(summary.p99()).isCloseTo(9_900_000, THREE_DIGITS);
		assertThat(summary.p999()).isCloseTo(9_990_000, THREE_DIGITS);
		assertThat(summary.p9999()).isCloseTo(9_999_000, THREE_DIGITS);
		assertThat(summary.max()).isCloseTo(10_000_000, THREE_DIGITS);
	}

	@Test
	void whenMeanIsNotWholeThenItHasOneDecimal() {
		this.histogram.recordValue(1);
		this.histogram.recordValue(1);
		this.histogram.recordValue(2);
		assertThat(LatencySummary.of(this.histogram).mean()).isEqualTo(1.3);
	}

}
