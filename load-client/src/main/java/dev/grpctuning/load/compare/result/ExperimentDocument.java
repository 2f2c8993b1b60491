package dev.grpctuning.load.compare.result;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.Risk;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.observe.Cause;

/**
 * An experiment as it is written to its result file.
 *
 * @param latencyAt where latencies were measured, or {@code null} if under the plan
 * @param methods methods of each variant that was profiled in turns with its baseline, or
 * {@code null} if there is none
 */
@ResultFile.Kind("experiment")
public record ExperimentDocument(int schema, String name, @Nullable String description, Instant startedAt,
		PlanDocument plan, Environment environment, Design design, List<Variant> variants,
		@Nullable ComparisonDocument comparison, @Nullable List<LatencyAt> latencyAt,
		@Nullable List<MethodsDocument> methods) {

	/** Kinds of results that are an experiment or can be drawn as one. */
	public static final List<Class<? extends Record>> KINDS = List.of(RunDocument.class, ExperimentDocument.class);

	/** Returns an experiment, or a run as an experiment of one variant. */
	public static ExperimentDocument of(Record result) {
		if (result instanceof ExperimentDocument experiment) {
			return experiment;
		}
		RunDocument run = (RunDocument) result;
		Variant variant = new Variant(run.name(), run.name(), null, null,
				new Setup(null, List.of(), Map.of(), null, null), null, Ended.of(run), run.outcome().failure(),
				List.of(run), List.of(1), null);
		return new ExperimentDocument(run.schema(), "run of " + Objects.requireNonNullElse(run.target(), run.name()),
				null, run.load().startedAt(), run.plan(), run.environment(),
				new Design(List.of(run.name()), Set.of(), null, null, 1, null, null), List.of(variant), null, null,
				null);
	}

	public ExperimentDocument mapRuns(UnaryOperator<RunDocument> change) {
		return new ExperimentDocument(this.schema, this.name, this.description, this.startedAt, this.plan,
				this.environment, this.design,
				this.variants.stream().map((variant) -> variant.mapRuns(change)).toList(), this.comparison,
				this.latencyAt, this.methods);
	}

	/** The runs of all variants. */
	public Stream<RunDocument> runs() {
		return this.variants.stream().flatMap((variant) -> variant.runs().stream());
	}

	/** Variants that are compared with a baseline, and the baselines. */
	public List<Variant> withoutControls() {
		return this.variants.stream().filter((variant) -> !this.design.controls.contains(variant.name())).toList();
	}

	/** Slices of one of the variants, or {@code null} if runs are compared. */
	public @Nullable Slices slices() {
		return this.variants.stream()
			.flatMap((variant) -> Stream.ofNullable(variant.slices()))
			.findFirst()
			.orElse(null);
	}

	/** What has a value for each variant. */
	public Risk.Unit unit() {
		Slices slices = slices();
		return (slices != null) ? slices.unit() : Risk.Unit.ROUND;
	}

	/** The metric that decides, or {@code null} if there was no comparison. */
	public @Nullable Metric primary() {
		return (this.comparison != null) ? this.comparison.primary() : null;
	}

	public List<String> notBegun() {
		Set<String> begun = this.variants.stream().map(Variant::name).collect(Collectors.toSet());
		return this.design.planned.stream().filter((name) -> !begun.contains(name)).toList();
	}

	/** The round that was begun last, {@code null} if all were run or there was one. */
	public @Nullable Integer lastRound() {
		boolean missing = this.design.rounds > 1 && this.variants.stream()
			.anyMatch((variant) -> variant.ended() == Ended.INTERRUPTED || (this.design.budget == null
					&& variant.ended() == Ended.COMPLETED && variant.runs().size() < this.design.rounds));
		return missing
				? this.variants.stream().flatMap((variant) -> variant.rounds().stream()).max(Integer::compare).orElse(1)
				: null;
	}

	/**
	 * What was to be run.
	 *
	 * @param controls planned variants that have the set-up of a baseline
	 * @param rounds rounds that were planned, or that ran within a budget
	 * @param budget the time that the experiment had to decide in, or {@code null} if it
	 * had a number of rounds
	 * @param seed what the order of the variants was drawn with
	 */
	public record Design(List<String> planned, Set<String> controls, @Nullable List<Workload> workloads,
			@Nullable Double scale, int rounds, @Nullable Budget budget, @Nullable Long seed) {
	}

	/**
	 * The time for an experiment that ends as soon as it is decided.
	 *
	 * @param spent whether there was no time for another round, so that the rest of the
	 * error was for the last one
	 */
	public record Budget(double seconds, boolean spent) {
	}

	/** A workload. */
	public record Workload(String name, @Nullable String changes, PlanDocument plan) {

		public String heading() {
			return (this.changes != null) ? this.name + ": " + this.changes : this.name;
		}

	}

	/**
	 * A variant.
	 *
	 * @param name what it is called in the whole experiment: with workloads
	 * {@code virtual · blocks-1ms}
	 * @param plain its name without that of its workload
	 * @param plan what was driven at it, or {@code null} if it has no plan of its own
	 * @param rounds round of each run, from 1
	 * @param slices its slices, or {@code null} if the runs are compared
	 */
	public record Variant(String name, String plain, @Nullable String workload, @Nullable String changes, Setup setup,
			@Nullable PlanDocument plan, Ended ended, @Nullable String reason, List<RunDocument> runs,
			List<Integer> rounds, @Nullable Slices slices) {

		/**
		 * The run that stands for all of them where only one can be shown: by the 99th
		 * percentile of its response times the middle one, of two the longer.
		 * @return the run, or {@code null} if there is none
		 */
		public @Nullable RunDocument medianRun() {
			return this.runs.isEmpty() ? null
					: this.runs.stream()
						.sorted(Comparator.comparingLong((run) -> run.load().latencyMicros().response().p99()))
						.skip(this.runs.size() / 2)
						.findFirst()
						.orElseThrow();
		}

		/** Number of its units, or of the last round that it ran in. */
		public int units() {
			return (this.slices != null) ? this.slices.size()
					: this.rounds.stream().mapToInt(Integer::intValue).max().orElse(0);
		}

		/** What has a value for it. */
		public Risk.Unit unit() {
			return (this.slices != null) ? this.slices.unit() : Risk.Unit.ROUND;
		}

		/** The values of the units in which a metric was measured, if any, or runs. */
		public double[] values(Metric metric) {
			return ((this.slices != null) ? Arrays.stream(this.slices.values(metric))
					: this.runs.stream().mapToDouble(metric::of))
				.filter(metric::isMeasured)
				.toArray();
		}

		public boolean hasFigures() {
			return Arrays.stream(Metric.values())
				.anyMatch((metric) -> Arrays.stream(values(metric)).anyMatch((value) -> value > 0));
		}

		/** Such as {@code load generator saturated in 3 of 10 runs}. */
		public @Nullable String saturated() {
			long saturated = this.runs.stream().filter(Variant::isSaturated).count();
			return (saturated == 0) ? null : "load generator saturated"
					+ ((this.runs.size() != 1) ? " in %,d of %,d runs".formatted(saturated, this.runs.size()) : "");
		}

		private static boolean isSaturated(RunDocument run) {
			return isSaturated(run.load().client(), run.diagnosis().bottleneck())
					|| (run.closed() != null && isSaturated(run.closed().load().client(), run.closed().bottleneck()));
		}

		private static boolean isSaturated(ClientUse client, DiagnosisDocument.@Nullable Found bottleneck) {
			return client.saturated() || (bottleneck != null && bottleneck.kind() == Cause.LOAD_GENERATOR_SATURATED);
		}

		private Variant mapRuns(UnaryOperator<RunDocument> change) {
			return with(this.ended, this.reason, this.runs.stream().map(change).toList(), this.rounds, this.slices);
		}

		public Variant plus(Variant next) {
			Variant last = (this.ended == Ended.COMPLETED) ? next : this;
			return with(last.ended, last.reason, Stream.concat(this.runs.stream(), next.runs.stream()).toList(),
					Stream.concat(this.rounds.stream(), next.rounds.stream()).toList(), plus(this.slices, next.slices));
		}

		private static @Nullable Slices plus(@Nullable Slices some, @Nullable Slices others) {
			if (some == null || others == null) {
				return (some != null) ? some : others;
			}
			return some.plus(others);
		}

		private Variant with(Ended end, @Nullable String why, List<RunDocument> allRuns, List<Integer> allRounds,
				@Nullable Slices allSlices) {
			return new Variant(this.name, this.plain, this.workload, this.changes, this.setup, this.plan, end, why,
					allRuns, allRounds, allSlices);
		}

	}

	/**
	 * Set-up of a variant, without what all variants share.
	 *
	 * @param properties its properties and those of its workload
	 * @param javaHome its JDK, or {@code null} if it is that which all variants share
	 * @param jar its jar, or {@code null} if it is that which all variants share
	 */
	public record Setup(@Nullable String profile, List<String> jvmOptions, Map<String, String> properties,
			@Nullable String javaHome, @Nullable String jar) {
	}

	/**
	 * The rate at which the latencies of a workload were measured. All figures of its
	 * runs except the rate come from this load.
	 *
	 * @param workload its name, or {@code null} if there is only one
	 * @param objective condition that held up to the knee
	 * @param kneePerSecond highest rate of the baseline at which it held
	 * @param limitedByClient whether the client could not drive more
	 * @param share share of the knee
	 * @param openCalls calls that were kept open to measure the rate
	 */
	public record LatencyAt(@Nullable String workload, String baseline, String objective, double kneePerSecond,
			boolean limitedByClient, double share, double callsPerSecond, Arrivals arrivals, int openCalls) {

		/** The line of the report that begins with {@code p99 at 1,840 calls/s}. */
		public String text() {
			return Templates.line("latency-at",
					Map.of("workload", Objects.requireNonNullElse(this.workload, ""), "rate",
							Figures.rate(this.callsPerSecond), "percent",
							Figures.number(Math.round(this.share * 1000) / 10.0), "knee",
							Figures.rate(this.kneePerSecond), "objective", this.objective, "limitedByClient",
							this.limitedByClient, "openCalls", Figures.count(this.openCalls)));
		}

	}

	/** How a variant ended. */
	public enum Ended {

		/** All of the plan was driven and the server was still there. */
		COMPLETED,

		OUT_OF_MEMORY,

		/** The server ended, or never came up. */
		EXITED,

		/** Not all calls had ended when the plan's time was over. */
		TIMED_OUT,

		/** The tuning was another, or could not be read; the run is discarded. */
		WRONG_TUNING,

		INTERRUPTED;

		static Ended of(RunDocument run) {
			return switch (run.load().stoppedBy()) {
				case null ->
					(run.outcome().failure() != null && run.load().counts().unfinished() > 0) ? TIMED_OUT : COMPLETED;
				case TIMEOUT -> TIMED_OUT;
				case INTERRUPTED -> INTERRUPTED;
				case SERVER_GONE -> EXITED;
				case UNIMPLEMENTED, REPLAY_CHANGED, PRECISE, IMPRECISE -> COMPLETED;
			};
		}

	}

}
