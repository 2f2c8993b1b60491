package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.NotCompared;
import dev.grpctuning.load.compare.result.Saturation;

/**
 * What came of an experiment in a sentence or two: what its rounds have shown, how far it
 * got, and what ended otherwise than planned. It ranks nothing by single runs.
 */
final class Outcome {

	/**
	 * More names than that nobody reads in a sentence.
	 */
	private static final int MOST_NAMES = 10;

	private Outcome() {
	}

	/**
	 * Puts it into words.
	 */
	static List<String> of(ExperimentDocument experiment) {
		List<String> verdicts = verdicts(experiment);
		List<String> texts = Stream.concat(verdicts.stream(), Stream.of(rest(experiment, !verdicts.isEmpty())))
			.filter((text) -> !text.isEmpty())
			.toList();
		boolean workloads = experiment.variants().stream().anyMatch((variant) -> variant.workload() != null);
		return (workloads && verdicts.size() > 1) ? texts : List.of(String.join(" ", texts));
	}

	private static String rest(ExperimentDocument experiment, boolean compared) {
		List<String> sentences = new ArrayList<>();
		List<Variant> variants = experiment.variants();
		List<String> notBegun = experiment.notBegun();
		Integer lastRound = experiment.lastRound();
		if (!notBegun.isEmpty() || lastRound != null || ended(variants, Ended.INTERRUPTED)) {
			sentences.add(progress(experiment, notBegun, lastRound));
		}
		List<Variant> completed = variants.stream().filter((variant) -> variant.ended() == Ended.COMPLETED).toList();
		if (!variants.isEmpty()) {
			sentences.add(completed(completed.size(), variants.size()) + ".");
		}
		others(variants).forEach((ended, names) -> sentences.add(names + " " + ended + "."));
		List<String> silent = completed.stream().filter(Outcome::isSilent).map(Variant::name).toList();
		if (!compared && !silent.isEmpty()) {
			sentences
				.add("%s answered none of %s calls.".formatted(listed(silent), (silent.size() == 1) ? "its" : "their"));
		}
		long failed = variants.stream()
			.flatMap((variant) -> variant.runs().stream())
			.flatMap((run) -> run.thresholds().stream())
			.filter((threshold) -> !threshold.held())
			.count();
		if (failed != 0) {
			sentences.add((failed == 1) ? "One threshold does not hold." : failed + " thresholds do not hold.");
		}
		return String.join(" ", sentences);
	}

	private static List<String> verdicts(ExperimentDocument experiment) {
		List<String> verdicts = new ArrayList<>(NotCompared.of(experiment));
		if (experiment.comparison() != null) {
			verdicts.addAll(Verdicts.of(experiment.comparison(), Saturation.of(experiment.variants())));
		}
		return verdicts;
	}

	private static boolean ended(List<Variant> variants, Ended how) {
		return variants.stream().anyMatch((variant) -> variant.ended() == how);
	}

	private static String progress(ExperimentDocument experiment, List<String> notBegun, @Nullable Integer lastRound) {
		String how = ended(experiment.variants(), Ended.INTERRUPTED) ? "Interrupted" : "Not finished";
		if (lastRound != null && notBegun.isEmpty()) {
			return "%s in round %d of %d.".formatted(how, lastRound, experiment.rounds());
		}
		return notBegun.isEmpty() ? how + " in the last variant."
				: "%s: %d of %d variants were begun%s.".formatted(how, experiment.variants().size(),
						experiment.variants().size() + notBegun.size(),
						(notBegun.size() <= MOST_NAMES) ? ", without " + listed(notBegun) : "");
	}

	private static boolean isSilent(Variant variant) {
		return !variant.runs().isEmpty() && variant.runs().stream().allMatch((run) -> run.counts().ok() == 0);
	}

	private static String completed(int completed, int all) {
		if (all == 1) {
			return (completed == 1) ? "The one variant completed" : "The one variant did not complete";
		}
		if (completed == all) {
			return ((all == 2) ? "Both" : "All " + all) + " variants completed";
		}
		return ((completed == 0) ? "None" : String.valueOf(completed)) + " of " + all + " variants completed";
	}

	private static Map<String, String> others(List<Variant> variants) {
		Map<Ended, List<String>> names = variants.stream()
			.filter((variant) -> variant.ended() != Ended.COMPLETED && variant.ended() != Ended.INTERRUPTED)
			.collect(Collectors.groupingBy(Variant::ended, TreeMap::new,
					Collectors.mapping(Variant::name, Collectors.toList())));
		return names.entrySet()
			.stream()
			.collect(Collectors.toMap((entry) -> how(entry.getKey(), entry.getValue().size()),
					(entry) -> listed(entry.getValue()), (one, other) -> one, TreeMap::new));
	}

	private static String how(Ended ended, int variants) {
		return switch (ended) {
			case OUT_OF_MEMORY -> "ran out of memory";
			case EXITED -> "exited";
			case TIMED_OUT -> "did not end in time";
			case WRONG_TUNING -> "did not have the tuning that " + ((variants == 1) ? "it states" : "they state");
			case COMPLETED -> "completed";
			case INTERRUPTED -> (variants == 1) ? "was interrupted" : "were interrupted";
		};
	}

	static String listed(List<String> names) {
		return (names.size() == 1) ? names.getFirst()
				: String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
	}

}
