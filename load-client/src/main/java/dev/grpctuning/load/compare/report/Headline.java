package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.samskivert.mustache.Escapers;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ComparisonWords;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Risk;
import dev.grpctuning.load.template.Templates;

/**
 * The result of an experiment, or of one of its workloads, in a few sentences, each of
 * which is a line of {@code headline.txt}. They state no difference without a verdict,
 * and name no winner, because variants are compared only with the baseline.
 *
 * @param comparison comparison of several rounds, or {@code null} if there was one
 * @param rows rows of the workload
 * @param variants variants of the workload without the A/A control
 */
record Headline(@Nullable ComparisonDocument comparison, Risk.Unit unit, List<Row> rows, List<Variant> variants) {

	/** Maximum number of variants that are named. More are counted. */
	private static final int MOST_NAMES = 3;

	/** Writes a headline for each workload. */
	static List<Sentence> of(ExperimentDocument experiment) {
		ComparisonDocument comparison = experiment.comparison();
		List<Variant> variants = experiment.withoutControls();
		if (comparison == null || comparison.rounds() < 2) {
			Headline once = new Headline(null, experiment.unit(), List.of(), variants);
			return Stream.of(String.join(" ", once.once(experiment.design().rounds())))
				.filter((text) -> !text.isEmpty())
				.map(Sentence::new)
				.toList();
		}
		if (comparison.rows().stream().anyMatch((row) -> row.control() && row.differs() && !row.exploratory())) {
			return List.of(new Sentence(say("untrusted", Map.of("names", quoted(comparison.baseline())))));
		}
		List<Sentence> headlines = new ArrayList<>();
		Stream.concat(comparison.rows().stream().map(Row::workload), variants.stream().map(Variant::workload))
			.map(Optional::ofNullable)
			.distinct()
			.forEach((workload) -> {
				String name = workload.orElse(null);
				String text = String.join(" ", new Headline(comparison, experiment.unit(),
						comparison.rows().stream().filter((row) -> Objects.equals(row.workload(), name)).toList(),
						variants.stream().filter((variant) -> Objects.equals(variant.workload(), name)).toList())
					.compared(comparison));
				if (!text.isEmpty()) {
					headlines.add(new Sentence((name != null) ? quoted(name) + ": " + text : text));
				}
			});
		return headlines;
	}

	private List<String> compared(ComparisonDocument all) {
		List<String> said = new ArrayList<>();
		boolean nothing = this.rows.stream().noneMatch((row) -> row.comparison() != null);
		if (nothing && this.variants.stream().anyMatch((variant) -> variant.plain().equals(all.baseline()))) {
			said.add(say("nothing", Map.of("names", quoted(all.baseline()), "units", this.unit.many())));
		}
		Map<String, List<Row>> compared = this.rows.stream()
			.filter((row) -> row.comparison() != null && !row.control())
			.collect(Collectors.groupingBy(Row::plain, LinkedHashMap::new, Collectors.toList()));
		this.variants.stream()
			.filter((variant) -> died(variant) && !isMeasured(compared.getOrDefault(variant.plain(), List.of())))
			.forEach((variant) -> compared.remove(variant.plain()));
		// p99 takes the place of a metric that the baseline has no figure of.
		Metric deciding = (all.primary() == null
				|| this.rows.stream().anyMatch((row) -> row.metric() == all.primary() && row.comparison() != null))
						? all.primary() : Metric.P99;
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
		others.forEach((kind, names) -> said.add(say(kind,
				Map.of("names", names(names), "metric", (deciding != null) ? noun(deciding) : "any figure"))));
		said.addAll(deaths(nothing));
		said.addAll(saturated());
		return said;
	}

	private static boolean isMeasured(List<Row> rows) {
		return rows.stream().anyMatch((row) -> row.apart() != null);
	}

	private static String undecided(List<Row> rows) {
		boolean same = rows.stream()
			.filter((row) -> !row.exploratory())
			.allMatch((row) -> row.verdict() == Verdict.SAME);
		return !isMeasured(rows) ? "missing" : same ? "same" : "open";
	}

	/** Names variants that are better, or worse, in one metric; of many only one. */
	private List<String> differences(List<Row> alike) {
		boolean many = alike.size() > MOST_NAMES;
		Comparator<Row> largest = Comparator
			.comparingDouble((row) -> -Math.abs(Math.log(Objects.requireNonNull(row.comparison()).ratio())));
		return (many ? alike.stream().sorted(largest).limit(1) : alike.stream()).map((row) -> say(
				(many ? "many" : "one") + ((row.exploratory() && row.metric() != Metric.ANSWERED) ? "-probably" : ""),
				Map.of("count", alike.size(), "names", quoted(row.plain()), "verdict", row.verdict(), "metric",
						noun(row.metric()), "figures", figures(row))))
			.toList();
	}

