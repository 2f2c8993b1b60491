package dev.grpctuning.load.compare.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.result.Saturation;
import dev.grpctuning.load.compare.result.WorkloadDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Figures;

/**
 * What can be said of an experiment in which each variant ran once: between what the
 * figures lie, and by how much two runs of the same server differ. It names no winner,
 * since single runs show none.
 */
public final class SingleRuns {

	/**
	 * Figures that differ by less are the same to a reader.
	 */
	private static final double SAME = 0.01;

	private SingleRuns() {
	}

	/**
	 * Says it.
	 */
	public static List<String> of(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		List<String> sentences = (comparison == null || comparison.rounds() < 2) ? spans(experiment) : List.of();
		if (sentences.isEmpty() || experiment.variants().size() < 2) {
			return sentences;
		}
		String noise = (comparison != null) ? noise(comparison) : "";
		if (!noise.isEmpty()) {
			sentences.add(noise);
		}
		Integer rounds = experiment.rounds();
		sentences.add("Single runs show no difference by themselves: " + ((rounds != null && rounds > 1)
				? "let all %d rounds run.".formatted(rounds) : "repeat with --experiment.repeat=5."));
		return sentences;
	}

	/**
	 * How far apart two runs of the baseline were.
	 */
	static String noise(ComparisonDocument comparison) {
		String apart = NoiseText.apart(comparison);
		return apart.isEmpty() ? ""
				: "A/A control: two runs of %s were %s apart.".formatted(comparison.baseline(), apart);
	}

	/**
	 * A sentence, or one for each workload: across workloads nothing can be compared.
	 */
	private static List<String> spans(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		Set<String> noise = (comparison != null) ? comparison.noiseVariants() : Set.of();
		List<Variant> measured = experiment.variants()
			.stream()
			.filter((variant) -> variant.ended() == Ended.COMPLETED && !noise.contains(variant.name()))
			.filter((variant) -> variant.runs().stream().anyMatch((run) -> run.counts().ok() != 0))
			.toList();
		List<String> spans = new ArrayList<>();
		if (experiment.workloads() == null) {
			if (!measured.isEmpty()) {
				spans.add("Completed runs answered " + span(measured, comparison) + ".");
			}
			return spans;
		}
		for (WorkloadDocument workload : experiment.workloads()) {
			List<Variant> inIt = measured.stream()
				.filter((variant) -> workload.name().equals(variant.workload()))
				.toList();
			if (!inIt.isEmpty()) {
				spans.add(workload.name() + ": " + span(inIt, comparison) + ".");
			}
		}
		return spans;
	}

	private static String span(List<Variant> variants, @Nullable ComparisonDocument comparison) {
		ToDoubleFunction<Variant> rate = (variant) -> shown(variant, RunDocument::throughputPerSecond);
		ToDoubleFunction<Variant> p99 = (variant) -> shown(variant, (run) -> run.responseTimeMicros().p99());
		String rates = span(variants, rate, Figures::rate, " calls per second");
		String p99s = span(variants, p99, (micros) -> Figures.micros((long) micros), "");
		return "%s, with a p99 %s%s".formatted(rates, p99s.startsWith("between") ? p99s : "of " + p99s,
				(variants.size() > 1 && comparison != null) ? within(comparison, variants.getFirst().workload(),
						spread(variants, rate), spread(variants, p99)) : "");
	}

	/**
	 * Such as {@code between 1,204 calls per second (plain) and 9,800 (tuned)}.
	 */
	private static String span(List<Variant> variants, ToDoubleFunction<Variant> figure, DoubleFunction<String> text,
			String unit) {
		Variant least = variants.stream().min(Comparator.comparingDouble(figure)).orElseThrow();
		Variant most = variants.stream().max(Comparator.comparingDouble(figure)).orElseThrow();
		String low = text.apply(figure.applyAsDouble(least)) + unit;
		if (variants.size() == 1) {
			return low + " (" + named(least) + ")";
		}
		return (spread(variants, figure) <= 1 + SAME) ? "about " + low + " each" : "between %s (%s) and %s (%s)"
			.formatted(low, named(least), text.apply(figure.applyAsDouble(most)), named(most));
	}

	private static double spread(List<Variant> variants, ToDoubleFunction<Variant> figure) {
		return variants.stream().mapToDouble(figure).max().orElse(1)
				/ variants.stream().mapToDouble(figure).min().orElse(1);
	}

	/**
	 * Whether the variants are no further apart than two runs of the same server.
	 */
	private static String within(ComparisonDocument comparison, @Nullable String workload, double rates, double p99s) {
		List<String> within = Stream
			.of((rates <= noise(comparison, workload, Metric.THROUGHPUT)) ? "rates" : "",
					(p99s <= noise(comparison, workload, Metric.P99)) ? "p99s" : "")
			.filter((figures) -> !figures.isEmpty())
			.toList();
		return within.isEmpty() ? "" : "; these %s are no further apart than two runs of %s"
			.formatted(String.join(" and ", within), comparison.baseline());
	}

	/**
	 * The factor by which two runs of the baseline differ; 0 if there were no two.
	 */
	private static double noise(ComparisonDocument comparison, @Nullable String workload, Metric metric) {
		return comparison.rows()
			.stream()
			.filter((row) -> row.noise() && row.metric() == metric && Objects.equals(row.workload(), workload))
			.flatMap((row) -> Stream.ofNullable(row.comparison()))
			.filter((itself) -> itself.rounds() != 0)
			.mapToDouble(Comparison::ratio)
			.map((ratio) -> Math.max(ratio, 1 / ratio))
			.max()
			.orElse(0);
	}

	/**
	 * The name, and what one has to know of its figures: they are of answered calls, and
	 * may be the client's.
	 */
	private static String named(Variant variant) {
		double answered = shown(variant, Metric.ANSWERED::of);
		String limited = Saturation.of(variant);
		return variant.plainName() + ((answered < 1) ? ", " + Figures.share(answered) + " of its calls" : "")
				+ ((limited != null) ? ", " + limited : "");
	}

	private static double shown(Variant variant, ToDoubleFunction<RunDocument> figure) {
		RunDocument run = variant.medianRun();
		return (run != null) ? figure.applyAsDouble(run) : Double.NaN;
	}

}
