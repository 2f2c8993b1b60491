package dev.grpctuning.load.tune.search;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link KnobSpace}. */
class KnobSpaceTests {

	private static final KnobSpace SMALL = new KnobSpace(Map.of("a", List.of("1", "2"), "b", List.of("x")));

	@Test
	void whenThereIsRoomThenEverythingIsTriedOnce() {
		assertThat(SMALL.choose(1)).map(Candidate::text)
			.containsExactlyInAnyOrder("a=1", "a=2", "b=x", "a=1, b=x", "a=2, b=x");
	}

	@Test
	void whenAValueIsLeftOutThenSoIsAKnobThatHasNoOther() {
		KnobSpace rest = SMALL.without((knob, value) -> knob.equals("b") || value.equals("2"));
		assertThat(rest.knobs()).isEqualTo(Map.of("a", List.of("1")));
		assertThat(rest.without((knob, value) -> true).choose(1)).isEmpty();
	}

	@Test
	void whenThereIsLittleRoomThenEachKnobHasItsTurn() {
		Map<String, List<String>> knobs = new LinkedHashMap<>();
		for (int i = 0; i < 6; i++) {
			knobs.put("knob-" + i, List.of("1", "2", "3"));
		}
		List<Candidate> chosen = new KnobSpace(knobs).choose(7).subList(0, 12);
		assertThat(chosen).hasSize(12).doesNotHaveDuplicates();
		assertThat(chosen.stream().filter((candidate) -> candidate.knobs().size() == 1))
			.map((candidate) -> candidate.knobs().keySet().iterator().next())
			.containsExactlyInAnyOrderElementsOf(knobs.keySet());
		assertThat(chosen).allSatisfy((candidate) -> assertThat(candidate.knobs()).hasSizeBetween(1, 3));
	}

	@Test
	void whenTheSeedIsTheSameThenSoIsTheChoice() {
		KnobSpace space = new KnobSpace(
				Map.of("a", List.of("1", "2", "3"), "b", List.of("1", "2", "3"), "c", List.of("1", "2", "3")));
		assertThat(space.choose(5)).isEqualTo(space.choose(5)).isNotEqualTo(space.choose(6));
	}

	@Test
	void whenAKnobIsLeftOutThenTheOthersStay() {
		Candidate candidate = new Candidate(Map.of("a", "1", "b", "2"));
		assertThat(candidate.without("a")).isEqualTo(new Candidate(Map.of("b", "2")));
		assertThat(candidate.without("a").without("b")).isEqualTo(Candidate.CONFIGURED);
		assertThat(Candidate.CONFIGURED.text()).isEqualTo("as configured");
	}

}
