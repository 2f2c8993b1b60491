package dev.grpctuning.load.compare.slices;

import java.time.Duration;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CarryOverTests {

	private static final Duration SLICE = Duration.ofMillis(100);

	private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(4);

	private final CarryOver carryOver = new CarryOver(SLICE);

	@Test
	void whenAllStepsAreAlikeThenNothingIsCarriedOver() {
		IntStream.range(0, 20).forEach((step) -> add(step, 1000));
		assertThat(this.carryOver.length()).isZero();
	}

	@Test
	void whenTheFirstStepsAreSlowerThenTheyAreCarriedOver() {
		IntStream.range(0, 20).forEach((step) -> add(step, (step < 3) ? 700 : 1000));
		assertThat(this.carryOver.length()).isEqualTo(Duration.ofMillis(15));
	}

	@Test
	void whenNoStepIsLikeTheLaterOnesThenItIsHalfOfTheSlice() {
		IntStream.range(0, 20).forEach((step) -> add(step, 100 * step));
		assertThat(this.carryOver.length()).isEqualTo(SLICE.dividedBy(2));
	}

	@Test
	void whenThereIsNoCallThenNothingIsCarriedOver() {
		assertThat(this.carryOver.length()).isZero();
	}

	private void add(int step, int mean) {
		long calls = Math.round(mean + this.random.nextGaussian() * Math.sqrt(mean) / 2);
		for (long call = 0; call < calls; call++) {
			this.carryOver.add(step);
		}
	}

}
