package dev.grpctuning.load.latency;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LatencySummary}. */
class LatencySummaryTests {

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
	void whenMeanIsNotWholeThenItHasOneDecimal() {
		this.histogram.recordValue(1);
		this.histogram.recordValue(1);
		this.histogram.recordValue(2);
		assertThat(LatencySummary.of(this.histogram).mean()).isEqualTo(1.3);
	}

}
