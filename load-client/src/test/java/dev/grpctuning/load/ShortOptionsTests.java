package dev.grpctuning.load;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ShortOptions}.
 */
class ShortOptionsTests {

	@Test
	void whenAnOptionIsShortThenItIsWrittenOut() {
		assertThat(ShortOptions.expand(new String[] { "run", "--quiet", "--format=csv", "--load.quiet=false" }))
			.containsExactly("run", "--load.quiet=true", "--load.format=csv", "--load.quiet=false");
	}

	@Test
	void whenAWordOnlyLooksLikeOneThenItStays() {
		assertThat(ShortOptions.expand(new String[] { "--quieter", "--formats=x", "format=csv", "--format" }))
			.containsExactly("--quieter", "--formats=x", "format=csv", "--format");
	}

}
