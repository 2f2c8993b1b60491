package dev.grpctuning.call;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** One measure for fast and slow methods. */
class MethodLatenciesTests {

	private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

	private final MethodLatencies latencies = new MethodLatencies(System::nanoTime);

	@Test
	void whenMethodsTakeTheirUsualTimeThenAllTakeTheSame() {
		assertThat(this.latencies.normalize("fast", MILLISECOND / 10, true)).isEqualTo(MILLISECOND);
		assertThat(this.latencies.normalize("slow", 1000 * MILLISECOND, true)).isEqualTo(MILLISECOND);
	}

	@Test
	void whenACallTakesLongerThanTheFastestOfItsMethodThenTheRatioShows() {
		this.latencies.normalize("slow", 1000 * MILLISECOND, true);
		assertThat((double) this.latencies.normalize("slow", 3000 * MILLISECOND, true) / MILLISECOND).isBetween(2.9,
				3.0);
		assertThat(this.latencies.least("slow")).isBetween(1000 * MILLISECOND, 1010 * MILLISECOND);
		assertThat(this.latencies.least("unknown")).isZero();
	}

	@Test
	void whenACallIsNotAnsweredThenItTakesAtLeastTheUsualTimeAndChangesNothing() {
		assertThat(this.latencies.normalize("slow", 5 * MILLISECOND, false)).isEqualTo(MILLISECOND);
		assertThat(this.latencies.least("slow")).isZero();
		this.latencies.normalize("slow", 1000 * MILLISECOND, true);
		assertThat(this.latencies.normalize("slow", MILLISECOND, false)).isEqualTo(MILLISECOND);
		assertThat(this.latencies.normalize("slow", 3000 * MILLISECOND, false)).isEqualTo(3 * MILLISECOND);
		assertThat(this.latencies.least("slow")).isEqualTo(1000 * MILLISECOND);
	}

}
