package dev.grpctuning.load.diff;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.Gate;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Verdict;

/** A variant in two results. */
record VariantDiff(String name, List<Change> settings, @Nullable Ended endedA, @Nullable Ended endedB,
		NotAnswered notAnswered, List<Row> rows) {

	static VariantDiff of(Side.Pair pair, List<Change> common, @Nullable Metric primary, int comparisons) {
		return new VariantDiff(pair.name(),
				pair.settings().stream().filter((change) -> !common.contains(change)).toList(), pair.a().ended(),
				pair.b().ended(), NotAnswered.of(pair.a().runs(), pair.b().runs(), comparisons),
				pair.metrics()
					.stream()
					.map((metric) -> Row.of(metric, pair, comparisons, primary != null && metric != primary))
					.toList());
	}

	Verdict ending() {
		if (this.endedA == Ended.INTERRUPTED || this.endedB == Ended.INTERRUPTED) {
			return Verdict.NO_DIFFERENCE_SHOWN;
		}
		boolean completedA = this.endedA == null || this.endedA == Ended.COMPLETED;
		boolean completedB = this.endedB == null || this.endedB == Ended.COMPLETED;
		if (completedA == completedB) {
			return Verdict.NO_DIFFERENCE_SHOWN;
		}
		return completedB ? Verdict.BETTER : Verdict.WORSE;
	}

	boolean worse(Gate gate) {
		return ending() == Verdict.WORSE || this.notAnswered.verdict() == Verdict.WORSE
				|| this.rows.stream()
					.filter((row) -> !row.exploratory())
					.anyMatch((row) -> gate.isPassedBy(row.comparison(), row.metric().better()));
	}

	/** One metric. */
	record Row(Metric metric, MedianInterval a, MedianInterval b, int runsA, int runsB, Comparison comparison,
			boolean exploratory) {

		/** Fixed, so that the same files always give the same intervals. */
		private static final long SEED = 1;

		/**
		 * How much the speed of one machine differs from hour to hour, as a standard
		 * deviation: single runs of one server swung by ±25 % on two cores.
		 */
		private static final double HOURS = 0.13;

		private static Row of(Metric metric, Side.Pair pair, int comparisons, boolean exploratory) {
			double[] before = pair.a().values(metric);
			double[] after = pair.b().values(metric);
			Optional<Comparison> none = Comparison.none(before, after, Comparison.FAMILY_ERROR / comparisons);
			return new Row(metric, MedianInterval.of(before, SEED), MedianInterval.of(after, SEED), before.length,
					after.length,
					none.orElseGet(() -> Comparison.unpaired(before, after, metric.better(),
							metric.resolution(Stream.of(pair.a(), pair.b()).flatMap((it) -> it.runs().stream())),
							exploratory ? 1 : comparisons, HOURS)),
					exploratory && none.isEmpty());
		}

	}

	/**
	 * Calls that failed or did not end, as a share of those that were started and not
	 * cancelled by the client. It counts as different if the ranges of the runs do not
	 * overlap, which by chance those of four and four do once in 35 times; of fewer runs
	 * they must be one per cent of the calls apart. It also counts as different if
	 * {@linkplain Comparison#none no call was answered} in more runs of one side.
	 */
	record NotAnswered(double lowestA, double highestA, double lowestB, double highestB, Verdict verdict) {

		private static final int ENOUGH_RUNS = 4;

		private static final double CLEARLY_APART = 0.01;

		boolean any() {
			return this.highestA > 0 || this.highestB > 0;
		}

		private static NotAnswered of(List<RunDocument> a, List<RunDocument> b, int comparisons) {
			DoubleSummaryStatistics before = shares(a).summaryStatistics();
			DoubleSummaryStatistics after = shares(b).summaryStatistics();
			long runs = Math.min(before.getCount(), after.getCount());
			if (runs == 0) {
				return new NotAnswered(0, 0, 0, 0, Verdict.NO_DIFFERENCE_SHOWN);
			}
			return new NotAnswered(before.getMin(), before.getMax(), after.getMin(), after.getMax(),
					isMore(a, b, comparisons) ? Verdict.WORSE
							: isMore(b, a, comparisons) ? Verdict.BETTER : Verdict.NO_DIFFERENCE_SHOWN);
		}

		private static boolean isMore(List<RunDocument> few, List<RunDocument> many, int comparisons) {
			DoubleSummaryStatistics less = shares(few).summaryStatistics();
			DoubleSummaryStatistics more = shares(many).summaryStatistics();
			double apart = (Math.min(less.getCount(), more.getCount()) >= ENOUGH_RUNS) ? 0 : CLEARLY_APART;
			return more.getMin() - less.getMax() > apart
					|| Comparison.none(answered(few), answered(many), Comparison.FAMILY_ERROR / comparisons)
						.isPresent();
		}

		private static double[] answered(List<RunDocument> runs) {
			return shares(runs).map((share) -> 1 - share).toArray();
		}

		private static DoubleStream shares(List<RunDocument> runs) {
			return runs.stream().mapToDouble(NotAnswered::share).filter(Double::isFinite);
		}

		private static double share(RunDocument run) {
			long asked = run.counts().started() - run.counts().cancelled();
			return (double) (asked - run.counts().ok()) / asked;
		}

	}

}
