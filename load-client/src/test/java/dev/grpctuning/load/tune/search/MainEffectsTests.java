package dev.grpctuning.load.tune.search;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link MainEffects}. */
class MainEffectsTests {

	private static final Candidate GOOD = new Candidate(Map.of("a", "1"));

	private static final Candidate BAD = new Candidate(Map.of("b", "1"));

	private static final Candidate BOTH = new Candidate(Map.of("a", "1", "b", "1"));

	private final MainEffects effects = new MainEffects();

	@Test
	void whenLinesWereTriedAloneThenTheirSumIsPredictedWhateverTheRaceHasInCommon() {
		this.effects.add(1, Candidate.CONFIGURED, 5, 100);
		this.effects.add(1, GOOD, 4, 100);
		this.effects.add(2, Candidate.CONFIGURED, -3, 100);
		this.effects.add(2, BAD, -1, 100);
		this.effects.fit();
		assertThat(this.effects.predicted(GOOD)).isBetween(-1.0, -0.9);
		assertThat(this.effects.predicted(BAD)).isBetween(1.8, 2.0);
		assertThat(this.effects.predicted(BOTH)).isBetween(0.8, 1.1);
	}

	@Test
	void whenLittleIsKnownThenTheEffectIsTakenForSmall() {
		this.effects.add(1, Candidate.CONFIGURED, 0, 100);
		this.effects.add(1, GOOD, -1, 1);
		this.effects.fit();
		assertThat(this.effects.predicted(GOOD)).isBetween(-0.6, -0.4);
	}

}
