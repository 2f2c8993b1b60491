package dev.grpctuning.load.tune.search;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link KnobSpace}. */
class KnobSpaceTests {

	private static final KnobSpace SMALL = new KnobSpace(Map.of("a", List.of("1", "2"), "b", List.of("x")));

	@Test
	void whenThereIsRoomThenEverythingIsTriedOnce() {
		assertThat(SMALL.choose(1, Map.of())).map(Candidate::text)
			.containsExactlyInAnyOrder("a=1", "a=2", "b=x", "a=1, b=x", "a=2, b=x");
	}

	@Test
	void whenAValueIsLeftOutThenSoIsAKnobThatHasNoOther() {
		KnobSpace rest = SMALL.without((knob, value) -> knob.equals("b") || value.equals("2"));
		assertThat(rest.knobs()).isEqualTo(Map.of("a", List.of("1")));
		assertThat(rest.without((knob, value) -> true).choose(1, Map.of())).isEmpty();
	}

	@Test
	void whenThereIsLittleRoomThenEachKnobHasItsTurn() {
		Map<String, List<String>> knobs = new LinkedHashMap<>();
		for (int i = 0; i < 6; i++) {
			knobs.put("knob-" + i, List.of("1", "2", "3"));
		}
		List<Candidate> chosen = new KnobSpace(knobs).choose(7, Map.of()).subList(0, 12);
		assertThat(chosen).hasSize(12).doesNotHaveDuplicates();
		assertThat(chosen.stream().filter((candidate) -> candidate.knobs().size() == 1))
			.map((candidate) -> candidate.knobs().keySet().iterator().next())
			.containsExactlyInAnyOrderElementsOf(knobs.keySet());
		assertThat(chosen).allSatisfy((candidate) -> assertThat(candidate.knobs()).hasSizeBetween(1, 3));
	}

	@ParameterizedTest
	@CsvSource({ "virtual, false", "direct, false", "cached, false", ", false", "fixed, true", "FORK_JOIN, true" })
	void whenTheExecutorHasNoThreadsToSetThenTheyAreTriedOnlyWithOneThatHas(@Nullable String configured,
			boolean alone) {
		KnobSpace space = new KnobSpace(Map.of("executor.type", List.of("fixed", "virtual", "direct", "fork-join"),
				"executor.threads", List.of("4", "64"), "transport", List.of("epoll")));
		List<Candidate> all = space.choose(1, (configured != null) ? Map.of("executor.type", configured) : Map.of());
		assertThat(all).contains(new Candidate(Map.of("executor.type", "fixed", "executor.threads", "4")))
			.contains(new Candidate(Map.of("executor.type", "virtual", "transport", "epoll")))
			.noneMatch((candidate) -> candidate.knobs().containsKey("executor.threads")
					&& List.of("virtual", "direct").contains(candidate.knobs().getOrDefault("executor.type", "")));
		assertThat(all.contains(new Candidate(Map.of("executor.threads", "4")))).isEqualTo(alone);
	}

	@Test
	void whenThereIsRoomForEachValueTwiceThenEachIsTriedTwice() {
		Map<String, List<String>> knobs = new LinkedHashMap<>();
		knobs.put("executor.type", List.of("fork-join", "fixed", "cached", "virtual", "direct"));
		knobs.put("executor.threads", List.of("4", "16", "64"));
		knobs.put("transport", List.of("nio", "epoll", "io-uring"));
		knobs.put("worker-threads", List.of("1", "4"));
		for (int seed = 0; seed < 100; seed++) {
			List<String> tried = new KnobSpace(knobs).choose(seed, Map.of())
				.stream()
				.limit(36)
				.flatMap((candidate) -> candidate.knobs().entrySet().stream())
				.map((value) -> value.getKey() + "=" + value.getValue())
				.toList();
			assertThat(knobs).allSatisfy((knob, values) -> assertThat(values).allSatisfy(
					(value) -> assertThat(Collections.frequency(tried, knob + "=" + value)).isGreaterThanOrEqualTo(2)));
		}
	}

	@Test
	void whenTheSeedIsTheSameThenSoIsTheChoice() {
		KnobSpace space = new KnobSpace(
				Map.of("a", List.of("1", "2", "3"), "b", List.of("1", "2", "3"), "c", List.of("1", "2", "3")));
		assertThat(space.choose(5, Map.of())).isEqualTo(space.choose(5, Map.of()))
			.isNotEqualTo(space.choose(6, Map.of()));
	}

	@Test
	void whenAKnobIsLeftOutThenTheOthersStay() {
		Candidate candidate = new Candidate(Map.of("a", "1", "b", "2"));
		assertThat(candidate.without("a")).isEqualTo(new Candidate(Map.of("b", "2")));
		assertThat(candidate.without("a").without("b")).isEqualTo(Candidate.CONFIGURED);
		assertThat(Candidate.CONFIGURED.text()).isEqualTo("as configured");
	}

}
