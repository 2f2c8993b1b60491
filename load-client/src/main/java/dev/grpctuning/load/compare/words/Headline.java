package dev.grpctuning.load.compare.words;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ComparisonDocument.TooFewRounds;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.template.Templates;

/**
 * The result of an experiment in one sentence, or in one for each workload. It states no
 * difference without a verdict. It names no winner among the variants, because they are
 * compared only with the baseline.
 */
public record Headline(@Nullable String workload, List<String> parts) {

	/** So many variants have a clause of their own; of more, only the best has. */
	private static final int MOST_CLAUSES = 3;

	/**
	 * Writes names between back quotes.
	 * @param variants those of the experiment without the A/A control
	 */
	public static List<Sentence> of(@Nullable ComparisonDocument comparison, List<Variant> variants) {
		List<String> said = (comparison != null && comparison.rounds() > 1) ? compared(comparison, variants)
				: Stream.of(new Headline(null, new Survival(comparison, variants).single()))
					.filter((headline) -> !headline.parts().isEmpty())
					.map(Headline::text)
					.toList();
		return said.stream().map(Sentence::new).toList();
	}

	private static List<String> compared(ComparisonDocument comparison, List<Variant> variants) {
		boolean untrusted = comparison.rows()
			.stream()
			.anyMatch((row) -> row.control() && row.differs() && !row.exploratory());
		if (untrusted) {
			return List.of(Templates.line("untrusted", Map.of("baseline", comparison.baseline())));
		}
		List<Headline> all = Stream
			.concat(comparison.rows().stream().map(Row::workload), variants.stream().map(Variant::workload))
			.map(Optional::ofNullable)
			.distinct()
			.map((workload) -> of(workload.orElse(null), comparison, variants))
			.filter((headline) -> !headline.parts().isEmpty())
			.toList();
		// Workloads with the same part share a sentence.
		Map<List<String>, List<Headline>> same = all.stream()
			.collect(Collectors.groupingBy(Headline::parts, LinkedHashMap::new, Collectors.toList()));
		return same.values()
			.stream()
			.map((alike) -> (alike.size() == 1) ? alike.getFirst()
					: new Headline(names(alike.stream().map(Headline::workload).toList()), alike.getFirst().parts()))
			.map(Headline::text)
			.toList();
	}

	private static Headline of(@Nullable String workload, ComparisonDocument comparison, List<Variant> all) {
		List<Variant> variants = all.stream()
			.filter((variant) -> Objects.equals(variant.workload(), workload))
			.toList();
		Survival survival = new Survival(comparison, variants);
		Map<String, List<Row>> rows = comparison.rows()
			.stream()
			.filter((row) -> Objects.equals(row.workload(), workload) && row.comparison() != null && !row.control())
			.collect(Collectors.groupingBy(Row::plain, LinkedHashMap::new, Collectors.toList()));
		Map<String, List<Row>> differing = new LinkedHashMap<>();
		List<String> same = new ArrayList<>();
		List<String> open = new ArrayList<>();
		List<String> missing = new ArrayList<>();
		rows.forEach((name, metrics) -> {
			boolean measured = metrics.stream().anyMatch(Headline::isMeasured);
			if (!measured && survival.died(name)) {
				return;
			}
			if (!Claim.worthSaying(metrics).isEmpty()) {
				differing.put(name, Claim.worthSaying(metrics));
			}
			else if (!measured) {
				missing.add(name);
			}
			else {
				List<Verdict> deciding = metrics.stream()
					.filter((row) -> !row.exploratory())
					.map(Row::verdict)
					.distinct()
					.toList();
				(deciding.equals(List.of(Verdict.SAME)) ? same : open).add(name);
			}
		});
		boolean tooFew = TooFewRounds.of(rows.values()
			.stream()
			.flatMap(Collection::stream)
			.filter((row) -> !row.exploratory())
			.flatMap((row) -> Stream.ofNullable(row.comparison()))) != null;
		List<String> parts = new ArrayList<>();
		boolean nothing = comparison.rows()
			.stream()
			.noneMatch((row) -> Objects.equals(row.workload(), workload) && row.comparison() != null);
		if (nothing) {
			parts.addAll(survival.notCompared());
		}
		if (differing.size() <= MOST_CLAUSES) {
			differing.forEach((name, claims) -> parts.add(Clause.of(comparison, name, claims, survival).text()));
		}
		else {
			Metric metric = telling(comparison.primary(), differing.values());
			parts.addAll(Many.of(comparison, metric, differing, survival));
			Others
				.of(Others.Kind.OTHERWISE,
						differing.entrySet()
							.stream()
							.filter((variant) -> variant.getValue().stream().noneMatch((row) -> row.metric() == metric))
							.map(Map.Entry::getKey)
							.toList(),
						null)
				.ifPresent(parts::add);
		}
		Others.of(Others.Kind.SAME, same, null).ifPresent(parts::add);
		Others.of(Others.Kind.OPEN, open, tooFew ? comparison.rounds() : null).ifPresent(parts::add);
		Others.of(Others.Kind.MISSING, missing, null).ifPresent(parts::add);
		parts.addAll(nothing ? survival.deathsAndSurvivors() : survival.deaths());
		parts.addAll(survival.saturated());
		return new Headline((workload != null) ? quoted(workload) : null, parts);
	}

