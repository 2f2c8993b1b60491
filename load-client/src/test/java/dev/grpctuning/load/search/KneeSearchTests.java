package dev.grpctuning.load.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

	@ParameterizedTest
	@ValueSource(doubles = { 3, 99, 1000, 1001, 48_000, 999_999 })
	void whenTrialsAreCertainThenTheKneeIsBetweenItsBounds(double knee) throws Exception {
		Knee found = new KneeSearch(KneeSearch.Settings.confirmed(1000, 1_000_000, 0.05), kneeAt(knee)).search();
		assertThat(found.limit()).isEqualTo(Knee.Limit.OBJECTIVE);
		assertThat(found.callsPerSecond()).isLessThanOrEqualTo(knee).isGreaterThan(knee / 1.05);
		assertThat(found.brokenPerSecond()).isGreaterThan(knee).isLessThanOrEqualTo(found.callsPerSecond() * 1.05);
		assertThat(this.tried).as("each rate twice, and the bound again at the end")
			.hasSize(2 * (int) this.tried.stream().distinct().count() + 2)
			.endsWith(found.brokenPerSecond(), found.brokenPerSecond());
	}

	@Test
	void whenTheHighestRateHoldsThenNoneAboveIsTried() throws Exception {
		Knee found = new KneeSearch(KneeSearch.Settings.confirmed(1000, 5000, 0.05), kneeAt(1e9)).search();
		assertThat(found).isEqualTo(new Knee(5000, null, Knee.Limit.HIGHEST));
		assertThat(this.tried).containsExactly(1000.0, 1000.0, 2000.0, 2000.0, 4000.0, 4000.0, 5000.0, 5000.0);
	}

	@Test
	void whenNothingHoldsThenTheSearchEnds() throws Exception {
		Knee found = new KneeSearch(KneeSearch.Settings.confirmed(1000, 5000, 0.05), kneeAt(0)).search();
		assertThat(found.callsPerSecond()).isZero();
		assertThat(found.limit()).isEqualTo(Knee.Limit.OBJECTIVE);
		assertThat(found.brokenPerSecond()).isBetween(0.9, 2.0);
	}

	@Test
	void whenTheClientIsTheLimitThenTheKneeSaysSo() throws Exception {
		Knee found = new KneeSearch(KneeSearch.Settings.confirmed(1000, 1e6, 0.05),
				(rate) -> (rate <= 7000) ? Outcome.HELD : Outcome.LOAD_GENERATOR_SATURATED)
			.search();
		assertThat(found.limit()).isEqualTo(Knee.Limit.CLIENT);
		assertThat(found.callsPerSecond()).isBetween(6600.0, 7000.0);
	}

	@Test
	void whenTrialsAreNoisyThenTheKneeIsFoundAllTheSame() throws Exception {
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
		int close = 0;
		for (int i = 0; i < 500; i++) {
			double knee = Math.exp(random.nextDouble(Math.log(500), Math.log(200_000)));
			Knee found = new KneeSearch(KneeSearch.Settings.confirmed(1000, 1e6, 0.05), (rate) -> {
				// One trial in twenty is spoilt, and the knee itself moves by 5 %.
				boolean held = random.nextDouble() >= 0.05 && rate <= knee * Math.exp(0.05 * random.nextGaussian());
				return held ? Outcome.HELD : Outcome.BROKEN;
			}).search();
			close += (found.callsPerSecond() > knee / 1.15 && found.callsPerSecond() < knee * 1.15) ? 1 : 0;
		}
		assertThat(close).isGreaterThanOrEqualTo(450);
	}

	@Test
	void whenTheServerIsNoisyThenTheKneeIsFoundInNineOfTenSearches() throws Exception {
		int close = 0;
		for (int seed = 0; seed < 300; seed++) {
			SimulatedServer server = new SimulatedServer(seed, 3000, Map.of());
			Knee found = new KneeSearch(KneeSearch.Settings.confirmed(1000, 1e6, 0.05), server::at).search();
			// The machine itself drifts by 13 %.
			close += (found.callsPerSecond() > 3000 / 1.3 && found.callsPerSecond() < 3000 * 1.3) ? 1 : 0;
		}
		assertThat(close).isGreaterThanOrEqualTo(270);
	}

	@ParameterizedTest
	@EnumSource(value = Outcome.class, names = "HELD", mode = EnumSource.Mode.EXCLUDE)
	void whenTheMachineIsDisturbedForAWhileThenTheKneeIsFoundAllTheSame(Outcome spoilt) throws Exception {
		for (int begin = 0; begin < 25; begin++) {
			this.tried.clear();
			RateTrial undisturbed = kneeAt(48_000);
			int first = begin;
			Knee found = new KneeSearch(KneeSearch.Settings.confirmed(2000, 1_000_000, 0.05), (rate) -> {
				Outcome outcome = undisturbed.at(rate);
				return (this.tried.size() > first && this.tried.size() <= first + 4) ? spoilt : outcome;
			}).search();
			assertThat(found.callsPerSecond()).as("disturbed from trial %d on", first + 1)
				.isBetween(48_000 / 1.15, 48_000.0);
		}
	}

	@Test
	void whenTheFirstTrialsAreSpoiltThenTheSearchGoesOnUpwards() throws Exception {
		RateTrial undisturbed = kneeAt(48_000);
		Knee found = new KneeSearch(KneeSearch.Settings.confirmed(2000, 1_000_000, 0.05), (rate) -> {
			Outcome outcome = undisturbed.at(rate);
			return (this.tried.size() > 2) ? outcome : Outcome.LOAD_GENERATOR_SATURATED;
		}).search();
		assertThat(found.callsPerSecond()).isBetween(48_000 / 1.05, 48_000.0);
		assertThat(found.limit()).isEqualTo(Knee.Limit.OBJECTIVE);
	}

	@Test
	void whenTheHighestRateWasSpoiltOnceThenItIsTheHighestAllTheSame() throws Exception {
		RateTrial undisturbed = kneeAt(1e9);
		Knee found = new KneeSearch(KneeSearch.Settings.confirmed(5000, 5000, 0.05), (rate) -> {
			Outcome outcome = undisturbed.at(rate);
			return (this.tried.size() > 2) ? outcome : Outcome.BROKEN;
		}).search();
		assertThat(found).isEqualTo(new Knee(5000, null, Knee.Limit.HIGHEST));
	}

	@Test
	void whenOneVoteIsEnoughThenEachRateIsTriedOnceAndTheBoundAgain() throws Exception {
		Knee found = new KneeSearch(new KneeSearch.Settings(1000, 100, 1e6, 1.25, 0.1, 1), kneeAt(1400)).search();
		assertThat(found.callsPerSecond()).isBetween(1400 / 1.1, 1400.0);
		assertThat(this.tried).startsWith(1000.0, 1250.0, 1562.5).endsWith(found.brokenPerSecond());
		assertThat(this.tried.subList(0, this.tried.size() - 1)).doesNotHaveDuplicates();
	}

	@Test
	void whenNothingHoldsAboveTheLowestRateThenTheSearchEndsThere() throws Exception {
		assertThat(new KneeSearch(new KneeSearch.Settings(1000, 200, 1e6, 2, 0.1, 1), kneeAt(150)).search()
			.callsPerSecond()).isZero();
		assertThat(this.tried).containsExactly(1000.0, 500.0, 250.0);
	}

	@Test
	void whenATrialCannotBeMadeThenTheSearchEndsWithIt() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new KneeSearch(KneeSearch.Settings.confirmed(1, 2, 0.05), (rate) -> {
				throw new IllegalStateException("gone");
			}).search())
			.withMessage("gone");
	}

}
