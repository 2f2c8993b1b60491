package dev.grpctuning.load.tune.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.search.RateTrial.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Race}. */
class RaceTests {

	private static final List<Candidate> TWELVE = IntStream.range(0, 12)
		.mapToObj((i) -> new Candidate(Map.of("n", String.valueOf(i))))
		.toList();

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final TuneClock.Costs COSTS = new TuneClock.Costs(Duration.ZERO, Duration.ZERO, Duration.ZERO,
			SECOND, SECOND.multipliedBy(6));

	/** A search for the highest rate, a check and five rounds of two. */
	private static final Duration CONFIRMATION = SECOND.multipliedBy(17);

	private final Certain server = new Certain();

	@Test
	void whenABlockRunsThenEveryCandidateHasOneTrialAtTheSameRate() throws Exception {
		race(1000, 1e6, 11);
		List<Run> first = this.server.runs.subList(0, 13);
		assertThat(first).extracting(Run::candidate)
			.containsExactlyInAnyOrderElementsOf(
					IntStream.range(-1, 12).mapToObj((i) -> (i < 0) ? Candidate.CONFIGURED : TWELVE.get(i)).toList());
		assertThat(first).extracting(Run::rate).containsOnly(1000.0);
	}

	@Test
	void whenCandidatesAreWorseThenTheyAreEliminatedAndWhatIsConfiguredGoesOn() throws Exception {
		Race race = race(1000, 1e6, 2);
		List<Run> last = this.server.runs.subList(this.server.runs.size() - 4, this.server.runs.size());
		assertThat(last).extracting(Run::candidate).contains(Candidate.CONFIGURED, TWELVE.get(11));
		assertThat(this.server.runs).filteredOn((run) -> run.candidate().equals(TWELVE.get(0))).hasSize(2);
		assertThat(race.order()).first().isEqualTo(TWELVE.get(11));
		assertThat(race.order()).doesNotContain(TWELVE.get(0), Candidate.CONFIGURED);
	}

	@Test
	void whenACandidateIsRefusedThenItIsTriedOnce() throws Exception {
		this.server.refused = TWELVE.get(11);
		Race race = race(1000, 1e6, 2);
		assertThat(this.server.runs).filteredOn((run) -> run.candidate().equals(TWELVE.get(11))).hasSize(1);
		assertThat(race.order()).first().isEqualTo(TWELVE.get(10));
	}

	@Test
	void whenTheClientIsSaturatedOnceThenTheTrialIsRepeatedAndNobodyIsWorseForIt() throws Exception {
		this.server.saturatedRuns = Set.of(3);
		Race race = race(1000, 1e6, 2);
		assertThat(this.server.runs.get(3)).isEqualTo(this.server.runs.get(4));
		assertThat(this.server.runs.subList(0, 14)).extracting(Run::rate).containsOnly(1000.0);
		assertThat(race.order()).first().isEqualTo(TWELVE.get(11));
	}

	@Test
	void whenTheClientCannotDriveARateThenTheRaceGoesOnAtALowerOne() throws Exception {
		this.server.drivable = 900;
		Race race = race(1000, 1e6, 2);
		assertThat(this.server.runs).extracting(Run::rate)
			.startsWith(1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 800.0);
		assertThat(race.rate()).isEqualTo(800);
		assertThat(this.server.runs).as("although all hold this rate").hasSizeLessThan(60);
		assertThat(race.order()).first().isEqualTo(TWELVE.get(11));
	}

	@Test
	void whenTheClientCanDriveNothingThenTheLineSaysThatItIsTheLimit() {
		this.server.drivable = 1;
		assertThatExceptionOfType(SaturatedException.class).isThrownBy(() -> race(1000, 1e6, 2))
			.withMessageStartingWith("the load generator was saturated in trial after trial, down to 410 calls");
		assertThat(this.server.runs).hasSize(40);
	}

	@Test
	void whenSomeCandidatesStarveTheClientThenTheOthersRaceAtTheSameRate() throws Exception {
		this.server.starving = TWELVE.subList(3, 6);
		Race race = race(1000, 1e6, 2);
		assertThat(this.server.runs.subList(0, 16)).extracting(Run::rate).containsOnly(1000.0);
		assertThat(race.order()).first().isEqualTo(TWELVE.get(11));
		assertThat(race.order()).doesNotContainAnyElementsOf(this.server.starving);
	}

	@Test
	void whenMostHoldTheRateThenAsManyGoOn() throws Exception {
		race(500, 1e6, 2);
		assertThat(this.server.runs.subList(26, 39)).as("all held both rates before")
			.extracting(Run::candidate)
			.containsAll(TWELVE);
		assertThat(this.server.runs.subList(39, 49)).as("nine held the last one")
			.extracting(Run::candidate)
			.doesNotHaveDuplicates();
	}

