package dev.grpctuning.load.tune.search;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TuneSearch}: whole searches at a server whose knobs are known. */
class TuneSearchTests {

	private static final int SEEDS = 100;

	@Test
	void whenOneValueOfAKnobIsBetterThenItAloneIsRecommended() {
		List<Recommendation> all = recommendations(15,
				Map.of("executor.type=virtual", 1.6, "executor.type=direct", 0.5, "transport=io-uring", 0.9));
		assertThat(all.stream().filter((found) -> lines(found).equals(List.of("executor.type=virtual"))).count())
			.isGreaterThanOrEqualTo(SEEDS * 17 / 20);
		assertThat(all.stream().filter(TuneSearchTests::hasUselessLine).count()).isLessThanOrEqualTo(SEEDS / 20);
	}

	@Test
	void whenTwoKnobsMatterThenBothAreRecommendedEachWithItsEvidence() {
		List<Recommendation> all = recommendations(15, Map.of("executor.type=virtual", 1.5, "transport=epoll", 1.5));
		assertThat(all.stream()
			.filter((found) -> lines(found).equals(List.of("executor.type=virtual", "transport=epoll")))
			.count()).isGreaterThanOrEqualTo(SEEDS * 9 / 10);
		assertThat(all.stream().filter((found) -> lines(found).size() > 2).count()).isLessThanOrEqualTo(SEEDS / 20);
		assertThat(all).allSatisfy((found) -> assertThat(found.lines())
			.allSatisfy((line) -> assertThat(line.comparison().verdict()).isEqualTo(Verdict.BETTER)));
	}

	@Test
	void whenNoKnobMattersThenNothingIsRecommended() {
		List<Recommendation> all = recommendations(10, Map.of());
		assertThat(all.stream().filter((found) -> found.conclusion() == Conclusion.RECOMMENDED).count())
			.isLessThanOrEqualTo(SEEDS / 20);
		assertThat(all).filteredOn((found) -> found.conclusion() != Conclusion.RECOMMENDED)
			.allSatisfy((found) -> assertThat(found.lines()).isEmpty());
	}

	@Test
	void whenAllKnobsDoHarmThenNothingIsRecommended() {
		Map<String, Double> harmful = new HashMap<>();
		SimulatedService.SPACE.knobs()
			.forEach((knob, values) -> values.forEach((value) -> harmful.put(knob + "=" + value, 0.6)));
		assertThat(recommendations(10, harmful)).extracting(Recommendation::conclusion)
			.doesNotContain(Conclusion.RECOMMENDED);
	}

	@Test
	void whenWhatIsConfiguredHoldsTheHighestRateThenNothingIsFaster() throws Exception {
		SimulatedTuning trials = new SimulatedTuning(1, (any) -> 1e6, Duration.ofMinutes(10));
		Recommendation found = new TuneSearch(SimulatedService.SPACE, Map.of(), 1, 100, trials).search(100);
		assertThat(found.conclusion()).isEqualTo(Conclusion.NONE_FASTER);
		assertThat(found.configuredRate()).isEqualTo(100);
	}

	@Test
	void whenTheRacesAreOverThenTheRoundsAreBetweenBothRates() {
		recommendations(15, Map.of("transport=epoll", 2.0)).stream()
			.limit(20)
			.forEach((found) -> assertThat(found.confirmedAt()).isGreaterThan(found.configuredRate())
				.isLessThan(found.bestRate()));
	}

	@Test
	void whenTheTimeIsOverThenTheSearchEnds() {
		for (long seed = 0; seed < 50; seed++) {
			SimulatedTuning trials = new SimulatedTuning(seed, new SimulatedService(seed)::knee,
					Duration.ofMinutes(10));
			SimulatedTuning.recommendation(seed, trials);
			assertThat(trials.secondsLeft()).as("rounds of two stages at most").isGreaterThan(-300);
		}
	}

	private static List<Recommendation> recommendations(int minutes, Map<String, Double> effects) {
		return LongStream.range(0, SEEDS)
			.mapToObj((seed) -> SimulatedTuning.recommendation(seed,
					new SimulatedTuning(seed, new SimulatedService(effects)::knee, Duration.ofMinutes(minutes))))
			.toList();
	}

	private static boolean hasUselessLine(Recommendation found) {
		return lines(found).stream().anyMatch((line) -> !line.equals("executor.type=virtual"));
	}

	private static List<String> lines(Recommendation found) {
		return found.lines().stream().map((Line line) -> line.knob() + "=" + line.value()).toList();
	}

}
