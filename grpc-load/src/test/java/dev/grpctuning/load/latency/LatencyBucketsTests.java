package dev.grpctuning.load.latency;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link LatencyBuckets}. */
class LatencyBucketsTests {

	@Test
	void bucketsGrowByTheSquareRootOfTwo() {
		assertThat(text(1, 2, 3, 4, 5, 6)).isEqualTo("0: 1 0 1 1 2 1");
	}

	@Test
	void whenLatenciesAreLongThenEmptyBucketsBelowThemAreLeftOut() {
		assertThat(text(1024, 1024, 1_500_000)).isEqualTo("20: 2" + " 0".repeat(20) + " 1");
		assertThat(text(LatencyInterval.HIGHEST_MICROS)).isEqualTo("63: 1");
	}

	@Test
	void whenThereAreNoLatenciesThenTheTextIsEmpty() {
		assertThat(text()).isEmpty();
		assertThat(LatencyBuckets.parse("").text()).isEmpty();
	}

	@Test
	void whenTextIsReadThenItIsTheSame() {
		assertThat(LatencyBuckets.parse("20: 5 102 0 12").text()).isEqualTo("20: 5 102 0 12");
	}

	@Test
	void whenBucketsAreAddedThenEachCountIs() {
		assertThat(LatencyBuckets.parse("3: 1 2").plus(LatencyBuckets.parse("4: 10 20")).text())
			.isEqualTo("3: 1 12 20");
		assertThat(LatencyBuckets.parse("").plus(LatencyBuckets.parse("4: 10")).text()).isEqualTo("4: 10");
	}

	@Test
	void whenTextIsNoneThenItIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> LatencyBuckets.parse("many"))
			.withMessageContaining("no buckets: many");
		assertThatIllegalArgumentException().isThrownBy(() -> LatencyBuckets.parse("60: 1 1 1 1 1"))
			.withMessageContaining("at most 64");
	}

	private static String text(long... micros) {
		Histogram histogram = new LatencyInterval().response();
		for (long value : micros) {
			histogram.recordValue(value);
		}
		return LatencyBuckets.of(histogram).text();
	}

}
