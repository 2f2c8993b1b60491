package dev.grpctuning.load.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link Rounds}.
 */
class RoundsTests {

	@Test
	void whenRoundsFollowThenEverySecondIsTurnedAround() {
		List<String> variants = List.of("a", "b", "c");
		assertThat(IntStream.range(0, 6).mapToObj((round) -> String.join("", Rounds.order(variants, round))))
			.containsExactly("abc", "cba", "bca", "acb", "cab", "bac");
		assertThat(IntStream.range(0, 4).mapToObj((round) -> String.join("", Rounds.order(List.of("a", "b"), round))))
			.containsExactly("ab", "ba", "ba", "ab");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 7 })
	void whenAllOrdersHaveComeThenEachVariantRanEquallyEarly(int variants) {
		List<Integer> all = IntStream.range(0, variants).boxed().toList();
		double[] places = new double[variants];
		int rounds = 2 * variants;
		for (int round = 0; round < rounds; round++) {
			List<Integer> order = new ArrayList<>(Rounds.order(all, round));
			assertThat(order).containsExactlyInAnyOrderElementsOf(all);
			for (int place = 0; place < variants; place++) {
				places[order.get(place)] += place;
			}
		}
		for (double sum : places) {
			assertThat(sum / rounds).isCloseTo((variants - 1) / 2.0, within(1e-9));
		}
	}

}
