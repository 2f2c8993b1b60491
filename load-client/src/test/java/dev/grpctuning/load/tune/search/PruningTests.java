package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Pruning}. */
class PruningTests {

	private static final Candidate ALL = new Candidate(Map.of("a", "1", "b", "2", "c", "3"));

	private final List<String> scored = new ArrayList<>();

	@Test
	void whenLinesDoNothingThenTheyAreTakenAway() throws Exception {
		assertThat(prune(Map.of("b", 1.5))).isEqualTo(new Candidate(Map.of("b", "2")));
		assertThat(this.scored).containsExactly("a=1, b=2, c=3", "b=2, c=3", "a=1, c=3", "a=1, b=2", "c=3", "b=2");
	}

	@Test
	void whenAllLinesDoSomethingThenAllStay() throws Exception {
		assertThat(prune(Map.of("a", 1.2, "b", 1.5, "c", 1.3))).isEqualTo(ALL);
		assertThat(this.scored).hasSize(4);
	}

	@Test
	void whenNothingMattersThenOneLineIsLeft() throws Exception {
		assertThat(prune(Map.of()).knobs()).hasSize(1);
	}

	private Candidate prune(Map<String, Double> effects) throws Exception {
		Certain server = new Certain(effects);
		return new Pruning(new Scores(0.05, server), 1).prune(ALL);
	}

	private final class Certain implements TuningTrials {

		private final Map<String, Double> effects;

		Certain(Map<String, Double> effects) {
			this.effects = effects;
		}

		@Override
		public double bestRate(Candidate candidate, int rung, double hint) {
			assertThat(rung).isEqualTo(1);
			PruningTests.this.scored.add(candidate.text());
			return candidate.knobs()
				.keySet()
				.stream()
				.mapToDouble((knob) -> this.effects.getOrDefault(knob, 1.0))
				.reduce(1000, (one, other) -> one * other);
		}

		@Override
		public boolean holds(Candidate candidate, double rate) {
			throw new IllegalStateException("no rounds yet");
		}

		@Override
		public Map<Candidate, List<TuningTrials.Observation>> rounds(List<Candidate> candidates, double rate) {
			throw new IllegalStateException("no rounds yet");
		}

	}

}
