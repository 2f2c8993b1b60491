package dev.grpctuning.load.latency;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link HistogramText}. */
class HistogramTextTests {

	private final Histogram histogram = new LatencyInterval().service();

	@Test
	void whenReadAgainThenEveryCountIsThere() {
		for (long micros = 1; micros < LatencyInterval.HIGHEST_MICROS; micros = micros * 3 + 1) {
			this.histogram.recordValueWithCount(micros, micros % 1000 + 1);
		}
		assertThat(HistogramText.decode(HistogramText.encode(this.histogram))).isEqualTo(this.histogram);
	}

	@Test
	void isInTheFormThatHdrHistogramsToolsRead() {
		assertThat(HistogramText.encode(this.histogram)).startsWith("HISTF").doesNotContain("\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "AAAA", "HISTFAAAABx4nJNpmSzMwMDAxAABzFCaEUoz2X+AsQCl" })
	void whatIsNoHistogramIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> HistogramText.decode(text))
			.withMessageStartingWith("no histogram");
	}

}
