package dev.grpctuning.load.tune.search;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TuneBudget}. */
class TuneBudgetTests {

	private static final TuneBudget BUDGET = new TuneBudget(Duration.ofMinutes(10), Duration.ofSeconds(1),
			Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(1), 12);

	@Test
	void whenACandidateIsNewThenItsTrialHasAWarmUp() {
		assertThat(BUDGET.cost(true)).isEqualTo(Duration.ofSeconds(5));
		assertThat(BUDGET.cost(false)).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	void whenTimeIsLeftThenTheRoundsForTwoLinesComeOnTop() {
		assertThat(BUDGET.left(Duration.ofMinutes(1))).isEqualTo(Duration.ofSeconds(600 - 60 - 49 * 3));
	}

	@Test
	void whenOneCandidateIsTriedThenTheTimeIsThatOfItsTrialsAndOfTheRounds() {
		assertThat(BUDGET.shortest()).isEqualTo(Duration.ofSeconds(6 * 2 + 2 * (5 + 3) + 49 * 3));
	}

}
