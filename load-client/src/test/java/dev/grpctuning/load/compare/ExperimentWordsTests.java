package dev.grpctuning.load.compare;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Samples;

/** Tests for {@link ExperimentWords}. */
@Tag(Approved.TAG)
class ExperimentWordsTests {

	private static final Duration LENGTH = Duration.ofSeconds(13);

	@Test
	void whenVariantsRunThenEachIsNumberedWithItsChangesAndItsEnd() {
		Approved.assertCase("compare.txt", title("diagnosis"), begins("one"),
				ExperimentWords.ended(Samples.completed("one")), begins("two"),
				ExperimentWords.ended(Samples.outOfMemory("two")));
	}

	@Test
	void whenCallsWereNotAnsweredThenTheirNumbersFollow() {
		Counts counts = new Counts(9, 2, Map.of("UNAVAILABLE", 3L), 3, 1);
		MeasuredLoad load = Samples.load(counts, Map.of("UNAVAILABLE", "io\nexception"), "too many clients",
				StopReason.INTERRUPTED);
		Approved.assertCase("compare.txt", ExperimentWords
			.ended(new VariantResult(Samples.variant("one"), Ended.INTERRUPTED, null, List.of(Samples.run(load)))));
	}

	@Test
	void whenThereWereTwoLoadsThenTheLineHasTheFiguresOfEach() {
		Approved.assertCase("compare.txt", ExperimentWords.ended(new VariantResult(Samples.variant("one"),
				Ended.COMPLETED, null, List.of(Samples.twoLoads(Samples.answered(), Samples.sent())))));
	}

	@Test
	void whenThereAreWorkloadsThenEachRunIsNamedWithItsOwn() {
		Experiment experiment = Samples.crossed();
		Approved.assertCase("compare.txt", ExperimentWords.title(experiment, LENGTH),
				ExperimentWords.begins(experiment.variants().get(2), 1, false));
	}

	private static String begins(String variant) {
		return ExperimentWords.begins(Samples.variant(variant), 1, false);
	}

	private static String title(@Nullable String description) {
		return ExperimentWords.title(Samples.experiment(description), LENGTH);
	}

}
