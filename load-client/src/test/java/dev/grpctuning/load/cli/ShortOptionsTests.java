package dev.grpctuning.load.cli;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ShortOptions}. */
class ShortOptionsTests {

	@Test
	void whenAnOptionIsShortThenItIsWrittenOut() {
		assertThat(ShortOptions.expand(new String[] { "run", "--quiet", "--format=csv", "--load.quiet=false",
				"--slo=p99 < 10ms", "--knobs=transport" }))
			.containsExactly("run", "--load.quiet=true", "--load.format=csv", "--load.quiet=false",
					"--search.slo=p99 < 10ms", "--tune.knobs=transport");
	}

	@Test
	void whenAWordOnlyLooksLikeOneThenItStays() {
		assertThat(
				ShortOptions.expand(new String[] { "--quieter", "--formats=x", "format=csv", "--format", "--slow=1" }))
			.containsExactly("--quieter", "--formats=x", "format=csv", "--format", "--slow=1");
	}

}
