package dev.grpctuning.load.diff;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.Gate;
import dev.grpctuning.load.compare.result.ComparisonWords;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.Outcome;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Risk;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Table;

/**
 * Differences of the second of two results from the first.
 *
 * @param settings settings and ends that differ in any variant
 * @param gate smallest regression, as a share
 * @param primary metric that decides both, or {@code null} if all metrics decide
 */
@ResultFile.Kind("diff")
record DiffDocument(Result a, Result b, List<Change> environment, List<Change> settings, List<Variant> variants,
		List<String> onlyInA, List<String> onlyInB, List<String> withoutFiguresInB, double gate,
		@Nullable Metric primary) {

	/** Compares variants of the same name, or the only variant of each result. */
	static DiffDocument of(String fileA, ExperimentDocument a, String fileB, ExperimentDocument b, Gate gate) {
		List<Pair> pairs = Pair.of(a, b);
		if (pairs.isEmpty()) {
			throw new UsageException(
					"diff: they have no variant in common: the first has %s, the second %s; name results of the same experiment."
						.formatted(String.join(", ", names(a.variants())), String.join(", ", names(b.variants()))));
		}
		Metric primary = (a.primary() == b.primary()) ? a.primary() : null;
		long comparisons = pairs.stream()
			.flatMap((pair) -> pair.metrics().stream())
			.filter((metric) -> metric != Metric.ANSWERED && (primary == null || metric == primary))
			.count();
		List<ExperimentDocument.Variant> onlyInA = new ArrayList<>(a.variants());
		List<ExperimentDocument.Variant> onlyInB = new ArrayList<>(b.variants());
		List<ExperimentDocument.Variant> without = new ArrayList<>(a.withoutControls());
		without.removeIf((variant) -> !variant.hasFigures());
		for (Pair pair : pairs) {
			onlyInA.remove(pair.a());
			onlyInB.remove(pair.b());
			without.removeIf((variant) -> variant == pair.a() && pair.b().hasFigures());
		}
		return new DiffDocument(new Result(fileA, a.name(), a.startedAt()), new Result(fileB, b.name(), b.startedAt()),
				Change.between(a.environment(), b.environment()), settings(pairs),
				pairs.stream().map((pair) -> pair.compare(primary, Math.max(1, (int) comparisons), gate)).toList(),
				names(onlyInA), names(onlyInB), names(without), gate.share(), primary);
	}

	private static List<String> names(List<ExperimentDocument.Variant> variants) {
		return variants.stream().map(ExperimentDocument.Variant::name).toList();
	}

	private static List<Change> settings(List<Pair> pairs) {
		Map<Change, List<String>> changes = new LinkedHashMap<>();
		pairs.forEach((pair) -> Change.between(pair.a(), pair.b())
			.forEach((change) -> changes.computeIfAbsent(change, (any) -> new ArrayList<>()).add(pair.name())));
		return changes.entrySet()
			.stream()
			.map((change) -> (change.getValue().size() == pairs.size()) ? change.getKey()
					: change.getKey().of(change.getValue()))
			.toList();
	}

	List<String> worse() {
		return this.variants.stream().filter(Variant::worse).map(Variant::name).toList();
	}

	/** Whether all figures are those of single runs, of which nothing can be shown. */
	boolean onlySingleRuns() {
		List<Row> rows = rows().stream().filter((row) -> row.metric() != Metric.ANSWERED).toList();
		return !rows.isEmpty() && rows.stream().allMatch((row) -> row.comparison().interval() == null);
	}

	private List<Row> rows() {
		return this.variants.stream().flatMap((variant) -> variant.rows().stream()).toList();
	}

	boolean answered() {
		return rows().stream().anyMatch((row) -> row.metric() == Metric.ANSWERED);
	}

	@Nullable String leastWorse() {
		return (this.gate > 0) ? new Gate(this.gate).text() : null;
	}

	String apart() {
		Duration apart = Duration.between(this.a.startedAt(), this.b.startedAt()).abs();
		return (apart.toHours() >= 48) ? apart.toDays() + " days"
				: (apart.toHours() >= 2) ? apart.toHours() + " hours" : apart.toMinutes() + " minutes";
	}

	String table() {
		return new Table<Row>().text("variant", Row::variant)
			.text("metric", (row) -> row.metric().title() + ((row.metric() == this.primary) ? " *" : ""))
			.number(titled("a", Row::runsA), (row) -> ComparisonWords.median(row.metric(), row.a()))
			.number(titled("b", Row::runsB), (row) -> ComparisonWords.median(row.metric(), row.b()))
			.number("b / a", (row) -> ComparisonWords.ratio(row.comparison()))
			.text("b against a",
					(row) -> (row.exploratory() ? "exploratory: " : "")
							+ ComparisonWords.verdict(row.comparison(), row.compared(), Risk.Unit.ROUND, null))
			.number("minimum detectable effect", (row) -> ComparisonWords.smallest(row.comparison()))
			.terminal(rows());
	}

	private String titled(String title, ToIntFunction<Row> runs) {
		IntSummaryStatistics all = rows().stream().mapToInt(runs).summaryStatistics();
		return ComparisonWords.interval(title, all.getMin(), all.getMax());
	}

	/** A compared result. */
	record Result(String file, String name, Instant startedAt) {
	}

	/**
	 * A variant in two results.
	 *
	 * @param worse whether the second is worse by the gate or more, or did not complete
	 */
	record Variant(String name, List<Row> rows, boolean worse) {
	}

	/**
	 * One metric of a variant.
	 *
	 * @param exploratory whether another metric decides
	 */
	record Row(String variant, Metric metric, MedianInterval a, MedianInterval b, int runsA, int runsB,
			Comparison comparison, boolean exploratory) {

		/** Runs that could be compared. */
		private int compared() {
			return this.comparison.isNone() ? this.runsB : Math.min(this.runsA, this.runsB);
		}

		private boolean worse(Gate gate) {
			return (this.metric == Metric.ANSWERED) ? this.comparison.verdict() == Verdict.WORSE
					: !this.exploratory && gate.isPassedBy(this.comparison, this.metric.better());
		}

	}

	/** A variant of one result and what it is compared with in the other. */
	private record Pair(ExperimentDocument.Variant a, ExperimentDocument.Variant b) {

		/**
		 * How much the speed of one machine differs from hour to hour, as a standard
		 * deviation: single runs of one server swung by ±25 % on two cores.
		 */
		private static final double HOURS = 0.13;

		private static final int ENOUGH_RUNS = 4;

		private static final double CLEARLY_APART = 0.01;

		private static List<Pair> of(ExperimentDocument a, ExperimentDocument b) {
			boolean single = a.variants().size() == 1 && b.variants().size() == 1;
			return a.variants()
				.stream()
				.flatMap((here) -> b.variants()
					.stream()
					.filter((there) -> single || there.name().equals(here.name()))
					.map((there) -> new Pair(here, there)))
				.toList();
		}

		private String name() {
			return this.a.name().equals(this.b.name()) ? this.a.name() : this.a.name() + " -> " + this.b.name();
		}

		private Variant compare(@Nullable Metric primary, int comparisons, Gate gate) {
			List<Row> rows = metrics().stream().map((metric) -> compare(metric, primary, comparisons)).toList();
			return new Variant(name(), rows,
					(this.a.ended() == Ended.COMPLETED && this.b.ended() != Ended.COMPLETED
							&& this.b.ended() != Ended.INTERRUPTED)
							|| rows.stream().anyMatch((row) -> row.worse(gate)));
		}

		/**
		 * What was measured in both. If the number of open calls is constant, the rate
		 * shows the same as the p50.
		 */
		private List<Metric> metrics() {
			boolean closed = runs().allMatch((run) -> run.plan().closed() != null || run.plan().blocking() != null);
			boolean oneObjective = runs()
				.map((run) -> Optional.ofNullable(run.outcome().goodput()).map(Outcome.Goodput::objectiveMicros))
				.distinct()
				.count() == 1;
			return Arrays.stream(Metric.values())
				.filter((metric) -> metric != Metric.P50 || !closed)
				.filter((metric) -> oneObjective || (metric != Metric.GOODPUT && metric != Metric.RECOVERY))
				.filter((metric) -> this.a.values(metric).length != 0 && this.b.values(metric).length != 0)
				.filter((metric) -> metric.tellsApart(DoubleStream.concat(DoubleStream.of(this.a.values(metric)),
						DoubleStream.of(this.b.values(metric)))))
				.toList();
		}

		private Stream<RunDocument> runs() {
			return Stream.concat(this.a.runs().stream(), this.b.runs().stream());
		}

		private Row compare(Metric metric, @Nullable Metric primary, int comparisons) {
			double[] before = this.a.values(metric);
			double[] after = this.b.values(metric);
			double error = Comparison.FAMILY_ERROR / comparisons;
			boolean exploratory = metric != Metric.ANSWERED && primary != null && metric != primary;
			Comparison comparison = Comparison.none(before, after, error)
				.orElseGet(() -> (metric == Metric.ANSWERED) ? answered(before, after, error)
						: Comparison.unpaired(before, after, metric.better(), metric.resolution(runs()),
								exploratory ? 1 : comparisons, HOURS));
			return new Row(name(), metric, MedianInterval.of(before), MedianInterval.of(after), before.length,
					after.length, comparison, exploratory && !comparison.isNone());
		}

		/**
		 * Compares shares of answered calls. They differ if the ranges of the runs do not
		 * overlap, which by chance those of four and four do once in 35 times; of fewer
		 * runs they must be one per cent of the calls apart. They also differ if
		 * {@linkplain Comparison#none no call was answered} in more runs of one side.
		 */
		private static Comparison answered(double[] before, double[] after, double error) {
			int runs = Math.min(before.length, after.length);
			double apart = (runs >= ENOUGH_RUNS) ? 0 : CLEARLY_APART;
			DoubleSummaryStatistics a = DoubleStream.of(before).summaryStatistics();
			DoubleSummaryStatistics b = DoubleStream.of(after).summaryStatistics();
			Verdict verdict = (a.getMin() - b.getMax() > apart) ? Verdict.WORSE
					: (b.getMin() - a.getMax() > apart || Comparison.none(after, before, error).isPresent())
							? Verdict.BETTER : Verdict.NO_DIFFERENCE_SHOWN;
			double ratio = (a.getAverage() != 0) ? b.getAverage() / a.getAverage()
					: (b.getAverage() != 0) ? Double.MAX_VALUE : 1;
			return new Comparison(runs, ratio, null, verdict, null, null);
		}

	}

	/**
	 * A setting that differs between two results.
	 *
	 * @param variants variants in which it differs; none if in all
	 */
	record Change(String name, @Nullable String a, @Nullable String b, List<String> variants) {

		/** Compares how a variant ended and all settings that the result files have. */
		static List<Change> between(ExperimentDocument.Variant a, ExperimentDocument.Variant b) {
			boolean measured = !a.runs().isEmpty() && !b.runs().isEmpty();
			Map<String, String> before = measured ? settings(a.runs().getFirst()) : new TreeMap<>();
			Map<String, String> after = measured ? settings(b.runs().getFirst()) : new TreeMap<>();
			before.put("ended", Templates.kebab(a.ended()));
			after.put("ended", Templates.kebab(b.ended()));
			return between(before, after);
		}

		/** Compares the machines and JVMs of two results. */
		static List<Change> between(Environment a, Environment b) {
			List<Change> changes = between(flat("", ResultFile.tree(a)), flat("", ResultFile.tree(b)));
			// The settings that a command makes are compared one by one.
			return changes.stream().filter((change) -> !change.name().equals("lab.command")).toList();
		}

		private static Map<String, String> settings(RunDocument run) {
			Map<String, String> settings = flat("load", ResultFile.tree(run.plan()));
			if (run.server() != null) {
				settings.putAll(flat("server", ResultFile.tree(run.server().setup())));
			}
			return settings;
		}

		/** The values in a document, by their path. */
		private static Map<String, String> flat(String path, JsonElement value) {
			Map<String, String> flat = new TreeMap<>();
			if (value.isJsonObject()) {
				value.getAsJsonObject()
					.asMap()
					.forEach((name, part) -> flat.putAll(flat(path.isEmpty() ? name : path + "." + name, part)));
			}
			else if (!value.isJsonNull()) {
				flat.put(path, value.isJsonPrimitive() ? value.getAsString() : value.toString());
			}
			return flat;
		}

		private static List<Change> between(Map<String, String> a, Map<String, String> b) {
			TreeSet<String> names = new TreeSet<>(a.keySet());
			names.addAll(b.keySet());
			return names.stream()
				.filter((name) -> !Objects.equals(a.get(name), b.get(name)))
				.map((name) -> new Change(name, a.get(name), b.get(name), List.of()))
				.toList();
		}

		Change of(List<String> some) {
			return new Change(this.name, this.a, this.b, some);
		}

		String line() {
			return "%s: %s -> %s%s".formatted(this.name, Objects.requireNonNullElse(this.a, "not set"),
					Objects.requireNonNullElse(this.b, "not set"),
					this.variants.isEmpty() ? "" : " (" + String.join(", ", this.variants) + ")");
		}

	}

}
