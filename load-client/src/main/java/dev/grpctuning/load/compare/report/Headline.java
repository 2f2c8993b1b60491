package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ComparisonWords;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.template.Templates;

/**
 * The result of an experiment, or of one of its workloads, in a few sentences, each of
 * which is a line of {@code headline.txt}. They state no difference without a verdict,
 * and name no winner, because variants are compared only with the baseline.
 *
 * @param rows rows of the workload
 * @param variants variants of the workload without the A/A control
 */
record Headline(@Nullable ComparisonDocument comparison, List<Row> rows, List<Variant> variants) {

	/** Maximum number of variants that are named. More are counted. */
	private static final int MOST_NAMES = 3;

	/** Writes the headline of each workload; workloads with the same one share it. */
	static List<Sentence> of(@Nullable ComparisonDocument comparison, List<Variant> variants) {
		if (comparison == null || comparison.rounds() < 2) {
			List<String> said = new Headline(comparison, List.of(), variants).once();
			return said.isEmpty() ? List.of() : List.of(new Sentence(String.join(" ", said)));
		}
		if (comparison.rows().stream().anyMatch((row) -> row.control() && row.differs() && !row.exploratory())) {
			return List.of(new Sentence(say("untrusted", Map.of("names", quoted(comparison.baseline())))));
		}
		Map<String, List<String>> headlines = new LinkedHashMap<>();
		Stream.concat(comparison.rows().stream().map(Row::workload), variants.stream().map(Variant::workload))
			.map((workload) -> Objects.requireNonNullElse(workload, ""))
			.distinct()
			.forEach((workload) -> {
				Headline headline = new Headline(comparison,
						comparison.rows()
							.stream()
							.filter((row) -> workload.equals(Objects.requireNonNullElse(row.workload(), "")))
							.toList(),
						variants.stream()
							.filter((variant) -> workload.equals(Objects.requireNonNullElse(variant.workload(), "")))
							.toList());
				headlines.computeIfAbsent(String.join(" ", headline.compared(comparison)), (any) -> new ArrayList<>())
					.add(workload);
			});
		headlines.remove("");
		return headlines.entrySet()
			.stream()
			.map((headline) -> headline.getValue().contains("") ? headline.getKey()
					: names(headline.getValue()) + ": " + headline.getKey())
			.map(Sentence::new)
			.toList();
	}

	private List<String> compared(ComparisonDocument all) {
		List<String> said = new ArrayList<>();
		boolean nothing = this.rows.stream().noneMatch((row) -> row.comparison() != null);
		this.variants.stream()
			.filter((variant) -> nothing && variant.plain().equals(all.baseline()))
			.forEach((baseline) -> said.add(say("nothing", Map.of("rounds", all.rounds(), "measured",
					baseline.runs().stream().filter((run) -> Metric.THROUGHPUT.of(run) > 0).count()))));
		Map<String, List<Row>> compared = this.rows.stream()
			.filter((row) -> row.comparison() != null && !row.control())
			.collect(Collectors.groupingBy(Row::plain, LinkedHashMap::new, Collectors.toList()));
		this.variants.stream()
			.filter((variant) -> died(variant) && !isMeasured(compared.getOrDefault(variant.plain(), List.of())))
			.forEach((variant) -> compared.remove(variant.plain()));
		Metric primary = all.primary();
		// p99 takes the place of a metric that the baseline has no figure of.
		Metric deciding = this.rows.stream().anyMatch((row) -> row.metric() == primary && row.comparison() != null)
				? primary : Metric.P99;
		List<Row> shown = compared.values()
			.stream()
			.flatMap(List::stream)
			.filter(Row::differs)
			.filter((row) -> !row.exploratory() || row.metric() == deciding || row.metric() == Metric.ANSWERED)
			.sorted(Comparator.<Row, Boolean>comparing((row) -> row.metric() != deciding).thenComparing(Row::verdict))
			.toList();
		shown.stream()
			.collect(Collectors.groupingBy((row) -> List.of(row.metric(), row.verdict()), LinkedHashMap::new,
					Collectors.toList()))
			.values()
			.forEach((alike) -> said.addAll(differences(alike)));
		shown.forEach((row) -> compared.remove(row.plain()));
		Map<String, List<String>> others = new TreeMap<>();
		compared.forEach((name, rows) -> others.computeIfAbsent(undecided(rows), (any) -> new ArrayList<>()).add(name));
		others.forEach(
				(kind, names) -> said.add(say(kind, Map.of("names", variants(names), "metrics", List.of(deciding)))));
		said.addAll(deaths(nothing));
		said.addAll(saturated());
		return said;
	}

	private static boolean isMeasured(List<Row> rows) {
		return rows.stream().anyMatch((row) -> row.apart() != null);
	}

	private static String undecided(List<Row> rows) {
		List<Verdict> deciding = rows.stream()
			.filter((row) -> !row.exploratory())
			.map(Row::verdict)
			.distinct()
			.toList();
		return !isMeasured(rows) ? "missing" : deciding.equals(List.of(Verdict.SAME)) ? "same" : "open";
	}

