package dev.grpctuning.load.tune.search;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Candidate}. */
class CandidateTests {

	private static final Candidate LIVE = new Candidate(Map.of("live", "1"));

	private static final Candidate BUILT = new Candidate(Map.of("built", "1"));

	private static final Candidate BOTH = new Candidate(Map.of("live", "1", "built", "1"));

	@Test
	void whenCandidatesDifferInLiveKnobsAloneThenTheyAreInOneGroup() {
		assertThat(Candidate.groups(List.of(Candidate.CONFIGURED, BUILT, LIVE, BOTH), "live"::equals))
			.containsExactly(List.of(Candidate.CONFIGURED, LIVE), List.of(BUILT, BOTH));
	}

	@Test
	void whenNoKnobIsLiveThenEachCandidateIsAlone() {
		assertThat(Candidate.groups(List.of(LIVE, BOTH), (knob) -> false)).containsExactly(List.of(LIVE),
				List.of(BOTH));
	}

	@Test
	void whenMoreThanTenAreAlikeThenTheirGroupsAreAboutAsLarge() {
		List<Candidate> all = IntStream.range(0, 12)
			.mapToObj((i) -> new Candidate(Map.of("live", String.valueOf(i))))
			.toList();
		assertThat(Candidate.groups(all, "live"::equals)).extracting(List::size).containsExactly(6, 6);
	}

}
