package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Ranks}. */
class RanksTests {

	private static final List<Candidate> TEN = IntStream.range(0, 10)
		.mapToObj((i) -> new Candidate(Map.of("n", String.valueOf(i))))
		.toList();

	@Test
	void whenBlocksAgreeThenTheWorstAreToldFromTheBest() {
		Ranks ranks = new Ranks(TEN, List.of(block(1), block(50)));
		assertThat(ranks.order()).isEqualTo(TEN);
		assertThat(ranks.worse()).contains(TEN.get(9), TEN.get(8)).doesNotContain(TEN.get(0), TEN.get(1));
	}

	/** A block on a machine that is slower by a factor. */
	private static Map<Candidate, Double> block(double factor) {
		Map<Candidate, Double> block = new HashMap<>();
		TEN.forEach((candidate) -> block.put(candidate, factor * (TEN.indexOf(candidate) + 1)));
		return block;
	}

	@Test
	void whenThereIsOneBlockThenNothingIsShown() {
		assertThat(new Ranks(TEN, List.of(block(1))).worse()).isEmpty();
	}

	@Test
	void whenACandidateDidNotRunThenItIsLast() {
		Map<Candidate, Double> block = block(1);
		block.put(TEN.get(0), Double.NaN);
		assertThat(new Ranks(TEN, List.of(block, block)).order()).last().isEqualTo(TEN.get(0));
	}

	@Test
	void whenAllAreAlikeThenTheBestIsSeldomGivenUp() {
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
		int givenUp = 0;
		for (int i = 0; i < 1000; i++) {
			List<Map<Candidate, Double>> blocks = new ArrayList<>();
			for (int b = 0; b < 4; b++) {
				Map<Candidate, Double> block = new HashMap<>();
				TEN.forEach((candidate) -> block.put(candidate, random.nextDouble()));
				blocks.add(block);
			}
			givenUp += new Ranks(TEN, blocks).worse().contains(TEN.get(3)) ? 1 : 0;
		}
		// The leader of ten that are alike is better than an average one by chance.
		assertThat(givenUp).isBetween(1, 350);
	}

	@Test
	void whenAShorterCandidateIsAboutAsGoodThenItIsTheSimplest() {
		Candidate one = new Candidate(Map.of("a", "1"));
		Candidate two = new Candidate(Map.of("a", "1", "b", "1"));
		Candidate other = new Candidate(Map.of("c", "1"));
		List<Candidate> three = List.of(two, one, other);
		Map<Candidate, Double> first = Map.of(two, 1.0, one, 2.0, other, 3.0);
		Map<Candidate, Double> second = Map.of(two, 2.0, one, 1.0, other, 3.0);
		assertThat(new Ranks(three, List.of(first, first, second)).simplest()).isEqualTo(one);
		assertThat(new Ranks(three, List.of(first, first, first, first, first, first)).simplest()).isEqualTo(two);
	}

}