	@Test
	void whenNoBlockFitsBeforeTheConfirmationThenTheRaceIsOver() throws Exception {
		Race race = race(1000, 1e6, 2);
		int whole = this.server.runs.size();
		int two = 26;
		this.server.runs.clear();
		this.server.time = Duration.ofSeconds(two).plus(CONFIRMATION);
		assertThat(race(1000, 1e6, 2).order()).hasSize(6);
		assertThat(this.server.runs).hasSize(two);
		this.server.runs.clear();
		this.server.time = Duration.ofSeconds(whole).plus(CONFIRMATION);
		assertThat(race(1000, 1e6, 2).order()).isEqualTo(race.order());
		assertThat(this.server.runs).hasSize(whole);
		this.server.runs.clear();
		this.server.time = Duration.ofSeconds(two - 1).plus(CONFIRMATION);
		race(1000, 1e6, 2);
		assertThat(this.server.runs).as("also before the fewest blocks").hasSize(two / 2);
	}

	@Test
	void whenABlockShowsNothingThenNobodyIsEliminated() throws Exception {
		this.server.saturatedRuns = IntStream.range(26, 34).boxed().collect(Collectors.toSet());
		race(1000, 1e6, 2);
		List<Run> next = this.server.runs.subList(34, 41);
		assertThat(this.server.runs.get(33).rate()).isEqualTo(1562.5);
		assertThat(next).extracting(Run::rate).containsOnly(1250.0);
		assertThat(next).extracting(Run::candidate).doesNotHaveDuplicates();
	}

	@Test
	void whenCandidatesLeaveEarlyThenTheyAreComparedInTheSameBlocks() throws Exception {
		List<Candidate> better = TWELVE.subList(0, 6)
			.stream()
			.map((candidate) -> new Candidate(Map.of("n", candidate.knobs().getOrDefault("n", ""), "more", "true")))
			.toList();
		better.forEach((candidate) -> this.server.knees.put(candidate, 2000.0));
		Candidate simple = TWELVE.get(7);
		this.server.knees.put(simple, 1700.0);
		List<Candidate> worse = TWELVE.subList(8, 12);
		worse.forEach((candidate) -> this.server.knees.put(candidate, 1000.0));
		Race race = race(1000, 1e6, 2,
				Stream.of(better, List.of(simple), worse).<Candidate>flatMap(List::stream).toList());
		assertThat(race.simplest().knobs()).hasSize(2);
		MainEffects effects = new MainEffects();
		race.addTo(effects);
		// Three trials have three quarters of the weight.
		assertThat(effects.predicted(simple)).isCloseTo(3 * Math.log(900.0 / 1700) / 4, within(1e-9));
	}

	private Race race(double rate, double highest, int enough) throws Exception {
		return race(rate, highest, enough, TWELVE);
	}

	private Race race(double rate, double highest, int enough, List<Candidate> candidates) throws Exception {
		Race race = new Race(this.server, RandomGeneratorFactory.of("L64X128MixRandom").create(1), 1, rate, highest,
				candidates);
		race.run(2, enough);
		return race;
	}

	/** Candidate n holds 1,000 + 100 n calls a second, and what is configured 900. */
	private static final class Certain implements TuningTrials {

		private final List<Run> runs = new ArrayList<>();

		private @Nullable Candidate refused;

		private List<Candidate> starving = List.of();

		private Set<Integer> saturatedRuns = Set.of();

		private double drivable = 1e6;

		private Duration time = Duration.ofDays(1);

		private final Map<Candidate, Double> knees = new HashMap<>(Map.of(Candidate.CONFIGURED, 900.0));

		/** A trial takes a second. */
		@Override
		public TuneClock clock() {
			return new TuneClock(COSTS, this.time, Duration.ofSeconds(this.runs.size()), () -> 0);
		}

		@Override
		public String comparedBy() {
			return "p99";
		}

		@Override
		public List<List<Candidate>> groups(Collection<Candidate> candidates) {
			return candidates.stream().map(List::of).toList();
		}

		@Override
		public Map<Candidate, Observation> once(List<Candidate> group, Step step, int number, double rate) {
			Map<Candidate, Observation> seen = new LinkedHashMap<>();
			group.forEach((candidate) -> seen.put(candidate, race(candidate, rate)));
			return seen;
		}

		private Observation race(Candidate candidate, double rate) {
			this.runs.add(new Run(candidate, rate));
			if (rate > this.drivable || this.saturatedRuns.contains(this.runs.size() - 1)
					|| this.starving.contains(candidate)) {
				return new Observation(1e6, 0, Outcome.LOAD_GENERATOR_SATURATED);
			}
			if (candidate.equals(this.refused)) {
				return Observation.NONE;
			}
			double knee = this.knees.computeIfAbsent(candidate,
					(any) -> 1000 + 100 * Double.parseDouble(candidate.knobs().getOrDefault("n", "")));
			return new Observation(1e6 * rate / knee, 0, (rate <= knee) ? Outcome.HELD : Outcome.BROKEN);
		}

		@Override
		public double highestRate(Candidate candidate, double start) {
			throw new IllegalStateException("no rounds yet");
		}

	}

	private record Run(Candidate candidate, double rate) {
	}

}
