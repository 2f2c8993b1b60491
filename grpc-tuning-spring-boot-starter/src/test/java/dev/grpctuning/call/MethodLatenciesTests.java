package dev.grpctuning.call;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** One measure for fast and slow methods. */
class MethodLatenciesTests {

	private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

	private final MethodLatencies latencies = new MethodLatencies();

	@Test
	void whenMethodsTakeTheirUsualTimeThenAllTakeTheSame() {
		assertThat(this.latencies.normalize("fast", MILLISECOND / 10)).isEqualTo(MILLISECOND);
		assertThat(this.latencies.normalize("slow", 1000 * MILLISECOND)).isEqualTo(MILLISECOND);
	}

	@Test
	void whenACallTakesLongerThanTheFastestOfItsMethodThenTheRatioShows() {
		this.latencies.normalize("slow", 1000 * MILLISECOND);
		assertThat((double) this.latencies.normalize("slow", 3000 * MILLISECOND) / MILLISECOND).isBetween(2.9, 3.0);
		assertThat(this.latencies.least("slow")).isBetween(1000 * MILLISECOND, 1010 * MILLISECOND);
		assertThat(this.latencies.least("unknown")).isZero();
	}

}
