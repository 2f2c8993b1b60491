package dev.grpctuning.load.compare.words;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Outcome}. */
@Tag(Approved.TAG)
class OutcomeTests {

	private final List<Variant> variants = Experiments.real().variants();

	private final Variant one = Experiments.named("one", this.variants.get(1));

	private final Variant two = Experiments.named("two", this.variants.get(1));

	@Test
	void whenAllOfItWasRunThenNothingIsSaid() {
		assertThat(outcome(Experiments.of(this.one, Experiments.ended(Ended.EXITED, this.two)))).isEmpty();
	}

	@Test
	void whenTheControlRanThenItIsNotCounted() {
		Row control = new Row("two", true, Metric.P99, null, null, null, "two", false);
		ExperimentDocument experiment = Experiments.compared(new ComparisonDocument("one", 1, null, List.of(control)),
				Experiments.with(Experiments.real(), List.of("one", "two", "three"), List.of(this.one, this.two)));
		assertThat(outcome(experiment)).isEqualTo("Not finished: 1 of 2 variants were started, not three.");
	}

	@Test
	void whenInterruptedThenItIsSaidHowFarItGot() {
		ExperimentDocument experiment = Experiments.with(Experiments.real(), List.of("one", "two", "three", "four"),
				List.of(this.one, Experiments.ended(Ended.INTERRUPTED, this.two)));
		Approved.assertCase("compare.txt", outcome(experiment));
	}

	@Test
	void whenInterruptedBetweenTwoRoundsThenTheRoundIsSaid() {
		Variant twice = Experiments.runs(List.of(this.one.runs().getFirst(), this.one.runs().getFirst()), this.one);
		Approved.assertCase("compare.txt", outcome(Experiments.ofRounds(10, twice, this.two)),
				outcome(Experiments.ofRounds(10, twice, Experiments.ended(Ended.INTERRUPTED, this.two))),
				outcome(Experiments.ofRounds(2, twice)));
	}

	@Test
	void whenNoVariantWasBegunThenNoneIsSaidToHaveCompleted() {
		Approved.assertCase("compare.txt",
				outcome(Experiments.with(Experiments.real(), List.of("one", "two"), List.of())));
	}

	@Test
	void whenManyVariantsWereNotBegunThenTheyAreNotListed() {
		List<String> planned = IntStream.range(0, 12).mapToObj((i) -> "variant-" + i).toList();
		Approved.assertCase("compare.txt", outcome(Experiments.with(Experiments.real(), planned, List.of(this.one))));
	}

	private static String outcome(ExperimentDocument experiment) {
		return Outcome.of(experiment);
	}

}
