package dev.grpctuning.load.tune.search;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.Recommendation.Line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link Confirmation}. */
class ConfirmationTests {

	private static final Candidate BOTH = new Candidate(Map.of("good", "1", "useless", "2"));

	private final Set<String> seen = new LinkedHashSet<>();

	private double configured = 1000;

	private double holdsUpTo = 2000;

	private double noise = 0.01;

	private Duration time = Duration.ofDays(1);

	private Outcome outcome = Outcome.HELD;

	/** Runs at the beginning whose rate the client cannot drive. */
	private int saturated;

	/** A candidate that leaves the client too little of the processors. */
	private Candidate starving = new Candidate(Map.of("none", "1"));

	/** Whether the client cannot drive each run of a candidate when it is first tried. */
	private boolean disturbed;

	private final Set<List<Object>> begun = new HashSet<>();

	private double seconds;

	@Test
	void whenALineIsShownToBeOfNoUseThenItIsLeftOut() throws Exception {
		Recommendation found = confirm(BOTH, (candidate) -> candidate.knobs().containsKey("good") ? 100 : 900);
		assertThat(found.conclusion()).isEqualTo(Conclusion.RECOMMENDED);
		assertThat(found.lines()).extracting(Line::knob).containsExactly("good");
		assertThat(found.dropped()).extracting(Line::knob).containsExactly("useless");
		assertThat(found.best()).isEqualTo(BOTH.without("useless").knobs());
		assertThat(this.seen).containsExactlyInAnyOrder("as configured", "good=1, useless=2", "useless=2", "good=1");
	}

	@Test
	void whenALineIsNotShownByItselfThenItComesAlong() throws Exception {
		this.noise = 0.3;
		Recommendation found = confirm(BOTH, (candidate) -> candidate.knobs().containsKey("good") ? 100 : 9000);
		assertThat(found.conclusion()).isEqualTo(Conclusion.RECOMMENDED);
		assertThat(found.lines()).extracting(Line::knob).containsExactly("good", "useless");
		assertThat(found.lines()).extracting(Line::shown).containsExactly(true, false);
	}

	@Test
	void whenOnlyAPartIsBetterThenItIsNotRecommendedAsTheBetterOfTwoTests() throws Exception {
		Recommendation found = confirm(BOTH, (candidate) -> candidate.equals(BOTH.without("useless")) ? 100 : 500);
		assertThat(found.conclusion()).isEqualTo(Conclusion.NOT_SHOWN);
		assertThat(found.best()).isEqualTo(BOTH.knobs());
		assertThat(found.dropped()).isEmpty();
	}

	@Test
	void whenEitherOfTwoLinesWouldDoThenOneIsLeft() throws Exception {
		Recommendation found = confirm(BOTH, (candidate) -> candidate.knobs().isEmpty() ? 900 : 100);
		assertThat(found.conclusion()).isEqualTo(Conclusion.RECOMMENDED);
		assertThat(found.lines()).hasSize(1);
	}

	@Test
	void whenThereIsLittleTimeThenOnlyTheWholeIsComparedWithWhatIsConfigured() throws Exception {
		this.time = Duration.ofSeconds(15);
		Recommendation found = confirm(BOTH, (candidate) -> candidate.knobs().isEmpty() ? 900 : 100);
		assertThat(found.conclusion()).isEqualTo(Conclusion.RECOMMENDED);
		assertThat(found.lines()).hasSize(2).allSatisfy((line) -> assertThat(line.comparison()).isNull());
		assertThat(this.seen).containsExactlyInAnyOrder("as configured", "good=1, useless=2");
		assertThat(found.rounds()).isEqualTo(5);
	}

	@Test
	void whenTheTimeIsOverThenNothingIsRecommended() throws Exception {
		this.time = Duration.ZERO;
		Recommendation found = confirm(BOTH, (candidate) -> candidate.knobs().isEmpty() ? 900 : 100);
		assertThat(found.conclusion()).isEqualTo(Conclusion.NOT_SHOWN);
		assertThat(found.rounds()).isZero();
	}

	@Test
	void whenTheClientCanDriveARoundForNoneThenThatRoundDoesNotCount() throws Exception {
		this.saturated = 8;
		Recommendation found = confirm(BOTH, (candidate) -> candidate.knobs().containsKey("good") ? 100 : 900);
		assertThat(found.conclusion()).isEqualTo(Conclusion.RECOMMENDED);
		assertThat(found.rounds()).isEqualTo(3);
		assertThat(this.seconds).isEqualTo(4 * 5);
	}

