package dev.grpctuning.load.tune.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Confirmation}. */
class ConfirmationTests {

	private static final Candidate BOTH = new Candidate(Map.of("good", "1", "useless", "2"));

	private final List<List<String>> stages = new ArrayList<>();

	private final Map<Candidate, Double> scored = new HashMap<>(Map.of(Candidate.CONFIGURED, 1000.0));

	private double holdsUpTo = 2000;

	@Test
	void whenALineDoesNotMatterThenItIsDroppedAndTheRestShownOnItsOwn() throws Exception {
		Recommendation found = confirm(BOTH, (candidate) -> candidate.knobs().containsKey("good") ? 100 : 900, true);
		assertThat(found.conclusion()).isEqualTo(Conclusion.RECOMMENDED);
		assertThat(found.lines()).extracting(Line::knob).containsExactly("good");
		assertThat(found.dropped()).extracting(Line::knob).containsExactly("useless");
		assertThat(this.stages).containsExactly(List.of("as configured", "good=1, useless=2", "useless=2", "good=1"),
				List.of("as configured", "good=1"));
	}

	@Test
	void whenBothLinesMatterThenBothAreRecommendedAfterOneStage() throws Exception {
		Recommendation found = confirm(BOTH, (candidate) -> 1000 / Math.pow(3, candidate.knobs().size()), true);
		assertThat(found.lines()).extracting(Line::knob).containsExactly("good", "useless");
		assertThat(this.stages).hasSize(1);
	}

	@Test
	void whenEitherOfTwoLinesWouldDoThenOneIsLeft() throws Exception {
		Recommendation found = confirm(BOTH, (candidate) -> candidate.knobs().isEmpty() ? 900 : 100, true);
		assertThat(found.conclusion()).isEqualTo(Conclusion.RECOMMENDED);
		assertThat(found.lines()).hasSize(1);
	}

	@Test
	void whenTheObjectiveDoesNotHoldThenNothingIsRecommended() throws Exception {
		Recommendation found = confirm(BOTH, (candidate) -> 1000 / Math.pow(3, candidate.knobs().size()), false);
		assertThat(found.conclusion()).isEqualTo(Conclusion.NOT_SHOWN);
		assertThat(found.lines()).isEmpty();
	}

	@Test
	void whenItIsNoBetterThanWhatIsConfiguredThenNothingIsRecommended() throws Exception {
		Recommendation found = confirm(BOTH, (candidate) -> 500, true);
		assertThat(found.conclusion()).isEqualTo(Conclusion.NOT_SHOWN);
		assertThat(found.whole()).isNotNull();
	}

	@Test
	void whenAServerDoesNotStartThenNothingIsRecommended() throws Exception {
		Recommendation found = confirm(new Candidate(Map.of("good", "1")),
				(candidate) -> candidate.knobs().isEmpty() ? 900 : Double.NaN, true);
		assertThat(found.conclusion()).isEqualTo(Conclusion.NOT_SHOWN);
	}

	@Test
	void whenThereIsASingleLineThenTheRateIsBetweenBothScores() throws Exception {
		assertThat(rate(new Candidate(Map.of("good", "1")))).isEqualTo(Math.sqrt(1000.0 * 2000));
	}

	@Test
	void whenNothingIsKnownOfTheCandidateWithoutALineThenTheRateIsNearItsScore() throws Exception {
		assertThat(rate(BOTH)).isEqualTo(1600);
	}

	@Test
	void whenTheCandidateIsFarWorseWithoutEachLineThenTheRateIsBetweenBothScores() throws Exception {
		BOTH.knobs().keySet().forEach((knob) -> this.scored.put(BOTH.without(knob), 1200.0));
		assertThat(rate(BOTH)).isEqualTo(Math.sqrt(1200.0 * 2000));
	}

	@Test
	void whenTheCandidateIsNearlyAsGoodWithoutALineThenTheRateIsStillOneThatItHolds() throws Exception {
		BOTH.knobs().keySet().forEach((knob) -> this.scored.put(BOTH.without(knob), 1800.0));
		assertThat(rate(BOTH)).isEqualTo(1600);
	}

	@Test
	void whenNothingIsHeldAsConfiguredThenThereIsARateAllTheSame() throws Exception {
		this.scored.put(Candidate.CONFIGURED, 0.0);
		assertThat(rate(new Candidate(Map.of("good", "1")))).isEqualTo(500);
	}

	@Test
	void whenItsScoreIsTooGoodToBeTrueThenTheRateIsOneThatTheCandidateHolds() throws Exception {
		this.scored.put(Candidate.CONFIGURED, 200.0);
		this.holdsUpTo = 1100;
		assertThat(rate(BOTH)).isEqualTo(1600 * 0.8 * 0.8);
	}

	@Test
	void whenTheCandidateHoldsNoRateAboveItsRivalsThenTheRateStaysAboveThese() throws Exception {
		this.scored.put(Candidate.CONFIGURED, 600.0);
		this.holdsUpTo = 0;
		assertThat(rate(BOTH)).isBetween(600 / 0.8, 1600.0);
	}

	private double rate(Candidate best) throws Exception {
		return confirm(best, (candidate) -> candidate.equals(best) ? 100 : 900, true).confirmedAt();
	}

	@Test
	void whenTheCandidateHoldsNothingAtAllThenTheRateIsNotLoweredForEver() throws Exception {
		this.scored.put(Candidate.CONFIGURED, 1.0);
		this.holdsUpTo = 0;
		assertThat(rate(BOTH)).isEqualTo(1600 * 0.8 * 0.8 * 0.8);
	}

	@Test
	void whenThereAreMoreLinesThenMoreComparisonsAreCorrectedFor() {
		assertThat(Confirmation.comparisons(1)).isEqualTo(1);
		assertThat(Confirmation.comparisons(2)).isEqualTo(4);
		assertThat(Confirmation.comparisons(3)).isEqualTo(8);
	}

	/** Confirms at a server whose latencies are known but for one per cent. */
	private Recommendation confirm(Candidate best, ToDoubleFunction<Candidate> latency, boolean held) throws Exception {
		TuningTrials trials = new TuningTrials() {

			@Override
			public Duration left() {
				return Duration.ZERO;
			}

			@Override
			public Duration cost(boolean first) {
				return Duration.ZERO;
			}

			@Override
			public TuningTrials.Observation race(Candidate candidate, int race, double rate) {
				throw new IllegalStateException("the races are over");
			}

			@Override
			public double highestRate(Candidate candidate, double start) {
				throw new IllegalStateException("the score is known");
			}

			@Override
			public boolean holds(Candidate candidate, double rate) {
				assertThat(best.knobs()).containsAllEntriesOf(candidate.knobs());
				return rate <= ConfirmationTests.this.holdsUpTo;
			}

			@Override
			public Map<Candidate, List<TuningTrials.Observation>> rounds(List<Candidate> candidates, double rate) {
				ConfirmationTests.this.stages.add(candidates.stream().map(Candidate::text).toList());
				Map<Candidate, List<TuningTrials.Observation>> seen = new HashMap<>();
				for (Candidate candidate : candidates) {
					List<TuningTrials.Observation> observations = new ArrayList<>();
					for (int round = 0; round < 5; round++) {
						double noise = 1 + ((31 * round + 17 * candidate.text().length()) % 7) / 700.0;
						observations
							.add(new TuningTrials.Observation(latency.applyAsDouble(candidate) * noise, 0, held));
					}
					seen.put(candidate, observations);
				}
				return seen;
			}

		};
		this.scored.put(best, 2000.0);
		return new Confirmation(this.scored, trials).confirm(best);
	}

}
