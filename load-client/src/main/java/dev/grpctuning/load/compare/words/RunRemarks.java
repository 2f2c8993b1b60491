package dev.grpctuning.load.compare.words;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.template.Templates;

/** Of how many runs of an experiment calls began to count too soon. */
public record RunRemarks(@Nullable Runs unsteady, @Nullable Runs unsettled) {

	public static List<String> of(ExperimentDocument experiment) {
		// A run that ended in its warm-up has no warm-up to remark on.
		Runs unsteady = Runs.of(experiment.variants(),
				(run) -> (run.firstWarmup() != null && run.firstWarmup().seconds() > 0) ? run.firstWarmup().steady()
						: null);
		Runs unsettled = Runs.of(experiment.variants(),
				(run) -> (run.server() != null) ? run.server().settled() : null);
		return Templates.text("remarks", new RunRemarks(unsteady, unsettled)).lines().toList();
	}

	private record Runs(int runs, int asked, List<Early> names, int more) {

		private static final int MOST_NAMES = 6;

		private static @Nullable Runs of(List<Variant> variants, Function<RunDocument, @Nullable Boolean> ready) {
			List<Early> names = new ArrayList<>();
			int runs = 0;
			int asked = 0;
			for (Variant variant : variants) {
				List<Boolean> known = variant.runs()
					.stream()
					.flatMap((run) -> Stream.ofNullable(ready.apply(run)))
					.toList();
				int early = Collections.frequency(known, false);
				if (early != 0) {
					names.add(new Early(variant.name(), (variant.runs().size() != 1) ? early : null));
				}
				runs += early;
				asked += known.size();
			}
			int more = (names.size() > MOST_NAMES + 1) ? names.size() - MOST_NAMES : 0;
			return names.isEmpty() ? null : new Runs(runs, asked, names.subList(0, names.size() - more), more);
		}

	}

	private record Early(String name, @Nullable Integer early) {
	}

}
