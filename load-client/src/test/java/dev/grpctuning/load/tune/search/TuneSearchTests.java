package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.search.SimulatedServer;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TuneSearch}: whole searches at a server whose knobs are known. */
class TuneSearchTests {

	private static final int SEEDS = 400;

	private static final KnobSpace SPACE = space();

	private static KnobSpace space() {
		Map<String, List<String>> knobs = new LinkedHashMap<>();
		knobs.put("executor.type", List.of("fork-join", "fixed", "cached", "virtual", "direct"));
		knobs.put("executor.threads", List.of("4", "16", "64"));
		knobs.put("transport", List.of("nio", "epoll", "io-uring"));
		knobs.put("worker-threads", List.of("1", "4"));
		return new KnobSpace(knobs);
	}

	@Test
	void whenOneValueOfAKnobIsBetterThenItAloneIsRecommended() {
		List<Recommendation> all = SimulatedServer.recommendations(SEEDS, SPACE, 60,
				Map.of("executor.type=virtual", 1.6, "executor.type=direct", 0.5, "transport=io-uring", 0.9));
		assertThat(all.stream().filter((found) -> lines(found).equals(List.of("executor.type=virtual"))).count())
			.isGreaterThanOrEqualTo(SEEDS * 9 / 10);
		assertThat(all.stream().filter(TuneSearchTests::hasUselessLine).count()).isLessThanOrEqualTo(SEEDS / 20);
	}

	@Test
	void whenTwoKnobsMatterThenBothAreRecommendedEachWithItsEvidence() {
		List<Recommendation> all = SimulatedServer.recommendations(SEEDS, SPACE, 250,
				Map.of("executor.type=virtual", 1.5, "transport=epoll", 1.5));
		assertThat(all.stream()
			.filter((found) -> lines(found).equals(List.of("executor.type=virtual", "transport=epoll")))
			.count()).isGreaterThanOrEqualTo(SEEDS * 6 / 10);
		assertThat(all.stream().filter((found) -> lines(found).size() > 2).count()).isLessThanOrEqualTo(SEEDS / 20);
	}

	@Test
	void whenNoKnobMattersThenNothingIsRecommended() {
		List<Recommendation> all = SimulatedServer.recommendations(SEEDS, SPACE, 16, Map.of());
		assertThat(all.stream().filter((found) -> found.conclusion() == Conclusion.RECOMMENDED).count())
			.isLessThanOrEqualTo(SEEDS / 20);
		assertThat(all).filteredOn((found) -> found.conclusion() != Conclusion.RECOMMENDED)
			.allSatisfy((found) -> assertThat(found.lines()).isEmpty());
	}

	@Test
	void whenAllKnobsDoHarmThenNothingIsRecommended() {
		List<Recommendation> all = SimulatedServer.recommendations(100,
				new KnobSpace(Map.of("transport", List.of("nio", "epoll"))), 16,
				Map.of("transport=nio", 0.6, "transport=epoll", 0.7));
		assertThat(all).extracting(Recommendation::conclusion).containsOnly(Conclusion.NONE_FASTER);
	}

	@Test
	void whenALineIsRecommendedThenItsEvidenceSaysSo() {
		SimulatedServer.recommendations(50, SPACE, 16, Map.of("executor.type=virtual", 1.6))
			.forEach((found) -> assertThat(found.lines())
				.allSatisfy((line) -> assertThat(line.comparison().verdict()).isEqualTo(Verdict.BETTER)));
	}

	@Test
	void whenScoresAreTooGoodToBeTrueThenTheRoundsAreAtARateThatIsHeld() {
		List<Recommendation> all = SimulatedServer.recommendations(SEEDS, SPACE, 250,
				Map.of("executor.type=virtual", 3.0, "transport=epoll", 2.0), 1.6);
		assertThat(all.stream()
			.filter((found) -> lines(found).equals(List.of("executor.type=virtual", "transport=epoll")))
			.count()).isGreaterThanOrEqualTo(SEEDS * 6 / 10);
	}

	@Test
	void whenTheRungsAreOverThenTheRoundsAreBetweenBothRates() throws Exception {
		List<Double> rates = new ArrayList<>();
		SimulatedServer server = new SimulatedServer(3, 2000, Map.of("transport=epoll", 2.0));
		TuningTrials watched = new TuningTrials() {

			@Override
			public double bestRate(Candidate candidate, int rung, double hint) {
				return server.bestRate(candidate, rung, hint);
			}

			@Override
			public boolean holds(Candidate candidate, double rate) {
				return server.holds(candidate, rate);
			}

			@Override
			public Map<Candidate, List<TuningTrials.Observation>> rounds(List<Candidate> candidates, double rate) {
				rates.add(rate);
				return server.rounds(candidates, rate);
			}

		};
		Recommendation found = new TuneSearch(0.05, watched).search(2000,
				List.of(new Candidate(Map.of("transport", "epoll"))));
		assertThat(rates).containsExactly(found.confirmedAt());
		assertThat(found.confirmedAt()).isGreaterThan(found.configuredRate()).isLessThan(found.bestRate());
	}

	private static boolean hasUselessLine(Recommendation found) {
		return lines(found).stream().anyMatch((line) -> !line.equals("executor.type=virtual"));
	}

	private static List<String> lines(Recommendation found) {
		return found.lines().stream().map((Line line) -> line.knob() + "=" + line.value()).toList();
	}

}
