package dev.grpctuning.load.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.experiment.Ended;
import dev.grpctuning.load.report.ClientLimited;
import dev.grpctuning.load.report.ExperimentDocument;
import dev.grpctuning.load.report.ExperimentDocument.Variant;
import dev.grpctuning.load.report.Figures;
import dev.grpctuning.load.report.NotCompared;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.report.WorkloadDocument;

/**
 * What came of an experiment in a sentence or two: what its rounds have shown, how far it
 * got, what ended otherwise than planned, and, where nothing can be shown, which of the
 * completed variants has the best figures.
 */
final class Outcome {

	/**
	 * Rates that differ by less are the same to a reader.
	 */
	private static final double SAME = 0.01;

	/**
	 * More names than that nobody reads in a sentence.
	 */
	private static final int MOST_NAMES = 10;

	private Outcome() {
	}

	static String of(ExperimentDocument experiment) {
		List<String> sentences = new ArrayList<>();
		List<Variant> variants = experiment.variants();
		List<String> verdicts = verdicts(experiment);
		sentences.addAll(verdicts);
		List<String> notBegun = experiment.notBegun();
		Integer lastRound = experiment.lastRound();
		if (!notBegun.isEmpty() || lastRound != null || ended(variants, Ended.INTERRUPTED)) {
			sentences.add(progress(experiment, notBegun, lastRound));
		}
		List<Variant> completed = variants.stream().filter((variant) -> variant.ended() == Ended.COMPLETED).toList();
		Set<String> noise = (experiment.comparison() != null) ? experiment.comparison().noiseVariants() : Set.of();
		List<Variant> measured = completed.stream()
			.filter((variant) -> answered(variant) && !noise.contains(variant.name()))
			.toList();
		if (!variants.isEmpty()) {
			boolean best = verdicts.isEmpty() && experiment.workloads() == null;
			sentences.add(completed(completed.size(), variants.size()) + (best ? best(measured) : "") + ".");
		}
		if (verdicts.isEmpty()) {
			sentences.addAll(workloads(experiment, measured));
		}
		others(variants).forEach((ended, names) -> sentences.add(names + " " + ended + "."));
		long failed = variants.stream()
			.flatMap((variant) -> variant.runs().stream())
			.flatMap((run) -> run.gates().stream())
			.filter((gate) -> !gate.held())
			.count();
		if (failed != 0) {
			sentences.add((failed == 1) ? "One gate does not hold." : failed + " gates do not hold.");
		}
		return String.join(" ", sentences);
	}

	private static List<String> verdicts(ExperimentDocument experiment) {
		List<String> verdicts = new ArrayList<>(NotCompared.of(experiment));
		if (experiment.comparison() != null) {
			verdicts.addAll(Verdicts.of(experiment.comparison(), ClientLimited.of(experiment.variants())));
		}
		return verdicts;
	}

	/**
	 * What is best in each workload: across workloads nothing can be compared.
	 */
	private static List<String> workloads(ExperimentDocument experiment, List<Variant> measured) {
		List<WorkloadDocument> workloads = (experiment.workloads() != null) ? experiment.workloads() : List.of();
		return workloads.stream().flatMap((workload) -> {
			List<Variant> inIt = measured.stream()
				.filter((variant) -> workload.name().equals(variant.workload()))
				.toList();
			return inIt.isEmpty() ? Stream.empty() : Stream.of(workload.name() + best(inIt) + ".");
		}).toList();
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

	private static boolean answered(Variant variant) {
		return variant.runs().stream().anyMatch((run) -> run.counts().ok() != 0);
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

	private static String best(List<Variant> measured) {
		if (measured.isEmpty()) {
			return "";
		}
		Variant fastest = measured.stream().max(Comparator.comparingDouble(Outcome::rate)).orElseThrow();
		Variant shortest = measured.stream().min(Comparator.comparingDouble(Outcome::p99)).orElseThrow();
		String rate = Figures.rate(rate(fastest)) + " calls per second";
		String p99 = "p99 response time, " + Figures.micros((long) p99(shortest));
		if (measured.size() == 1) {
			return ": %s answered %s with a p99 response time of %s".formatted(fastest.plainName(), rate,
					Figures.micros((long) p99(fastest)));
		}
		double slowest = measured.stream().mapToDouble(Outcome::rate).min().orElseThrow();
		if (slowest > rate(fastest) * (1 - SAME)) {
			return ": all of them answered about %s, and %s had the lowest %s".formatted(rate, shortest.plainName(),
					p99);
		}
		return (fastest == shortest)
				? ": %s answered the most calls, %s, with the lowest %s".formatted(fastest.plainName(),
						rate.replace("calls ", ""), p99)
				: ": %s answered the most calls, %s, and %s had the lowest %s".formatted(fastest.plainName(),
						rate.replace("calls ", ""), shortest.plainName(), p99);
	}

	private static double rate(Variant variant) {
		return shown(variant, RunDocument::throughputPerSecond);
	}

	private static double p99(Variant variant) {
		return shown(variant, (run) -> run.responseTimeMicros().p99());
	}

	private static double shown(Variant variant, ToDoubleFunction<RunDocument> figure) {
		RunDocument run = variant.medianRun();
		return (run != null) ? figure.applyAsDouble(run) : Double.NaN;
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