	private static String noun(Metric metric) {
		return switch (metric) {
			case THROUGHPUT -> "rate";
			case ANSWERED -> "share of answered calls";
			case GOODPUT, RECOVERY, P50, P99, SERVER_CPU -> metric.title();
		};
	}

	/** Both medians, unless they lie the other way round than the mean of the ratios. */
	private String figures(Row row) {
		Comparison against = Objects.requireNonNull(row.comparison());
		MedianInterval here = row.median();
		if (against.isNone()) {
			return "none in %d %s".formatted(against.rounds(), this.unit.many());
		}
		return this.rows.stream()
			.filter((other) -> this.comparison != null && other.plain().equals(this.comparison.baseline()))
			.filter((other) -> isSliced(other) == isSliced(row))
			.filter((other) -> other.metric() == row.metric())
			.flatMap((other) -> Stream.ofNullable(other.median()))
			.filter((there) -> here != null && (here.median() > there.median()) == (against.ratio() > 1))
			.map((there) -> "%s instead of %s".formatted(row.metric().text(Objects.requireNonNull(here).median()),
					row.metric().text(there.median())))
			.findFirst()
			.orElse(ComparisonWords.change(against.ratio()));
	}

	private boolean isSliced(Row row) {
		return this.variants.stream()
			.anyMatch((variant) -> variant.slices() != null && variant.name().equals(row.variant()));
	}

	private List<String> once(int rounds) {
		List<String> said = deaths(true);
		List<Variant> measured = this.variants.stream()
			.filter((variant) -> !variant.runs().isEmpty() && !isSilent(variant))
			.toList();
		if (said.isEmpty() && measured.size() == 1) {
			RunDocument run = Objects.requireNonNull(measured.getFirst().medianRun());
			double p99 = Metric.P99.of(run);
			double answered = answered(measured.getFirst().runs());
			said.add(say("served",
					Map.of("names", quoted(measured.getFirst().plain()), "rate",
							Figures.rate(run.rateLoad().rate().perSecond()), "p99",
							Double.isNaN(p99) ? "" : Metric.P99.text(p99), "answered",
							(answered < 1) ? Figures.share(answered) : "")));
		}
		else if (said.isEmpty() && !measured.isEmpty()) {
			said.add(say("once", Map.of("variants", measured.size(), "rounds", (rounds > 1) ? rounds : 0)));
		}
		said.addAll(saturated());
		return said;
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
				said.add(say(Templates.kebab(how), Map.of("names", named(dead), "answered",
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
		return names(variants.stream().map((this.comparison != null) ? Variant::plain : Variant::name).toList());
	}

	/** Lists names if they are few, otherwise counts them. */
	private static String names(List<String> names) {
		if (names.size() > MOST_NAMES) {
			return names.size() + " variants";
		}
		List<String> quoted = names.stream().map(Headline::quoted).toList();
		int last = quoted.size() - 1;
		return (last > 0) ? String.join(", ", quoted.subList(0, last)) + " and " + quoted.get(last) : quoted.get(0);
	}

	private static String quoted(String name) {
		return "`" + name.replace('`', '\'') + "`";
	}

	/**
	 * Share of the started calls, without those that were cancelled as planned; not a
	 * number if there were none.
	 */
	static double answered(List<RunDocument> runs) {
		return (double) runs.stream().mapToLong((run) -> run.load().counts().ok()).sum() / runs.stream()
			.mapToLong((run) -> run.load().counts().started() - run.load().counts().cancelled())
			.sum();
	}

	private static String say(String sentence, Map<String, Object> about) {
		return Templates.line("headline", Map.of(sentence, about));
	}

	/** Sentences with names between back quotes. */
	record Sentence(String text) {

		private static final Pattern NAME = Pattern.compile("`([^`]*)`");

		String html() {
			return NAME.matcher(Escapers.HTML.escape(this.text).replace("&#x60;", "`")).replaceAll("<code>$1</code>");
		}

		/** Code is shown as it is, all else is escaped. */
		String markdown() {
			return Stream.of(NAME.splitWithDelimiters(this.text, 0))
				.map((part) -> NAME.matcher(part).matches() ? part : Templates.escape(part))
				.collect(Collectors.joining());
		}

	}

}
