package dev.grpctuning.load.compare.report;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.VariantResult;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.provenance.Provenance;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.LatencyAt;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.text.RunFormat;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ExperimentTable}. */
@Tag(Approved.TAG)
class ExperimentTableTests {

	@Test
	void whenNoCallWasAnsweredThenThereAreNoLatencies() {
		MeasuredLoad none = Samples.load(new Counts(5000, 0, Map.of("RESOURCE_EXHAUSTED", 5000L), 0, 0), Map.of(), null,
				null);
		assertThat(rows(new VariantResult(Samples.variant("one"), Ended.COMPLETED, null, List.of(Samples.run(none))))
			.get(1)).startsWith("one", "0", "5,000", "2,000", "-", "-", "-");
	}

	@Test
	void whenARunEndedBeforeCallsCountedThenThereIsNoShareOfThem() {
		MeasuredLoad none = Samples.load(new Counts(0, 0, Map.of(), 0, 0), Map.of(), null, StopReason.INTERRUPTED);
		ExperimentDocument document = Experiments.document(Samples.experiment(null),
				new VariantResult(Samples.variant("one"), Ended.INTERRUPTED, null, List.of(Samples.run(none))));
		assertThat(ExperimentReport.markdown(document)).contains("interrupted").doesNotContain("NaN");
	}

	@Test
	void whenServersBrokeTheProtocolThenALineBelowSaysSoOfEachVariant() {
		VariantResult broken = new VariantResult(Samples.variant("two"), Ended.COMPLETED, null,
				List.of(Samples.run(Samples.protocolErrors(ProtocolErrors.NONE)),
						Samples.run(Samples.protocolErrors(new ProtocolErrors(1, "PING frame"))),
						Samples.run(Samples.protocolErrors(new ProtocolErrors(1, "DATA frame")))));
		Approved.assertCase("compare.txt", table(Samples.completed("one"), broken));
	}

	private static VariantResult rounds(String name, Ended ended, MeasuredLoad first, MeasuredLoad second) {
		return new VariantResult(Samples.variant(name), ended, null,
				List.of(Samples.run(first), Samples.run(2, Samples.bursts(), second)));
	}

	@Test
	void whenThereAreWorkloadsThenEachHasATableOfItsVariants() {
		Experiment experiment = Samples.crossed();
		ExperimentDocument document = Experiments.document(experiment,
				experiment.variants().stream().map(Samples::completed).toArray(VariantResult[]::new));
		assertThat(document.variants()).extracting(ExperimentDocument.Variant::name)
			.isEqualTo(document.design().planned())
			.containsExactly("one · idle", "two · idle", "one · busy", "two · busy");
		Approved.assertCase("compare.txt", ExperimentReport.text(document, RunFormat.TABLE, UnaryOperator.identity()),
				Provenance.plan(document));
		assertThat(ExperimentReport.markdown(document)).contains(", scaled by 0.5\n");
		assertThat(document.variants().get(1).runs().getFirst().plan().model()).isEqualTo("closed");
		assertThat(document.variants().get(2).runs().getFirst().plan().model()).isEqualTo("burst");
	}

	@Test
	void whenLatenciesAreOfAnotherLoadThenTheTableHasTheRateOfTheClosedOneAndSaysIt() {
		VariantResult one = new VariantResult(Samples.variant("one"), Ended.COMPLETED, null,
				List.of(Samples.twoLoads(Samples.answered(), Samples.sent())));
		ExperimentDocument document = Experiments.at(
				List.of(new LatencyAt(null, "one", "p99 < 50ms", 3067, false, 0.6, 1840.2, Arrivals.POISSON, 16),
						new LatencyAt("busy", "one", "p99 < 50ms", 3067, true, 0.625, 1916.9, Arrivals.POISSON, 16)),
				Experiments.document(Samples.experiment(null), one));
		Approved.assertCase("compare.txt", ExperimentReport.text(document, RunFormat.TABLE, UnaryOperator.identity()));
		assertThat(ExperimentReport.text(document, RunFormat.CSV, UnaryOperator.identity()).lines()).satisfiesExactly(
				(names) -> assertThat(names).endsWith(",failure,closedThroughputPerSecond"),
				(first) -> assertThat(first).endsWith(",2000.4"));
		assertThat(ExperimentReport.markdown(document)).contains("p99 at 1,840 calls/s (Poisson, 60 %");
	}

	@Test
	void whenWrittenAsCsvThenEachRunIsALineWithItsRound() {
		VariantResult one = rounds("one", Ended.COMPLETED, Samples.answered(), Samples.answered());
		assertThat(ExperimentReport
			.text(Experiments.document(Samples.experiment(null), one), RunFormat.CSV, UnaryOperator.identity())
			.lines())
			.satisfiesExactly((names) -> assertThat(names).startsWith("name,round,target,").endsWith(",failure"),
					(first) -> assertThat(first).startsWith("one,1,"),
					(second) -> assertThat(second).startsWith("one,2,"));
	}

	private static List<List<String>> rows(VariantResult... results) {
		return table(results).lines()
			.filter((line) -> line.startsWith("|"))
			.map((line) -> Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList())
			.toList();
	}

	private static String table(VariantResult... results) {
		return ExperimentReport.text(Experiments.document(Samples.experiment(null), results), RunFormat.TABLE,
				UnaryOperator.identity());
	}

}
