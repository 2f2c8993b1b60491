package dev.grpctuning.load.tune.search;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TuneBudget} and {@link TuneClock}. */
class TuneBudgetTests {

	private static final List<List<Candidate>> ONE = List.of(List.of(Candidate.CONFIGURED));

	private long seconds;

	@Test
	void whenACandidateIsNewThenItsTrialHasAWarmUp() {
		assertThat(budget(10, 12).cost(1, 1)).isEqualTo(Duration.ofSeconds(5));
		assertThat(budget(10, 12).cost(1, 0)).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	void whenCandidatesAlternateThenTheyShareTheChange() {
		assertThat(budget(10, 12).cost(4, 1)).isEqualTo(Duration.ofSeconds(1 + 1 + 4 + 2));
	}

	@ParameterizedTest
	@CsvSource({ "2, 45", "10, 60", "20, 120", "30, 180", "40, 195" })
	void whenThereIsMoreTimeThenATenthOfItIsForTheRoundsBetweenTheirLeastAndTheirMost(int minutes, int confirming) {
		assertThat(budget(minutes, 12).confirming()).isEqualTo(Duration.ofSeconds(confirming));
	}

	@Test
	void whenOneCandidateIsTriedThenTheTimeIsThatOfItsTrialsAndOfTheRounds() {
		assertThat(budget(10, 12).shortest()).isEqualTo(Duration.ofSeconds(6 * 2 + 2 * (5 + 3) + 6 * 2 + 11 * 3));
		assertThat(budget(10, 3).shortest()).isEqualTo(Duration.ofSeconds(6 * 2 + 2 * (5 + 3) + 6 * 2 + 7 * 3));
	}

	@Test
	void whenTrialsTakeLongerThanPlannedThenFewerFit() throws Exception {
		TuneClock clock = clock(Duration.ZERO);
		assertThat(clock.cost(ONE)).isEqualTo(Duration.ofSeconds(3));
		for (int i = 0; i < 100; i++) {
			clock.trial(ONE.getFirst(), () -> this.seconds += 6);
		}
		assertThat(clock.cost(ONE)).isBetween(Duration.ofMillis(5600), Duration.ofSeconds(6));
		assertThat(clock.left()).isZero();
		assertThat(clock.isOver()).isTrue();
	}

	@Test
	void whenTimeIsSpentThenItIsLessForTheRacesAndTheRounds() {
		TuneClock clock = clock(Duration.ofMinutes(1));
		assertThat(clock.left()).isEqualTo(Duration.ofMinutes(9));
		assertThat(clock.racing()).isEqualTo(Duration.ofMinutes(9).minus(Duration.ofMinutes(10).dividedBy(10)));
		assertThat(clock.fits(12 * 15, ONE)).isTrue();
		assertThat(clock.fits(12 * 16, ONE)).isFalse();
	}

	private TuneClock clock(Duration spent) {
		return new TuneClock(() -> budget(10, 12), () -> this.seconds * 1_000_000_000, spent);
	}

	private static TuneBudget budget(int minutes, int rounds) {
		return new TuneBudget(Duration.ofMinutes(minutes), Duration.ofSeconds(1), Duration.ofSeconds(2),
				Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(2), rounds);
	}

}
