package dev.grpctuning.load.diff;

import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.diff.HistoryDocument.EDivisive;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link EDivisive} with thirty results of a noise of 4 %. */
class EDivisiveTests {

	private static final int SEEDS = 200;

	private static final int RESULTS = 30;

	@Test
	void whenNothingChangesThenAtMostFivePerCentOfSeriesShowAChange() {
		assertThat(share((result) -> 1000, 0.04)).isLessThanOrEqualTo(0.05);
		assertThat(share((result) -> 1000, 0.3)).as("of a noise of 30 %").isLessThanOrEqualTo(0.05);
	}

	@Test
	void whenFiguresStepTwiceThenBothStepsAreFound() {
		List<EDivisive.Place> places = EDivisive
			.places(series(1, (result) -> (result < 10) ? 1000 : (result < 20) ? 800 : 1000, 0.02));
		assertThat(places).extracting(EDivisive.Place::at).containsExactly(10, 20);
		assertThat(places).allMatch((place) -> place.chance() <= EDivisive.LEVEL);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 5 })
	void whenThereAreTooFewFiguresThenTheyHaveNoPlace(int count) {
		assertThat(EDivisive.places(IntStream.range(0, count).mapToDouble((i) -> i * 1000).toArray())).isEmpty();
	}

	/** How many series of random noise show a change. */
	private static double share(IntToDoubleFunction mean, double noise) {
		return IntStream.range(0, SEEDS)
			.filter((seed) -> !EDivisive.places(series(seed, mean, noise)).isEmpty())
			.count() / (double) SEEDS;
	}

	private static double[] series(int seed, IntToDoubleFunction mean, double noise) {
		Random random = new Random(seed);
		return IntStream.range(0, RESULTS)
			.mapToDouble((result) -> mean.applyAsDouble(result) * (1 + noise * random.nextGaussian()))
			.toArray();
	}

}
