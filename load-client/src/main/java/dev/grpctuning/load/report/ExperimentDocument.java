package dev.grpctuning.load.report;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.experiment.Ended;
import dev.grpctuning.load.experiment.Experiment;
import dev.grpctuning.load.experiment.ServerRun;
import dev.grpctuning.load.experiment.VariantResult;

/**
 * An experiment as it is written to its result file.
 *
 * @param schema number of this form
 * @param name name of the experiment
 * @param description what it is to show
 * @param startedAt when it began
 * @param plan what was driven at each variant
 * @param environment what it ran on
 * @param variants the variants that were begun
 * @param comparison what the rounds have shown, or {@code null} if there was but one
 */
public record ExperimentDocument(int schema, String name, @Nullable String description, Instant startedAt,
		PlanDocument plan, Environment environment, List<Variant> variants, @Nullable ComparisonDocument comparison) {

	/**
	 * The document of an experiment.
	 * @param experiment the experiment
	 * @param startedAt when it began
	 * @param results what came of its variants so far
	 * @return the document
	 */
	public static ExperimentDocument of(Experiment experiment, Instant startedAt, List<VariantResult> results) {
		List<Variant> variants = results.stream().map((result) -> Variant.of(experiment, result)).toList();
		return new ExperimentDocument(RunDocument.SCHEMA, experiment.name(), experiment.description(), startedAt,
				PlanDocument.of(experiment.plan()), Environment.current(), variants,
				(experiment.repeat() != 1) ? ComparisonDocument.of(experiment.baseline(), variants) : null);
	}

	/**
	 * This document with other runs.
	 * @param change what becomes of each run
	 * @return the document
	 */
	public ExperimentDocument mapRuns(UnaryOperator<RunDocument> change) {
		return new ExperimentDocument(this.schema, this.name, this.description, this.startedAt, this.plan,
				this.environment, this.variants.stream().map((variant) -> variant.mapRuns(change)).toList(),
				this.comparison);
	}

	/**
	 * What is printed of it.
	 * @param format for whom
	 * @return lines of text without a line end at the end
	 */
	public String text(RunFormat format) {
		return switch (format) {
			case TABLE -> ExperimentTable.of(this);
			case QPS, GRID ->
				runs().stream().map((run) -> run.name() + "\n" + format.of(run)).collect(Collectors.joining("\n"));
			case JSON -> ResultFile.text(this);
			case CSV -> RunCsv.of(runs());
		};
	}

	private List<RunDocument> runs() {
		return this.variants.stream().flatMap((variant) -> variant.runs().stream()).toList();
	}

	/**
	 * A variant.
	 *
	 * @param name its name
	 * @param changes what it changes
	 * @param profile its Spring profile
	 * @param jvmOptions its JVM options, without those that all variants share
	 * @param properties its properties, without those that all variants share
	 * @param ended how it ended
	 * @param reason why, if it did not complete
	 * @param runs its runs
	 * @param rounds round of the experiment that each of these belongs to, from 1
	 */
	public record Variant(String name, @Nullable String changes, @Nullable String profile, List<String> jvmOptions,
			Map<String, String> properties, Ended ended, @Nullable String reason, List<RunDocument> runs,
			List<Integer> rounds) {

		private Variant mapRuns(UnaryOperator<RunDocument> change) {
			return new Variant(this.name, this.changes, this.profile, this.jvmOptions, this.properties, this.ended,
					this.reason, this.runs.stream().map(change).toList(), this.rounds);
		}

		private static Variant of(Experiment experiment, VariantResult result) {
			return new Variant(result.variant().name(), result.variant().changes(), result.variant().profile(),
					result.variant().jvmOptions(), result.variant().properties(), result.ended(), result.reason(),
					result.runs()
						.stream()
						.map((run) -> RunDocument.of(result.variant().name(), experiment.plan(), run))
						.toList(),
					result.runs().stream().map(ServerRun::round).toList());
		}

		/**
		 * The run with the median 99th percentile, which stands for all of them.
		 * @return the run, or {@code null} if there is none
		 */
		@Nullable RunDocument typicalRun() {
			List<RunDocument> sorted = this.runs.stream()
				.sorted(Comparator.comparingDouble((run) -> run.responseTimeMicros().p99()))
				.toList();
			return sorted.isEmpty() ? null : sorted.get((sorted.size() - 1) / 2);
		}

		boolean sameSetupAs(Variant other) {
			return Objects.equals(this.profile, other.profile) && this.jvmOptions.equals(other.jvmOptions)
					&& this.properties.equals(other.properties);
		}

	}

}
