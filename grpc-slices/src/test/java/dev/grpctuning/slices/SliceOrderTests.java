package dev.grpctuning.slices;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class SliceOrderTests {

	@Test
	void whenABlockEndsThenEachVariantHadOneSlice() {
		SliceOrder order = new SliceOrder(5, 3);
		for (long block = 0; block < 100; block++) {
			int[] sorted = LongStream.range(5 * block, 5 * block + 5).mapToInt(order::variant).sorted().toArray();
			assertThat(sorted).containsExactly(0, 1, 2, 3, 4);
		}
	}

	@Test
	void whenTheSeedIsTheSameThenSoIsTheOrder() {
		assertThat(turns(new SliceOrder(3, 7))).isEqualTo(turns(new SliceOrder(3, 7)))
			.isNotEqualTo(turns(new SliceOrder(3, 8)));
	}

	@Test
	void whenThereAreManyBlocksThenEachOrderIsAsFrequent() {
		int[] firsts = new int[6];
		for (long block = 0; block < 6000; block++) {
			int[] order = new SliceOrder(3, 1).block(block);
			firsts[2 * order[0] + ((order[1] > order[2]) ? 1 : 0)]++;
		}
		assertThat(Arrays.stream(firsts)).allSatisfy((count) -> assertThat(count).isCloseTo(1000, within(120)));
	}

	@Test
	void whenThereIsNoVariantThenTheNumberIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new SliceOrder(0, 1))
			.withMessage("variants: 0 (expected: >= 1)");
	}

	private static int[] turns(SliceOrder order) {
		return IntStream.range(0, 300).map(order::variant).toArray();
	}

}