	/** Names variants that are better, or worse, in one metric; of many only one. */
	private List<String> differences(List<Row> alike) {
		boolean many = alike.size() > MOST_NAMES;
		return alike.stream()
			.sorted(Comparator.comparingDouble(
					(row) -> many ? -Math.abs(Math.log(Objects.requireNonNull(row.comparison()).ratio())) : 0))
			.limit(many ? 1 : alike.size())
			.map((row) -> say(many ? "many" : "differs",
					Map.of("count", alike.size(), "names", quoted(row.plain()), "verdict", row.verdict(), "metric",
							row.metric(), "figures", figures(row), "probably",
							row.exploratory() && row.metric() != Metric.ANSWERED)))
			.toList();
	}

	/** Both medians, unless they lie the other way round than the mean of the ratios. */
	private String figures(Row row) {
		Comparison against = Objects.requireNonNull(row.comparison());
		if (against.isNone()) {
			int rounds = this.variants.stream()
				.filter((variant) -> variant.plain().equals(row.plain()))
				.mapToInt((variant) -> variant.rounds().size())
				.findFirst()
				.orElse((this.comparison != null) ? this.comparison.rounds() : 0);
			return (against.rounds() != rounds) ? "none in %d of %d rounds".formatted(against.rounds(), rounds)
					: "none";
		}
		MedianInterval here = row.median();
		return this.rows.stream()
			.filter((other) -> this.comparison != null && other.plain().equals(this.comparison.baseline()))
			.filter((other) -> other.metric() == row.metric())
			.flatMap((other) -> Stream.ofNullable(other.median()))
			.filter((there) -> here != null && (here.median() > there.median()) == (against.ratio() > 1))
			.map((there) -> "%s instead of %s".formatted(row.metric().text(Objects.requireNonNull(here).median()),
					row.metric().text(there.median())))
			.findFirst()
			.orElse(ComparisonWords.change(against.ratio()));
	}

	private List<String> once() {
		List<String> said = deaths(true);
		List<Variant> measured = this.variants.stream()
			.filter((variant) -> !variant.runs().isEmpty() && !isSilent(variant))
			.toList();
		if (said.isEmpty() && measured.size() == 1) {
			said.add(served(measured.getFirst(), Objects.requireNonNull(measured.getFirst().medianRun())));
		}
		else if (said.isEmpty() && !measured.isEmpty()) {
			said.add(say("once", Map.of("variants", measured.size())));
		}
		said.addAll(saturated());
		return said;
	}

	private static String served(Variant variant, RunDocument run) {
		double p99 = Metric.P99.of(run);
		double answered = answered(variant.runs());
		return say("served",
				Map.of("names", quoted(variant.plain()), "rate", Figures.rate(run.rateLoad().rate().perSecond()), "p99",
						Double.isNaN(p99) ? "" : Metric.P99.text(p99), "answered",
						(answered < 1) ? Figures.share(answered) : ""));
	}

	/** How variants ended that did not complete or answered nothing. */
	private List<String> deaths(boolean survivors) {
		List<String> said = new ArrayList<>();
		for (Ended how : Ended.values()) {
			List<Variant> dead = this.variants.stream()
				.filter((variant) -> variant.ended() == how && died(variant))
				.toList();
			if (!dead.isEmpty()) {
				double share = (dead.size() > 1) ? 0 : answered(
						dead.getFirst().runs().stream().filter((run) -> run.load().stoppedBy() != null).toList());
				said.add(say("died", Map.of("names", named(dead), "how", how, "answered",
						(share > 0 && share < 1) ? Figures.share(share) : "")));
			}
		}
		List<Variant> whole = this.variants.stream()
			.filter((variant) -> variant.ended() == Ended.COMPLETED && answered(variant.runs()) == 1)
			.toList();
		if (survivors && !said.isEmpty() && !whole.isEmpty()) {
			said.add(say("survived", Map.of("names", named(whole))));
		}
		return said;
	}

	private static boolean died(Variant variant) {
		return variant.ended() != Ended.INTERRUPTED && (variant.ended() != Ended.COMPLETED || isSilent(variant));
	}

	private static boolean isSilent(Variant variant) {
		return !variant.runs().isEmpty() && variant.runs().stream().allMatch((run) -> run.load().counts().ok() == 0);
	}

	private List<String> saturated() {
		List<Variant> saturated = this.variants.stream().filter((variant) -> variant.saturated() != null).toList();
		return saturated.isEmpty() ? List.of() : List.of(say("saturated", Map.of("names", named(saturated))));
	}

	private String named(List<Variant> variants) {
		boolean rounds = this.comparison != null && this.comparison.rounds() > 1;
		return variants(variants.stream().map(rounds ? Variant::plain : Variant::name).toList());
	}

	/** Lists names if they are few, otherwise counts them. */
	private static String variants(List<String> names) {
		return (names.size() <= MOST_NAMES) ? names(names) : names.size() + " variants";
	}

	private static String names(List<String> names) {
		return Templates.line("names", Map.of("names", names.stream().map(Headline::quoted).toList()));
	}

	private static String quoted(String name) {
		return "`" + name.replace('`', '\'') + "`";
	}

	/**
	 * Share of the started calls, without those that were cancelled as planned; not a
	 * number if there were none.
	 */
	static double answered(List<RunDocument> runs) {
		return (double) sum(runs, (run) -> run.load().counts().ok())
				/ sum(runs, (run) -> run.load().counts().started() - run.load().counts().cancelled());
	}

	private static long sum(List<RunDocument> runs, ToLongFunction<RunDocument> count) {
		return runs.stream().mapToLong(count).sum();
	}

	private static String say(String sentence, Map<String, Object> about) {
		return Templates.line("headline", Map.of(sentence, about));
	}

}
