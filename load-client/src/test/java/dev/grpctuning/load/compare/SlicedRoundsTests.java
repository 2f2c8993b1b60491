package dev.grpctuning.load.compare;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.experiment.Variant.Workload;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.text.Display;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link SlicedRounds}. */
class SlicedRoundsTests {

	private static final String DEAD = "did not complete its first run";

	@Test
	void whenAVariantCannotHaveSlicesThenTheOthersHaveSome() {
		List<Variant> variants = variants(null, 3);
		SlicedRounds.Choice choice = choose(variants, List.of("v2"));
		assertThat(choice.slice()).isEqualTo(Duration.ofMillis(50));
		assertThat(choice.sliced()).extracting(Variant::name).containsExactly("v0", "v1");
		assertThat(choice.obstacles()).hasSize(1).containsValue("v2 " + DEAD);
		Experiment experiment = experiment(variants);
		assertThat(choice.others(experiment, variants)).extracting(Variant::name).containsExactly("v0", "v2");
		assertThat(choice.others(experiment, variants.subList(0, 2))).as("nobody but the baseline").isEmpty();
	}

	@Test
	void whenTheBaselineCannotHaveSlicesThenItsWorkloadHasNone() {
		List<Variant> variants = Stream.concat(variants("a", 2).stream(), variants("b", 2).stream()).toList();
		SlicedRounds.Choice choice = choose(variants, List.of("v0 · a"));
		assertThat(choice.sliced()).extracting(Variant::title).containsExactly("v0 · b", "v1 · b");
		assertThat(choice.others(experiment(variants), variants)).extracting(Variant::title)
			.containsExactly("v0 · a", "v1 · a");
	}

	@Test
	void whenNothingIsLeftToCompareThenThereAreNoSlices() {
		SlicedRounds.Choice choice = choose(variants(null, 2), List.of("v1"));
		assertThat(choice.slice()).isNull();
		assertThat(choice.obstacles()).containsValue("v1 " + DEAD);
	}

	@Test
	void whenOnlyTheControlCouldHaveSlicesThenItGoesOnInWholeRunsToo() {
		Variant baseline = variants(null, 1).getFirst();
		List<Variant> variants = List.of(baseline,
				new Variant("v1", null, "other", List.of(), Map.of(), null, null, null),
				new Variant("control", Variant.CONTROL, null, List.of(), baseline.properties(), null, null, null));
		SlicedRounds.Choice choice = choose(variants, List.of("v1"));
		assertThat(choice.slice()).isNull();
		assertThat(choice.obstacles()).containsOnlyKeys(variants);
		assertThat(choose(List.of(variants.get(0), variants.get(2)), List.of()).slice()).as("nothing else").isNotNull();
	}

	@Test
	void whenAVariantDidNotRunThenItHasNoSlices() {
		List<Variant> variants = variants(null, 3);
		assertThat(choose(variants, variants.subList(0, 2), List.of()).obstacles()).hasSize(1)
			.containsValue("v2 did not run in the last round");
	}

	@Test
	void whenAWorkloadHasTooManyVariantsThenTheOthersHaveSlices() {
		List<Variant> variants = Stream.concat(variants("many", 11).stream(), variants("few", 2).stream()).toList();
		SlicedRounds.Choice choice = choose(variants, List.of());
		assertThat(choice.sliced()).extracting(Variant::title).containsExactly("v0 · few", "v1 · few");
		assertThat(choice.obstacles()).hasSize(11);
	}

	private static SlicedRounds.Choice choose(List<Variant> variants, List<String> dead) {
		return choose(variants, variants, dead);
	}

	private static SlicedRounds.Choice choose(List<Variant> variants, List<Variant> ran, List<String> dead) {
		Experiment experiment = experiment(variants);
		FakeServers servers = new FakeServers((variant, directory) -> {
		}, true);
		RunDriver driver = new RunDriver((address, plan, timeout) -> {
			throw new InterruptedException();
		}, Duration.ofSeconds(1), Live.off());
		LatencyPhases latency = new LatencyPhases(experiment, servers, driver, (load, plan, drive, lines) -> {
			throw new IllegalStateException("No knee is asked for.");
		});
		return new SlicedRounds(experiment, servers, driver, new Display("running", false, System.err), latency)
			.choose(ran.stream()
				.map((variant) -> new VariantResult(variant,
						dead.contains(variant.title()) ? Ended.EXITED : Ended.COMPLETED, null,
						List.of(Samples.run(Samples.closed(), Samples.answered()))))
				.toList());
	}

	private static List<Variant> variants(@Nullable String workload, int number) {
		Workload in = (workload != null) ? new Workload(workload, null, Map.of(), Samples.closed()) : null;
		return IntStream.range(0, number)
			.mapToObj((i) -> new Variant("v" + i, null, null, List.of(), Map.of("n", "" + i), null, in, null))
			.toList();
	}

	private static Experiment experiment(List<Variant> variants) {
		Experiment sample = Samples.experiment(null);
		return new Experiment(sample.name(), null, Samples.closed(), sample.setup(), variants, "v0", sample.directory(),
				1, List.of(), new Experiment.Rounds(3, null, 1, true), Experiment.Measures.USUAL);
	}

}