	/** The metric that decides, unless the baseline had nothing of it. */
	private static Metric telling(@Nullable Metric primary, Collection<List<Row>> differing) {
		return Stream
			.concat(Stream.ofNullable(primary), Stream.concat(Stream.of(Metric.P99), Stream.of(Metric.values())))
			.filter((metric) -> differing.stream().flatMap(List::stream).anyMatch((row) -> row.metric() == metric))
			.findFirst()
			.orElseThrow();
	}

	private static boolean isMeasured(Row row) {
		return row.comparison() != null && row.comparison().rounds() != 0 && !row.comparison().isNone();
	}

	static String quoted(String name) {
		return "`" + name.replace('`', '\'') + "`";
	}

	/** Lists names if they are few, otherwise counts them. */
	static String variants(List<String> names) {
		return (names.size() <= MOST_CLAUSES) ? names(names.stream().map(Headline::quoted).toList())
				: names.size() + " variants";
	}

	private static String names(List<@Nullable String> names) {
		return Templates.line("names", Map.of("names", names));
	}

	private String text() {
		String text = Templates.line("headline", this);
		return Character.toUpperCase(text.charAt(0)) + text.substring(1);
	}

	/** The part of the sentence about one variant. */
	private record Clause(String name, List<String> better, boolean praised, @Nullable String refuses,
			List<String> worse) {

		private static Clause of(ComparisonDocument comparison, String name, List<Row> rows, Survival survival) {
			String refuses = rows.stream().anyMatch((row) -> row.metric() == Metric.ANSWERED && row.differs())
					? survival.refuses(name) : null;
			List<Row> told = rows.stream().filter((row) -> refuses == null || row.metric() != Metric.ANSWERED).toList();
			List<Row> ordered = told.stream()
				.sorted(Comparator.comparing((row) -> row.verdict() != Verdict.BETTER))
				.toList();
			List<Claim> claims = ordered.stream()
				.map((row) -> Claim.of(comparison, row, row == ordered.getFirst(),
						survival.rounds(name).orElse(comparison.rounds())))
				.toList();
			List<String> better = claims.stream().filter(Claim::better).map(Claim::text).toList();
			return new Clause(quoted(name), better, !better.isEmpty(), refuses,
					claims.stream().filter((claim) -> !claim.better()).map(Claim::text).toList());
		}

		private Clause which() {
			return new Clause(this.name + ", which", this.better, this.praised, this.refuses, this.worse);
		}

		private String text() {
			return Templates.line("clause", this);
		}

	}

	/** Variants that are only listed. */
	private record Others(Kind kind, String names, boolean several, @Nullable Integer tooFew) {

		private static Optional<String> of(Kind kind, List<String> names, @Nullable Integer tooFew) {
			return names.isEmpty() ? Optional.empty() : Optional
				.of(Templates.line("others", new Others(kind, variants(names), names.size() != 1, tooFew)));
		}

		private enum Kind {

			SAME, OPEN, MISSING, OTHERWISE

		}

	}

	/** So many variants differ that they are counted, by the metric that decides. */
	private record Many(Metric metric, boolean better, int count, boolean several, String most) {

		private static List<String> of(ComparisonDocument comparison, Metric metric, Map<String, List<Row>> differing,
				Survival survival) {
			List<Row> rows = differing.values()
				.stream()
				.flatMap(Collection::stream)
				.filter((row) -> row.metric() == metric && row.comparison() != null && row.differs())
				.sorted(Comparator
					.comparingDouble((row) -> -Math.abs(Math.log(Objects.requireNonNull(row.comparison()).ratio()))))
				.toList();
			return Stream.of(Verdict.BETTER, Verdict.WORSE).flatMap((verdict) -> {
				List<Row> alike = rows.stream().filter((row) -> row.verdict() == verdict).toList();
				if (alike.isEmpty()) {
					return Stream.of();
				}
				String name = alike.getFirst().plain();
				Clause most = Clause.of(comparison, name, Objects.requireNonNull(differing.get(name)), survival);
				boolean several = alike.size() != 1;
				return Stream.of(Templates.line("many", new Many(metric, verdict == Verdict.BETTER, alike.size(),
						several, (several ? most.which() : most).text())));
			}).toList();
		}

	}

}
