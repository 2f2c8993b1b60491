package dev.grpctuning.load.report;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
 * @param plan what was driven at each variant that has no other plan
 * @param environment what it ran on
 * @param planned names of all its variants, or {@code null} in results of earlier
 * versions
 * @param variants the variants that were begun
 * @param comparison what the rounds have shown, or {@code null} if there is nothing to
 * compare
 * @param workloads the workloads, or {@code null} if it has none
 * @param scale by what the plans were longer than they were described, or {@code null} if
 * they were not
 * @param rounds rounds that were planned, or {@code null} in results of earlier versions
 */
public record ExperimentDocument(int schema, String name, @Nullable String description, Instant startedAt,
		PlanDocument plan, Environment environment, @Nullable List<String> planned, List<Variant> variants,
		@Nullable ComparisonDocument comparison, @Nullable List<WorkloadDocument> workloads, @Nullable Double scale,
		@Nullable Integer rounds) {

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
				PlanDocument.of(experiment.plan()), Environment.current(),
				experiment.variants().stream().map(dev.grpctuning.load.experiment.Variant::title).toList(), variants,
				(variants.size() > 1 || experiment.repeat() > 1)
						? ComparisonDocument.of(experiment.baseline(), variants) : null,
				WorkloadDocument.of(experiment), (experiment.scale() != 1) ? experiment.scale() : null,
				experiment.repeat());
	}

	/**
	 * This document with other runs.
	 * @param change what becomes of each run
	 * @return the document
	 */
	public ExperimentDocument mapRuns(UnaryOperator<RunDocument> change) {
		return new ExperimentDocument(this.schema, this.name, this.description, this.startedAt, this.plan,
				this.environment, this.planned,
				this.variants.stream().map((variant) -> variant.mapRuns(change)).toList(), this.comparison,
				this.workloads, this.scale, this.rounds);
	}

	/**
	 * What was driven, in words.
	 * @return the plan, or that of each workload, without a full stop
	 */
	public String planText() {
		String text = (this.workloads != null) ? this.workloads.stream()
			.map((workload) -> workload.heading() + ": " + workload.plan().text())
			.collect(Collectors.joining("; ")) : this.plan.text();
		return (this.scale != null) ? text + ", scaled by " + Figures.factor(this.scale) : text;
	}

	/**
	 * The variants to which the experiment did not get.
	 * @return their names
	 */
	public List<String> notBegun() {
		Set<String> begun = this.variants.stream().map(Variant::name).collect(Collectors.toSet());
		return (this.planned != null) ? this.planned.stream().filter((name) -> !begun.contains(name)).toList()
				: List.of();
	}

	/**
	 * How far it got if it has several rounds and did not end the last one.
	 * @return the round that was begun last, or {@code null} if all were run
	 */
	public @Nullable Integer lastRound() {
		boolean missing = this.rounds != null && this.rounds > 1
				&& this.variants.stream()
					.anyMatch((variant) -> variant.ended() == Ended.INTERRUPTED
							|| (variant.ended() == Ended.COMPLETED && variant.runs().size() < this.rounds));
		return missing
				? this.variants.stream().flatMap((variant) -> variant.rounds().stream()).max(Integer::compare).orElse(1)
				: null;
	}

	/**
	 * How many rounds it was to have if it did not end the last one.
	 * @return their number, or {@code null} if all were run
	 */
	public @Nullable Integer roundsIfNotAllRan() {
		return (lastRound() != null) ? this.rounds : null;
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
			case CSV -> RunCsv.ofRounds(this.variants);
		};
	}

	private List<RunDocument> runs() {
		return this.variants.stream().flatMap((variant) -> variant.runs().stream()).toList();
	}

	/**
	 * A variant.
	 *
	 * @param name its name, after which stands that of its workload if there are such:
	 * {@code virtual · blocks-1ms}
	 * @param changes what it changes
	 * @param profile its Spring profile
	 * @param jvmOptions its JVM options, without those that all variants share
	 * @param properties its properties and those of its workload, without those that all
	 * variants share
	 * @param javaHome its JDK, or {@code null} if it is that which all variants share
	 * @param ended how it ended
	 * @param reason why, if it did not complete
	 * @param runs its runs
	 * @param rounds round of the experiment that each of these belongs to, from 1
	 * @param workload name of its workload, or {@code null} if there are none
	 * @param plan what was driven at it, or {@code null} if it has no plan of its own
	 */
	public record Variant(String name, @Nullable String changes, @Nullable String profile, List<String> jvmOptions,
			Map<String, String> properties, @Nullable String javaHome, Ended ended, @Nullable String reason,
			List<RunDocument> runs, List<Integer> rounds, @Nullable String workload, @Nullable PlanDocument plan) {

		private static final String SEPARATOR = " · ";

		/**
		 * A variant of an experiment without workloads.
		 * @param name its name
		 * @param changes what it changes
		 * @param profile its Spring profile
		 * @param jvmOptions its JVM options, without those that all variants share
		 * @param properties its properties, without those that all variants share
		 * @param javaHome its JDK, or {@code null}
		 * @param ended how it ended
		 * @param reason why, if it did not complete
		 * @param runs its runs
		 * @param rounds round of the experiment that each of these belongs to, from 1
		 */
		public Variant(String name, @Nullable String changes, @Nullable String profile, List<String> jvmOptions,
				Map<String, String> properties, @Nullable String javaHome, Ended ended, @Nullable String reason,
				List<RunDocument> runs, List<Integer> rounds) {
			this(name, changes, profile, jvmOptions, properties, javaHome, ended, reason, runs, rounds, null, null);
		}

		/**
		 * Its name where that of its workload is known.
		 * @return the name without that of the workload
		 */
		public String plainName() {
			return (this.workload != null && this.name.endsWith(SEPARATOR + this.workload))
					? this.name.substring(0, this.name.length() - SEPARATOR.length() - this.workload.length())
					: this.name;
		}

		/**
		 * The run that stands for all of them where only one can be shown: by the 99th
		 * percentile of its response times the middle one, of two the longer.
		 * @return the run, or {@code null} if there is none
		 */
		public @Nullable RunDocument medianRun() {
			return this.runs.isEmpty() ? null
					: this.runs.stream()
						.sorted(Comparator.comparingLong((run) -> run.responseTimeMicros().p99()))
						.skip(this.runs.size() / 2)
						.findFirst()
						.orElseThrow();
		}

		private Variant mapRuns(UnaryOperator<RunDocument> change) {
			return new Variant(this.name, this.changes, this.profile, this.jvmOptions, this.properties, this.javaHome,
					this.ended, this.reason, this.runs.stream().map(change).toList(), this.rounds, this.workload,
					this.plan);
		}

		private static Variant of(Experiment experiment, VariantResult result) {
			dev.grpctuning.load.experiment.Variant variant = result.variant();
			return new Variant(variant.title(), variant.changes(), variant.profile(), variant.jvmOptions(),
					variant.properties(), (variant.javaHome() != null) ? variant.javaHome().toString() : null,
					result.ended(), result.reason(),
					result.runs()
						.stream()
						.map((run) -> RunDocument.of(variant.title(), experiment.plan(variant), run))
						.toList(),
					result.runs().stream().map(ServerRun::round).toList(),
					(variant.workload() != null) ? variant.workload().name() : null,
					(variant.plan() != null) ? PlanDocument.of(variant.plan()) : null);
		}

		boolean sameSetupAs(Variant other) {
			return Objects.equals(this.profile, other.profile) && this.jvmOptions.equals(other.jvmOptions)
					&& this.properties.equals(other.properties) && Objects.equals(this.javaHome, other.javaHome)
					&& Objects.equals(this.plan, other.plan);
		}

	}

}
