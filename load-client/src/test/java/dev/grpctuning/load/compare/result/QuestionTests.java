package dev.grpctuning.load.compare.result;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument.Question;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Question}. */
class QuestionTests {

	@Test
	void whenEachAnswerStartsTheNextCallThenTheRateDecidesAndP50IsNotTestedToo() {
		Question question = Question.of(List.of(Samples.closed()), false, false, null);
		assertThat(question.primary()).isEqualTo(Metric.THROUGHPUT);
		assertThat(question.metrics()).contains(Metric.THROUGHPUT, Metric.P99).doesNotContain(Metric.P50);
	}

	@Test
	void whenLatenciesAreOfAnotherLoadThenP99DecidesAndTheRateOfTheClosedOneIsCompared() {
		Question question = Question.of(List.of(Samples.closed()), true, true, null);
		assertThat(question.primary()).isEqualTo(Metric.P99);
		assertThat(question.metrics()).contains(Metric.THROUGHPUT, Metric.P50);
		assertThat(Question.of(List.of(Samples.closed()), false, true, Metric.THROUGHPUT).primary())
			.isEqualTo(Metric.THROUGHPUT);
	}

	@Test
	void whenThereIsAnObjectiveThenGoodputDecides() {
		assertThat(Question.of(List.of(Samples.bursts()), true, false, null).primary()).isEqualTo(Metric.GOODPUT);
		assertThat(Question.of(List.of(Samples.bursts()), true, false, Metric.P99).primary()).isEqualTo(Metric.P99);
	}

}
