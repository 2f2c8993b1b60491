package dev.grpctuning.load.tune.search;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TuneBudget}. */
class TuneBudgetTests {

	private static TuneBudget of(Duration time) {
		return new TuneBudget(time, Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(1),
				Duration.ofSeconds(5), 5);
	}

	@Test
	void whenThereIsMoreTimeThenMoreIsTriedAndItFits() {
		int last = 0;
		for (int minutes = 10; minutes <= 60; minutes += 5) {
			TuneBudget budget = of(Duration.ofMinutes(minutes));
			int fit = budget.candidates(1000);
			assertThat(fit).isGreaterThanOrEqualTo(last);
			assertThat(budget.length(fit)).isLessThanOrEqualTo(budget.time());
			assertThat(budget.length(fit + 1)).isGreaterThan(budget.time());
			last = fit;
		}
		assertThat(last).isGreaterThan(20);
	}

	@Test
	void whenAllFitThenNoMoreThanThereAreAreTried() {
		assertThat(of(Duration.ofHours(2)).candidates(7)).isEqualTo(7);
	}

	@Test
	void whenTheTimeIsTooShortThenNothingFits() {
		assertThat(of(Duration.ofMinutes(1)).candidates(7)).isZero();
	}

	@Test
	void whenOneCandidateIsTriedThenTheTimeIsThatOfItsTrialsAndOfTheRounds() {
		// A server with six trials, four with five, one that shows that it holds a rate,
		// and four in each of five rounds.
		assertThat(of(Duration.ofMinutes(1)).length(1))
			.isEqualTo(Duration.ofSeconds(10 + 6 * 2 + 4 * (10 + 5 * 2) + 21 * 16));
	}

	@Test
	void whenRungsGoUpThenTrialsDouble() {
		assertThat(TuneBudget.trial(Duration.ofSeconds(1), 3)).isEqualTo(Duration.ofSeconds(8));
	}

}
