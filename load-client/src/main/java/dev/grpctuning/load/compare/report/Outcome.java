package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.template.Templates;

/** How far an experiment got, and what ended otherwise than planned. */
record Outcome(boolean interrupted, boolean unfinished, @Nullable Integer lastRound, int rounds, boolean missing,
		int begun, int planned, @Nullable Names without, long completed, boolean all, boolean one, boolean several,
		@Nullable Names outOfMemory, @Nullable Names exited, @Nullable Names timedOut, @Nullable Names wrongTuning,
		@Nullable Names silent, long thresholds) {

	/** More names than that nobody reads in a sentence. */
	private static final int MOST_NAMES = 10;

	/** The verdicts and the rest as one text, or as one for each workload. */
	static List<String> of(ExperimentDocument experiment) {
		List<String> verdicts = verdicts(experiment);
		String rest = Templates.text("outcome", of(experiment, !verdicts.isEmpty())).replace('\n', ' ');
		List<String> texts = Stream.concat(verdicts.stream(), Stream.of(rest))
			.filter((text) -> !text.isEmpty())
			.toList();
		return (experiment.workloads() != null && verdicts.size() > 1) ? texts : List.of(String.join(" ", texts));
	}

	/** How many variants completed and what ended the others; empty if all did. */
	static String ends(ExperimentDocument experiment) {
		boolean all = experiment.variants().stream().allMatch((variant) -> variant.ended() == Ended.COMPLETED);
		return all ? "" : Templates.text("outcome", of(experiment, false)).replace('\n', ' ');
	}

	private static List<String> verdicts(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		if (comparison == null) {
			return List.of();
		}
		return Stream.concat(notCompared(experiment).stream(), Verdicts.of(comparison, experiment.saturated()).stream())
			.toList();
	}

	/** Baselines that were not measured in two rounds: nothing is compared. */
	static List<String> notCompared(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		if (comparison == null || comparison.rounds() < 2) {
			return List.of();
		}
		return experiment.variants()
			.stream()
			.filter((variant) -> variant.plain().equals(comparison.baseline()))
			.filter((baseline) -> comparison.rows().stream().noneMatch((row) -> row.variant().equals(baseline.name())))
			.map((baseline) -> Templates.text("not-compared",
					new NotCompared(baseline.plain(), baseline.workload(),
							(baseline.ended() != Ended.COMPLETED) ? baseline.ended() : null,
							baseline.runs().stream().filter((run) -> Metric.THROUGHPUT.of(run) > 0).count(),
							comparison.rounds())))
			.toList();
	}

	private static Outcome of(ExperimentDocument experiment, boolean compared) {
		List<Variant> variants = experiment.variants();
		List<String> notBegun = experiment.notBegun();
		boolean interrupted = variants.stream().anyMatch((variant) -> variant.ended() == Ended.INTERRUPTED);
		Integer lastRound = experiment.lastRound();
		long completed = variants.stream().filter((variant) -> variant.ended() == Ended.COMPLETED).count();
		long thresholds = variants.stream()
			.flatMap((variant) -> variant.runs().stream())
			.flatMap((run) -> run.thresholds().stream())
			.filter((threshold) -> !threshold.held())
			.count();
		return new Outcome(interrupted, interrupted || lastRound != null || !notBegun.isEmpty(),
				notBegun.isEmpty() ? lastRound : null, experiment.rounds(), !notBegun.isEmpty(), variants.size(),
				variants.size() + notBegun.size(), (notBegun.size() <= MOST_NAMES) ? Names.of(notBegun) : null,
				completed, completed == variants.size(), variants.size() == 1, variants.size() > 1,
				ended(variants, Ended.OUT_OF_MEMORY), ended(variants, Ended.EXITED), ended(variants, Ended.TIMED_OUT),
				ended(variants, Ended.WRONG_TUNING), compared ? null : named(variants, Outcome::isSilent), thresholds);
	}

	private static @Nullable Names ended(List<Variant> variants, Ended how) {
		return named(variants, (variant) -> variant.ended() == how);
	}

	private static @Nullable Names named(List<Variant> variants, Predicate<Variant> which) {
		return Names.of(variants.stream().filter(which).map(Variant::name).toList());
	}

	private static boolean isSilent(Variant variant) {
		return variant.ended() == Ended.COMPLETED && !variant.runs().isEmpty()
				&& variant.runs().stream().allMatch((run) -> run.counts().ok() == 0);
	}

	/** Names in a sentence. */
	private record Names(List<String> names) {

		private static @Nullable Names of(List<String> names) {
			return names.isEmpty() ? null : new Names(names);
		}

	}

	private record NotCompared(String baseline, @Nullable String workload, @Nullable Ended ended, long measured,
			int rounds) {
	}

}
