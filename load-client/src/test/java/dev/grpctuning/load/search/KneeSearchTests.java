package dev.grpctuning.load.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.search.RateTrial.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Tests for {@link KneeSearch}. */
class KneeSearchTests {

	private final List<Double> tried = new ArrayList<>();

	private RateTrial kneeAt(double knee) {
		return (rate) -> {
			this.tried.add(rate);
			return (rate <= knee) ? Outcome.HELD : Outcome.BROKEN;
		};
	}

	private static KneeSearch from(double start, double highest) {
		return new KneeSearch(new KneeSearch.Settings(start, start / 1024, highest, 0.05, 30));
	}

	@ParameterizedTest
	@ValueSource(doubles = { 3, 99, 1000, 1001, 48_000, 999_999 })
	void whenTrialsAreCertainThenTheKneeIsJustBelowTheirBound(double bound) throws Exception {
		Knee found = from(1000, 1_000_000).search(kneeAt(bound));
		if (found.limit() == Knee.Limit.OBJECTIVE) {
			assertThat(found.callsPerSecond()).isBetween(bound / 1.1, bound * 1.03);
			assertThat(found.lowPerSecond()).isLessThan(bound);
			assertThat(found.highPerSecond()).isLessThan(low(found) * 1.25);
		}
		else {
			assertThat(bound).as("close to the highest").isEqualTo(999_999);
		}
		assertThat(this.tried).hasSizeLessThanOrEqualTo(30);
	}

	@Test
	void whenTheHighestRateHoldsTwiceThenNoneAboveIsTried() throws Exception {
		Knee found = from(1000, 5000).search(kneeAt(1e9));
		assertThat(found.limit()).isEqualTo(Knee.Limit.HIGHEST);
		assertThat(found.callsPerSecond()).isEqualTo(5000);
		assertThat(found.lowPerSecond()).isLessThanOrEqualTo(5000);
		assertThat(found.highPerSecond()).isNull();
		assertThat(this.tried).containsExactly(1000.0, 2000.0, 4000.0, 5000.0, 5000.0);
	}

	@Test
	void whenTheTrialsEndBeforeARateBreaksThenTheyAreTheLimit() throws Exception {
		Knee found = new KneeSearch(new KneeSearch.Settings(1000, 1, 1e6, 0.05, 5)).search(kneeAt(1e9));
		assertThat(found.limit()).isEqualTo(Knee.Limit.TRIALS);
		assertThat(found.callsPerSecond()).isEqualTo(16_000);
	}

	@Test
	void whenNothingHoldsThenTheSearchEnds() throws Exception {
		Knee found = from(1000, 5000).search(kneeAt(0));
		assertThat(found).isEqualTo(new Knee(0, null, null, Knee.Limit.OBJECTIVE));
		assertThat(this.tried.getLast()).isBetween(0.9, 2.0);
	}

	@Test
	void whenTheClientIsTheLimitThenTheKneeIsOpenAbove() throws Exception {
		Knee found = from(1000, 1e6).search((rate) -> (rate <= 7000) ? Outcome.HELD : Outcome.LOAD_GENERATOR_SATURATED);
		assertThat(found.limit()).isEqualTo(Knee.Limit.CLIENT);
		assertThat(found.callsPerSecond()).isBetween(6600.0, 7000.0);
		assertThat(found.highPerSecond()).isNull();
	}

	@Test
	void whenTheServerIsNoisyThenTheKneeIsFoundInNineOfTenSearches() throws Exception {
		int close = 0;
		for (int seed = 0; seed < 40; seed++) {
			SimulatedServer server = new SimulatedServer(seed, 3000);
			Knee found = from(1000, 1e6).search(server::at);
			// The machine itself drifts by 13 %.
			close += (found.callsPerSecond() > 3000 / 1.4 && found.callsPerSecond() < 3000 * 1.3) ? 1 : 0;
		}
		assertThat(close).isGreaterThanOrEqualTo(36);
	}

	@Test
	void whenTrialsAreNoisyThenTheIntervalHasTheRateThatHoldsWithNinetyPercent() throws Exception {
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
		int covered = 0;
		for (int i = 0; i < 80; i++) {
			double spread = List.of(0.01, 0.03, 0.06, 0.12).get(i % 4);
			double lapse = List.of(0.0, 0.02).get(i / 4 % 2);
			double middle = Math.log(1000) + random.nextDouble(4);
			Knee found = from(2000, 1e6).search((
					rate) -> (random.nextDouble() >= lapse && Math.log(rate) <= middle + spread * random.nextGaussian())
							? Outcome.HELD : Outcome.BROKEN);
			// Of the trials without a lapse 90 % and 91.84 % must hold.
			double holds = Math.exp(middle - spread * ((lapse == 0) ? 1.2816 : 1.3932));
			covered += (low(found) <= holds && holds <= high(found)) ? 1 : 0;
		}
		assertThat(covered).as("of 80, 76 expected").isGreaterThanOrEqualTo(73);
	}

	@ParameterizedTest
	@EnumSource(value = Outcome.class, names = "HELD", mode = EnumSource.Mode.EXCLUDE)
	void whenTheMachineIsDisturbedForAWhileThenTheKneeIsFoundAllTheSame(Outcome spoilt) throws Exception {
		for (int begin = 0; begin < 15; begin++) {
			this.tried.clear();
			RateTrial undisturbed = kneeAt(48_000);
			int first = begin;
			Knee found = from(2000, 1_000_000).search((rate) -> {
				Outcome outcome = undisturbed.at(rate);
				return (this.tried.size() > first && this.tried.size() <= first + 3) ? spoilt : outcome;
			});
			assertThat(found.callsPerSecond()).as("disturbed from trial %d on", first + 1)
				.isBetween(48_000 / 2.0, 48_000 * 1.03);
		}
	}

	@Test
	void whenATrialCannotBeMadeThenTheSearchEndsWithIt() {
		assertThatIllegalStateException().isThrownBy(() -> from(1, 2).search((rate) -> {
			throw new IllegalStateException("gone");
		})).withMessage("gone");
	}

	private static double low(Knee found) {
		return Objects.requireNonNull(found.lowPerSecond());
	}

	private static double high(Knee found) {
		return Objects.requireNonNull(found.highPerSecond());
	}

}