	@Test
	void whenSomethingElseTakesTheProcessorsThenTheRunIsRepeatedAndNotCountedAgainstTheCandidate() throws Exception {
		this.disturbed = true;
		Recommendation found = confirm(BOTH, (candidate) -> candidate.knobs().isEmpty() ? 900 : 100);
		assertThat(found.conclusion()).isEqualTo(Conclusion.RECOMMENDED);
		assertThat(found.heldRounds()).isEqualTo(3);
	}

	@Test
	void whenTheClientCanDriveThreeRoundsInARowForNoneThenTheSearchEnds() {
		this.saturated = 24;
		assertThatExceptionOfType(SaturatedException.class).isThrownBy(() -> confirm(BOTH, (candidate) -> 500))
			.withMessageContaining("down to 1,600 calls per second");
	}

	@Test
	void whenTheObjectiveDoesNotHoldThenNothingIsRecommended() throws Exception {
		this.outcome = Outcome.BROKEN;
		Recommendation found = confirm(BOTH, (candidate) -> 1000 / Math.pow(3, candidate.knobs().size()));
		assertThat(found.conclusion()).isEqualTo(Conclusion.NOT_SHOWN);
		assertThat(found.lines()).isEmpty();
	}

	@Test
	void whenAServerDoesNotStartThenNothingIsRecommended() throws Exception {
		Recommendation found = confirm(new Candidate(Map.of("good", "1")),
				(candidate) -> candidate.knobs().isEmpty() ? 900 : Double.NaN);
		assertThat(found.conclusion()).isEqualTo(Conclusion.NOT_SHOWN);
	}

	@Test
	void whenItsScoreIsTooGoodToBeTrueThenTheRateIsOneThatTheCandidateHolds() throws Exception {
		this.configured = 200;
		this.holdsUpTo = 1100;
		assertThat(rate(BOTH)).isEqualTo(1600 * 0.8 * 0.8);
	}

	@Test
	void whenTheCandidateHoldsNoRateAboveWhatIsConfiguredThenTheRateStaysAboveThat() throws Exception {
		this.configured = 600;
		this.holdsUpTo = 0;
		assertThat(rate(BOTH)).isBetween(600 / 0.8, 1600.0);
	}

	private double rate(Candidate best) throws Exception {
		return confirm(best, (candidate) -> candidate.equals(best) ? 100 : 900).comparedAtPerSecond();
	}

	/** Confirms at a server whose latencies are known but for noise. */
	private Recommendation confirm(Candidate best, ToDoubleFunction<Candidate> latency) throws Exception {
		Duration second = Duration.ofSeconds(1);
		TuneClock clock = new TuneClock(
				new TuneClock.Costs(Duration.ZERO, Duration.ZERO, Duration.ZERO, second, second.multipliedBy(6)),
				this.time, Duration.ZERO, () -> (long) (this.seconds * 1e9));
		return new Confirmation(this.configured, 2000, 12, new TuningTrials() {

			@Override
			public String comparedBy() {
				return "p99";
			}

			@Override
			public TuneClock clock() {
				return clock;
			}

			@Override
			public List<List<Candidate>> groups(Collection<Candidate> candidates) {
				return candidates.stream().map(List::of).toList();
			}

			@Override
			public double highestRate(Candidate candidate, double start) {
				throw new IllegalStateException("the score is known");
			}

			@Override
			public Map<Candidate, Observation> once(List<Candidate> group, Step step, int round, double rate) {
				return Map.of(group.getFirst(), round(group.getFirst(), round, rate));
			}

			private Observation round(Candidate candidate, int round, double rate) {
				if (round == 0) {
					assertThat(candidate).isEqualTo(best);
					return new Observation(1, 0,
							(rate <= ConfirmationTests.this.holdsUpTo) ? Outcome.HELD : Outcome.BROKEN);
				}
				ConfirmationTests.this.seconds++;
				ConfirmationTests.this.seen.add(candidate.text());
				double factor = 1
						+ ConfirmationTests.this.noise * ((31 * round + 17 * candidate.text().length()) % 7) / 7.0;
				return new Observation(latency.applyAsDouble(candidate) * factor, 0,
						(ConfirmationTests.this.seconds <= ConfirmationTests.this.saturated
								|| isStarved(candidate, round)) ? Outcome.LOAD_GENERATOR_SATURATED
										: ConfirmationTests.this.outcome);
			}

			private boolean isStarved(Candidate candidate, int round) {
				return candidate.equals(ConfirmationTests.this.starving) || ConfirmationTests.this.disturbed
						&& !candidate.knobs().isEmpty() && ConfirmationTests.this.begun.add(List.of(candidate, round));
			}

		}).confirm(best);
	}

}
