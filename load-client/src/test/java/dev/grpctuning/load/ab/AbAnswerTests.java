package dev.grpctuning.load.ab;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.Gate;
import dev.grpctuning.load.compare.report.ComparisonFixture;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Question;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.stats.Risk;
import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link AbAnswer}. */
@Tag(Approved.TAG)
class AbAnswerTests {

	private static final Gate GATE = new Gate(0.05);

	@ParameterizedTest
	@CsvSource({ "0.90, 0.88, 0.92, WORSE, 2", "0.95, 0.94, 0.96, WORSE, 2", "0.96, 0.95, 0.97, WORSE, 0",
			"1.00, 0.97, 1.03, SAME, 0", "0.90, 0.70, 1.10, NO_DIFFERENCE_SHOWN, 0", "1.20, 1.10, 1.30, BETTER, 0" })
	void whenARateDiffersThenOnlyAShownLossOfTheGateOrMoreFails(double ratio, double low, double high, Verdict verdict,
			int exitCode) {
		ExperimentDocument document = document(Ended.COMPLETED, row(Metric.THROUGHPUT, ratio, low, high, verdict));
		assertThat(AbCommand.exitCode(document, GATE)).isEqualTo(exitCode);
	}

	@Test
	void whenTheTwoAreComparedThenOneLineAnswers() {
		Approved.assertCase("ab.txt", text(row(Metric.THROUGHPUT, 0.9, 0.88, 0.92, Verdict.WORSE)),
				text(row(Metric.THROUGHPUT, 0.97, 0.96, 0.98, Verdict.WORSE)),
				text(row(Metric.THROUGHPUT, 1, 0.97, 1.03, Verdict.SAME)),
				text(row(Metric.THROUGHPUT, 0.9, 0.7, 1.1, Verdict.NO_DIFFERENCE_SHOWN)),
				text(row(Metric.THROUGHPUT, 1.2, 1.1, 1.3, Verdict.BETTER)));
	}

	private static String text(Row row) {
		return AbAnswer.of(document(Ended.COMPLETED, row), GATE).text();
	}

	@ParameterizedTest
	@CsvSource({ "1.10, 1.08, 1.12, WORSE, 2", "1.04, 1.01, 1.07, WORSE, 0", "0.8, 0.7, 0.9, BETTER, 0" })
	void whenALatencyDiffersThenMoreIsWorse(double ratio, double low, double high, Verdict verdict, int exitCode) {
		ExperimentDocument document = document(Metric.P99, Ended.COMPLETED, row(Metric.P99, ratio, low, high, verdict));
		assertThat(AbCommand.exitCode(document, GATE)).isEqualTo(exitCode);
	}

	@Test
	void whenAnExploratoryMetricIsWorseThenThatIsNoRegressionUnlessCallsAreNotAnswered() {
		Row same = row(Metric.THROUGHPUT, 1, 0.98, 1.02, Verdict.SAME);
		assertThat(AbCommand.exitCode(document(Ended.COMPLETED, same, row(Metric.P99, 3, 2, 4, Verdict.WORSE)), GATE))
			.isEqualTo(ExitCode.OK);
		ExperimentDocument refusing = document(Ended.COMPLETED, same,
				row(Metric.ANSWERED, 0.5, 0.4, 0.6, Verdict.WORSE));
		assertThat(AbCommand.exitCode(refusing, GATE)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		Approved.assertCase("ab.txt", AbAnswer.of(refusing, GATE).text());
	}

	@Test
	void whenTheNewBuildDiesThenThatIsARegression() {
		ExperimentDocument died = document(Ended.OUT_OF_MEMORY);
		assertThat(AbCommand.exitCode(died, GATE)).isEqualTo(ExitCode.THRESHOLD_FAILED);
		Approved.assertCase("ab.txt", AbAnswer.of(died, GATE).text());
	}

	@Test
	void whenTheNewBuildAnswersNoCallInFewRoundsThenTheLineSaysHowManyWereCompared() {
		ExperimentDocument document = answeredIn(0, 5000, 0, 0, 5000, 0);
		assertThat(AbCommand.exitCode(document, GATE)).isEqualTo(ExitCode.OK);
		assertThat(AbAnswer.of(document, GATE).text()).contains("in 2 of 6 rounds");
		Approved.assertCase("ab.txt", AbAnswer.of(document, GATE).text());
	}

	private static ExperimentDocument answeredIn(long... rounds) {
		ExperimentDocument.Variant before = ComparisonFixture.refusing("old", 5000, 5000, 5000, 5000, 5000, 5000);
		ExperimentDocument.Variant after = ComparisonFixture.refusing("new", rounds);
		return Experiments
			.of(ComparisonDocument.of("old", new Question(Metric.P99, EnumSet.allOf(Metric.class), Risk.Look.ONLY),
					List.of(before, after), Set.of()), before, after);
	}

	@Test
	void whenNothingCouldBeComparedThenTheRunFailed() {
		ExperimentDocument nothing = document(Ended.COMPLETED);
		assertThat(AbCommand.exitCode(nothing, GATE)).isEqualTo(ExitCode.RUN_FAILED);
		Approved.assertCase("ab.txt", AbAnswer.of(nothing, GATE).text());
		ExperimentDocument oneRound = document(Ended.COMPLETED, new Row("new", false, Metric.THROUGHPUT, null,
				new Comparison(1, 0.4, null, Verdict.NO_DIFFERENCE_SHOWN, null, null), null, "new", false));
		assertThat(AbCommand.exitCode(oneRound, GATE)).as("one round shows nothing").isEqualTo(ExitCode.RUN_FAILED);
	}

	private static Row row(Metric metric, double ratio, double low, double high, Verdict verdict) {
		return new Row("new", false, metric, null,
				new Comparison(5, ratio, new Interval(low, high), verdict, 0.1, null), null, "new", false);
	}

	private static ExperimentDocument document(Ended ended, Row... rows) {
		return document(Metric.THROUGHPUT, ended, rows);
	}

	private static ExperimentDocument document(Metric primary, Ended ended, Row... rows) {
		ExperimentDocument.Variant real = Experiments.real().variants().getLast();
		return Experiments.of(new ComparisonDocument("old", 5, primary, List.of(rows)), build("old", real),
				Experiments.ended(ended, build("new", real)));
	}

	private static ExperimentDocument.Variant build(String name, ExperimentDocument.Variant real) {
		return Experiments.variant(name, null, null, List.of(), Map.of(), null, Ended.COMPLETED, null,
				IntStream.range(0, 5).mapToObj((i) -> real.runs().getFirst()).toList(), List.of(1, 2, 3, 4, 5));
	}

}
