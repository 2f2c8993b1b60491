package dev.grpctuning.load.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Rounds}. */
class RoundsTests {

	@Test
	void whenRoundsFollowThenEverySecondIsTurnedAround() {
		List<String> variants = List.of("a", "b", "c");
		assertThat(IntStream.range(0, 6).mapToObj((round) -> String.join("", Rounds.turned(variants, round))))
			.containsExactly("abc", "cba", "bca", "acb", "cab", "bac");
		assertThat(IntStream.range(0, 4).mapToObj((round) -> String.join("", Rounds.turned(List.of("a", "b"), round))))
			.containsExactly("ab", "ba", "ba", "ab");
	}

	@Test
	void whenThereAreWorkloadsThenTheirVariantsFollowEachOtherAndBothAreDrawn() {
		List<Variant> variants = new ArrayList<>();
		for (String workload : List.of("1", "2")) {
			for (String name : List.of("a", "b", "c")) {
				variants.add(variant(name, workload));
			}
		}
		// As it is when the baseline is there once more: behind all others.
		variants.add(variant("d", "1"));
		variants.add(variant("d", "2"));
		List<String> rounds = IntStream.range(0, 100)
			.mapToObj((round) -> names(Rounds.order(variants, round, 7)))
			.toList();
		assertThat(rounds).allMatch((round) -> round.matches("(.1 ){4}(.2 ?){4}|(.2 ){4}(.1 ?){4}"))
			.anyMatch((round) -> round.endsWith("1"))
			.anyMatch((round) -> round.endsWith("2"));
		assertThat(rounds.stream().distinct()).hasSizeGreaterThan(80);
	}

	/** With a fixed pattern, some variants always run after the same other one. */
	@Test
	void whenOrdersAreDrawnThenEachVariantRunsAsOftenAfterEachOther() {
		List<Variant> variants = List.of(variant("a", null), variant("b", null), variant("c", null));
		Map<String, Long> after = IntStream.range(0, 6000)
			.mapToObj((round) -> names(Rounds.order(variants, round, 3)))
			.flatMap((round) -> Stream.of(round.substring(0, 3), round.substring(2)))
			.collect(Collectors.groupingBy((pair) -> pair, Collectors.counting()));
		assertThat(after).hasSize(6).allSatisfy((pair, times) -> assertThat(times).isBetween(1850L, 2150L));
	}

	private static Variant variant(String name, @Nullable String workload) {
		LoadPlan plan = new LoadPlan(
				new LoadModel.Closed(new Concurrency.Constant(1), Warmup.NONE, Duration.ofSeconds(1)), LoadEngine.STUB,
				StubKind.FUTURE, 1, HelloCall.PLAN, 1, Duration.ZERO, Duration.ofMinutes(1));
		return new Variant(name, null, null, List.of(), Map.of(), null,
				(workload != null) ? new Variant.Workload(workload, null, Map.of(), plan) : null, null);
	}

	private static String names(List<Variant> variants) {
		return variants.stream()
			.map((variant) -> variant.name() + ((variant.workload() != null) ? variant.workload().name() : ""))
			.collect(Collectors.joining(" "));
	}

}
