package dev.grpctuning.load.compare.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Figures;

/**
 * Says of how many runs of an experiment calls began to count too soon, and of which
 * variants these are.
 */
public final class RunRemarks {

	private static final int MOST_NAMES = 6;

	private RunRemarks() {
	}

	/**
	 * Says it of an experiment.
	 */
	public static List<String> of(ExperimentDocument experiment) {
		List<String> remarks = new ArrayList<>();
		add(remarks, experiment.variants(), RunRemarks::steady, "began before rate and p99 were flat");
		add(remarks, experiment.variants(), (run) -> (run.server() != null) ? run.server().settled() : null,
				"began before the server had settled");
		return remarks;
	}

	/**
	 * Whether the load was steady when calls began to count, if that was asked for and
	 * they did.
	 */
	private static @Nullable Boolean steady(RunDocument run) {
		WarmupResult warmup = run.warmup();
		return (warmup != null && warmup.seconds() > 0) ? warmup.steady() : null;
	}

	private static void add(List<String> remarks, List<Variant> variants, Function<RunDocument, @Nullable Boolean> as,
			String what) {
		long asked = variants.stream()
			.mapToLong((variant) -> count(variant, as, true) + count(variant, as, false))
			.sum();
		long not = variants.stream().mapToLong((variant) -> count(variant, as, false)).sum();
		if (not != 0) {
			remarks.add("%s of %s %s %s: %s.".formatted(Figures.count(not), Figures.count(asked),
					(asked != 1) ? "runs" : "run", what, names(variants, as)));
		}
	}

	private static long count(Variant variant, Function<RunDocument, @Nullable Boolean> as, boolean so) {
		return variant.runs().stream().filter((run) -> Objects.equals(as.apply(run), so)).count();
	}

	private static String names(List<Variant> variants, Function<RunDocument, @Nullable Boolean> as) {
		List<String> names = variants.stream().filter((variant) -> count(variant, as, false) != 0).map((variant) -> {
			long not = count(variant, as, false);
			return (variant.runs().size() != 1) ? "%s (%d)".formatted(variant.name(), not) : variant.name();
		}).toList();
		int more = names.size() - MOST_NAMES;
		return (more <= 1) ? String.join(", ", names)
				: String.join(", ", names.subList(0, MOST_NAMES)) + " and " + more + " other variants";
	}

}
