package dev.grpctuning.load.tune.search;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TuneSearch}: whole searches at a server whose knobs are known. */
class TuneSearchTests {

	private static final int SEEDS = 60;

	@Test
	void whenOneValueOfAKnobIsBetterThenItIsRecommendedAndAloneIsShown() {
		List<Recommendation> all = recommendations(15,
				Map.of("executor.type=virtual", 1.6, "executor.type=direct", 0.5, "transport=io-uring", 0.9));
		assertThat(all.stream().filter((found) -> lines(found).contains("executor.type=virtual")).count())
			.isGreaterThanOrEqualTo(SEEDS * 19 / 20);
		assertThat(all.stream().filter((found) -> lines(found).contains("transport=io-uring")).count())
			.isLessThanOrEqualTo(SEEDS / 20);
		assertThat(all.stream()
			.flatMap((found) -> found.lines().stream())
			.filter((line) -> line.shown() && !line.value().equals("virtual"))
			.count()).isLessThanOrEqualTo(SEEDS / 20);
	}

	@Test
	void whenTwoKnobsMatterThenBothAreRecommendedAndShown() {
		List<Recommendation> all = recommendations(15, Map.of("executor.type=virtual", 1.5, "transport=epoll", 1.5));
		assertThat(all.stream()
			.filter((found) -> lines(found).containsAll(List.of("executor.type=virtual", "transport=epoll"))
					&& found.lines().stream().filter(Line::shown).count() == 2)
			.count()).isGreaterThanOrEqualTo(SEEDS * 9 / 10);
	}

	@ParameterizedTest
	@ValueSource(ints = { 5, 15 })
	void whenNoKnobMattersThenNothingIsRecommended(int minutes) {
		List<Recommendation> all = recommendations(2 * SEEDS, minutes, Map.of());
		assertThat(all.stream().filter((found) -> found.conclusion() == Conclusion.RECOMMENDED).count())
			.isLessThanOrEqualTo(2 * SEEDS / 20);
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
		SimulatedTuning trials = new SimulatedTuning(1, (any) -> 1e6, Duration.ofMinutes(10), true);
		Recommendation found = new TuneSearch(SimulatedService.SPACE, Map.of(), 1, 100, 12, trials).search(100);
		assertThat(found.conclusion()).isEqualTo(Conclusion.NONE_FASTER);
		assertThat(found.configuredPerSecond()).isEqualTo(100);
	}

	@Test
	void whenTheTimeIsOverThenTheSearchEnds() {
		for (long seed = 0; seed < 30; seed++) {
			SimulatedTuning trials = new SimulatedTuning(seed, new SimulatedService(seed)::knee, Duration.ofMinutes(10),
					true);
			SimulatedTuning.recommendation(seed, trials);
			assertThat(trials.secondsLeft()).as("a trial has begun at most").isGreaterThan(-5);
		}
	}

	private static List<Recommendation> recommendations(int minutes, Map<String, Double> effects) {
		return recommendations(SEEDS, minutes, effects);
	}

	private static List<Recommendation> recommendations(int seeds, int minutes, Map<String, Double> effects) {
		return LongStream.range(0, seeds)
			.parallel()
			.mapToObj((seed) -> SimulatedTuning.recommendation(seed,
					new SimulatedTuning(seed, new SimulatedService(effects)::knee, Duration.ofMinutes(minutes), true)))
			.toList();
	}

	private static List<String> lines(Recommendation found) {
		return found.lines().stream().map((Line line) -> line.knob() + "=" + line.value()).toList();
	}

}
