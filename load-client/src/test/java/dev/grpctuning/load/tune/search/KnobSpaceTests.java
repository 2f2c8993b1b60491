package dev.grpctuning.load.tune.search;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link KnobSpace}. */
class KnobSpaceTests {

	private static final KnobSpace SMALL = new KnobSpace(Map.of("a", List.of("1", "2"), "b", List.of("x")));

	@Test
	void whenAllAreListedThenEachCombinationIsThereOnce() {
		assertThat(SMALL.all(Map.of())).map(Candidate::text)
			.containsExactlyInAnyOrder("a=1", "a=2", "b=x", "a=1, b=x", "a=2, b=x");
	}

	@ParameterizedTest
	@CsvSource({ "6, 3, 5", "10, 4, 3", "30, 4, 2", "1, 9, 1" })
	void whenThereWouldBeTooManyCandidatesThenFewerKnobsAreChangedTogether(int knobs, int values, int together) {
		KnobSpace space = new KnobSpace(IntStream.range(0, knobs)
			.boxed()
			.collect(Collectors.toMap((i) -> "knob-" + i,
					(i) -> IntStream.range(0, values).mapToObj(String::valueOf).toList())));
		List<Candidate> all = space.all(Map.of());
		assertThat(all).hasSizeLessThan(50_000);
		assertThat(all.stream().mapToInt((candidate) -> candidate.knobs().size()).max()).hasValue(together);
	}

	@Test
	void whenAValueIsLeftOutThenSoIsAKnobThatHasNoOther() {
		KnobSpace rest = SMALL.without((knob, value) -> knob.equals("b") || value.equals("2"));
		assertThat(rest.knobs()).isEqualTo(Map.of("a", List.of("1")));
		assertThat(rest.without((knob, value) -> true).all(Map.of())).isEmpty();
	}

	@Test
	void whenValuesAreScreenedThenEachKnobHasItsTurnAndEachValueACandidate() {
		Map<String, List<String>> knobs = new LinkedHashMap<>();
		for (int i = 0; i < 6; i++) {
			knobs.put("knob-" + i, List.of("1", "2", "3"));
		}
		KnobSpace space = new KnobSpace(knobs);
		List<Candidate> chosen = space.screening(space.all(Map.of()));
		assertThat(chosen).hasSize(18)
			.doesNotHaveDuplicates()
			.allSatisfy((candidate) -> assertThat(candidate.knobs()).hasSize(1));
		assertThat(chosen.subList(0, 6)).map((candidate) -> candidate.knobs().keySet().iterator().next())
			.containsExactlyElementsOf(knobs.keySet());
	}

	@ParameterizedTest
	@CsvSource({ "virtual, false", "direct, false", "cached, false", ", false", "fixed, true", "FORK_JOIN, true" })
	void whenTheExecutorHasNoThreadsToSetThenTheyAreTriedOnlyWithOneThatHas(@Nullable String configured,
			boolean alone) {
		KnobSpace space = new KnobSpace(Map.of("executor.type", List.of("fixed", "virtual", "direct", "fork-join"),
				"executor.threads", List.of("4", "64"), "transport", List.of("epoll")));
		List<Candidate> all = space.all((configured != null) ? Map.of("executor.type", configured) : Map.of());
		assertThat(all).contains(new Candidate(Map.of("executor.type", "fixed", "executor.threads", "4")))
			.contains(new Candidate(Map.of("executor.type", "virtual", "transport", "epoll")))
			.noneMatch((candidate) -> candidate.knobs().containsKey("executor.threads")
					&& List.of("virtual", "direct").contains(candidate.knobs().getOrDefault("executor.type", "")));
		assertThat(all.contains(new Candidate(Map.of("executor.threads", "4")))).isEqualTo(alone);
	}

	@Test
	void whenAValueHasNoEffectAloneThenItIsScreenedWithAnother() {
		List<Candidate> chosen = SimulatedService.SPACE.screening(SimulatedService.SPACE.all(Map.of()));
		assertThat(SimulatedService.SPACE.knobs())
			.allSatisfy((knob, values) -> assertThat(chosen).extracting((candidate) -> candidate.knobs().get(knob))
				.containsAll(values));
		assertThat(chosen).filteredOn((candidate) -> candidate.knobs().containsKey("executor.threads"))
			.hasSize(3)
			.allSatisfy(
					(candidate) -> assertThat(candidate.knobs()).containsOnlyKeys("executor.type", "executor.threads"));
	}

	@Test
	void whenOneLineDiffersThenCandidatesAreNeighbours() {
		Candidate candidate = new Candidate(Map.of("a", "1", "b", "2"));
		assertThat(candidate.isNeighbour(candidate.without("a"))).isTrue();
		assertThat(candidate.without("a").isNeighbour(candidate)).isTrue();
		assertThat(candidate.isNeighbour(new Candidate(Map.of("a", "1", "b", "3")))).isTrue();
		assertThat(candidate.isNeighbour(candidate)).isFalse();
		assertThat(candidate.isNeighbour(new Candidate(Map.of("a", "2", "b", "3")))).isFalse();
		assertThat(candidate.isNeighbour(Candidate.CONFIGURED)).isFalse();
	}

}
