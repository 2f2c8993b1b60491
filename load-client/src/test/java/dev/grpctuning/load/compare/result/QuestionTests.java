package dev.grpctuning.load.compare.result;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Question}. */
class QuestionTests {

	@Test
	void whenEachAnswerStartsTheNextCallThenTheRateDecidesAndP50IsNotTestedToo() {
		Question question = Question.of(List.of(Samples.closed()), false, null);
		assertThat(question.primary()).isEqualTo(Metric.THROUGHPUT);
		assertThat(question.metrics()).contains(Metric.THROUGHPUT, Metric.P99).doesNotContain(Metric.P50);
	}

	@Test
	void whenP50DecidesThenTheRateIsNotTestedToo() {
		Question question = Question.of(List.of(Samples.closed()), false, Metric.P50);
		assertThat(question.primary()).isEqualTo(Metric.P50);
		assertThat(question.metrics()).contains(Metric.P50).doesNotContain(Metric.THROUGHPUT);
	}

	@Test
	void whenCallsComeByThemselvesThenP99DecidesAndAllIsCompared() {
		Question question = Question.of(List.of(Samples.bursts(), Samples.closed()), false, null);
		assertThat(question.primary()).isEqualTo(Metric.P99);
		assertThat(question.metrics()).contains(Metric.values());
	}

	@Test
	void whenThereIsAnObjectiveThenGoodputDecides() {
		assertThat(Question.of(List.of(Samples.bursts()), true, null).primary()).isEqualTo(Metric.GOODPUT);
		assertThat(Question.of(List.of(Samples.bursts()), true, Metric.P99).primary()).isEqualTo(Metric.P99);
	}

}
