package dev.grpctuning.load.compare;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ExperimentDisplay}.
 */
class ExperimentDisplayTests {

	private static final Duration LENGTH = Duration.ofSeconds(13);

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	@Test
	void whenVariantsRunThenEachIsNumberedWithItsChangesAndItsEnd() {
		ExperimentDisplay display = display("diagnosis");
		display.started(Samples.variant("one"), 1);
		display.ended(Samples.completed("one"));
		display.started(Samples.variant("two"), 1);
		display.ended(Samples.outOfMemory("two"));
		assertThat(lines()).hasSize(6)
			.startsWith("sample: diagnosis", "2 runs, about 13 s", "[1/2] one = what one changes",
					"  completed: 5,000 of 5,000 answered, 2,000 per second", "[2/2] two = what two changes")
			.last()
			.asString()
			.startsWith("  out-of-memory: 2,997 of 5,000 answered, ")
			.endsWith(": Java heap space");
	}

	@Test
	void whenTheServerNeverCameUpThenTheLineSaysWhy() {
		ExperimentDisplay display = display(null);
		display.started(new Variant("one", null, null, List.of(), Map.of()), 1);
		display.ended(Samples.neverUp("one"));
		assertThat(lines()).containsExactly("sample", "2 runs, about 13 s", "[1/2] one",
				"  exited: exit code 1 while starting");
	}

	@Test
	void whenInterruptedBeforeTheRunThenTheLineIsShort() {
		ExperimentDisplay display = display(null);
		assertThat(lines()).isEmpty();
		display.started(new Variant("one", null, null, List.of(), Map.of()), 1);
		display.ended(new VariantResult(Samples.variant("one"), Ended.INTERRUPTED, null, List.of()));
		assertThat(lines()).containsExactly("sample", "2 runs, about 13 s", "[1/2] one", "  interrupted");
	}

	@Test
	void whenCallsWereNotAnsweredThenTheirNumbersFollow() {
		Counts counts = new Counts(9, 2, Map.of("UNAVAILABLE", 3L), 3, 1);
		LoadResult load = Samples.load(counts, Map.of("UNAVAILABLE", "io\nexception"), "too many clients",
				StopReason.INTERRUPTED);
		ExperimentDisplay display = display(null);
		display.ended(new VariantResult(Samples.variant("one"), Ended.INTERRUPTED, null, List.of(Samples.run(load))));
		assertThat(lines()).singleElement()
			.asString()
			.startsWith("  interrupted: 2 of 9 answered, ")
			.contains("; 3 UNAVAILABLE: io exception; ", "; 3 cancelled; 1 unfinished; ",
					"; load generator saturated: too many clients; stopped after 2.5 s");
	}

	@Test
	void whenServersAreWarmedUpThenThatIsSaidOnceBelowTheTitle() {
		ExperimentDisplay display = display(null);
		display.warmingUp(2);
		display.started(new Variant("one", null, null, List.of(), Map.of()), 1);
		assertThat(lines()).containsExactly("sample", "2 runs, about 13 s",
				"warming up: each of 2 variants for a moment", "[1/2] one");
	}

	@Test
	void whenThereAreWorkloadsThenEachRunIsNamedWithItsOwn() {
		Experiment experiment = Samples.crossed();
		ExperimentDisplay display = new ExperimentDisplay(experiment, LENGTH, false,
				new PrintStream(this.out, true, StandardCharsets.UTF_8));
		display.started(experiment.variants().get(2), 1);
		assertThat(lines()).containsExactly("sample", "4 runs, about 13 s, scaled by 0.5", "[1/4] one · busy");
	}

	@Test
	void whenItIsToBeQuietThenNothingIsSaid() {
		ExperimentDisplay display = new ExperimentDisplay(Samples.experiment("diagnosis"), LENGTH, true,
				new PrintStream(this.out, true, StandardCharsets.UTF_8));
		display.warmingUp(2);
		display.started(Samples.variant("one"), 1);
		display.ended(Samples.outOfMemory("one"));
		assertThat(lines()).isEmpty();
	}

	private ExperimentDisplay display(@Nullable String description) {
		return new ExperimentDisplay(Samples.experiment(description), LENGTH, false,
				new PrintStream(this.out, true, StandardCharsets.UTF_8));
	}

	private List<String> lines() {
		return this.out.toString(StandardCharsets.UTF_8).lines().toList();
	}

}
