package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.text.Templates;

/**
 * Of how many runs of an experiment calls began to count too soon.
 *
 * @param unsteady runs that began before rate and p99 were flat, or {@code null} if none
 * @param unsettled runs that began before the server had settled, or {@code null}
 */
record RunRemarks(@Nullable Runs unsteady, @Nullable Runs unsettled) {

	static List<String> of(ExperimentDocument experiment) {
		List<Variant> variants = experiment.variants();
		return Templates
			.text("remarks",
					new RunRemarks(Runs.of(variants, (run) -> isSteady(run, true), (run) -> isSteady(run, false)),
							Runs.of(variants, (run) -> isSettled(run, true), (run) -> isSettled(run, false))))
			.lines()
			.toList();
	}

	/**
	 * A run that ended in its warm-up has none of which anything is to be said.
	 */
	private static boolean isSteady(RunDocument run, boolean steady) {
		return run.warmup() != null && run.warmup().seconds() > 0 && run.warmup().steady() != null
				&& run.warmup().steady() == steady;
	}

	private static boolean isSettled(RunDocument run, boolean settled) {
		return run.server() != null && run.server().settled() != null && run.server().settled() == settled;
	}

	private record Runs(long runs, long asked, String names, @Nullable Integer more) {

		private static final int MOST_NAMES = 6;

		private static @Nullable Runs of(List<Variant> variants, Predicate<RunDocument> good,
				Predicate<RunDocument> bad) {
			List<String> names = variants.stream()
				.filter((variant) -> count(variant, bad) != 0)
				.map((variant) -> variant.name()
						+ ((variant.runs().size() != 1) ? " (%d)".formatted(count(variant, bad)) : ""))
				.toList();
			long runs = variants.stream().mapToLong((variant) -> count(variant, bad)).sum();
			long asked = variants.stream().mapToLong((variant) -> count(variant, good.or(bad))).sum();
			boolean many = names.size() > MOST_NAMES + 1;
			return (runs != 0)
					? new Runs(runs, asked, String.join(", ", many ? names.subList(0, MOST_NAMES) : names),
							many ? names.size() - MOST_NAMES : null)
					: null;
		}

		private static long count(Variant variant, Predicate<RunDocument> runs) {
			return variant.runs().stream().filter(runs).count();
		}

	}

}
