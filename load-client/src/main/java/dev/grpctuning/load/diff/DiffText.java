package dev.grpctuning.load.diff;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.report.ComparisonWords;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.TooFewRounds;
import dev.grpctuning.load.diff.VariantDiff.NotAnswered;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.text.Table;
import dev.grpctuning.load.text.Templates;

/**
 * What two results have not in common, for a terminal.
 */
record DiffText(DiffDocument.Result a, DiffDocument.Result b, List<Section> sections, String table, List<Pair> ends,
		List<Pair> shares, String onlyInA, String onlyInB, String withoutFigures, String worse, boolean gaps,
		String apart, boolean single, boolean anyIsOfRun, @Nullable TooFewRounds tooFew) {

	static String of(DiffDocument diff) {
		List<Section> sections = new ArrayList<>();
		sections.add(new Section("environment", diff.environment()));
		sections.add(new Section("set otherwise", diff.settings()));
		diff.variants()
			.forEach((variant) -> sections.add(new Section("set otherwise in " + variant.name(), variant.settings())));
		sections.removeIf((section) -> section.changes().isEmpty());
		return Templates.text("diff", new DiffText(diff.a(), diff.b(), sections, table(diff),
				diff.variants()
					.stream()
					.filter((variant) -> variant.endedA() != variant.endedB())
					.map((variant) -> new Pair(variant.name(), ended(variant.endedA()), ended(variant.endedB()),
							words(variant.ending())))
					.toList(),
				diff.variants()
					.stream()
					.filter((variant) -> variant.notAnswered().any())
					.map((variant) -> shares(variant.name(), variant.notAnswered()))
					.toList(),
				String.join(", ", diff.onlyInA()), String.join(", ", diff.onlyInB()),
				String.join(", ", diff.withoutFiguresInB()), String.join(", ", diff.worse()), !diff.gaps().isEmpty(),
				apart(Duration.between(diff.a().startedAt(), diff.b().startedAt()).abs()), diff.onlySingleRuns(),
				diff.anyIsOfRun(),
				TooFewRounds.of(diff.variants()
					.stream()
					.flatMap((variant) -> variant.rows().stream())
					.map(VariantDiff.Row::comparison))));
	}

	private static String table(DiffDocument diff) {
		List<Line> rows = diff.variants()
			.stream()
			.flatMap((variant) -> variant.rows().stream().map((row) -> new Line(variant.name(), row)))
			.toList();
		return new Table<Line>().text("variant", Line::variant)
			.text("metric", (line) -> line.row().metric().title())
			.number("a" + interval(rows, VariantDiff.Row::runsA),
					(line) -> ComparisonWords.median(line.row().metric(), line.row().a()))
			.number("b" + interval(rows, VariantDiff.Row::runsB),
					(line) -> ComparisonWords.median(line.row().metric(), line.row().b()))
			.number("b / a", (line) -> ComparisonWords.ratio(line.row().comparison()))
			.text("b against a", (line) -> ComparisonWords.verdict(line.row().comparison()))
			.number("minimum detectable effect", (line) -> ComparisonWords.smallest(line.row().comparison()))
			.terminal(rows);
	}

	private static String interval(List<Line> lines, ToIntFunction<VariantDiff.Row> runs) {
		IntSummaryStatistics all = lines.stream().map(Line::row).mapToInt(runs).summaryStatistics();
		return " (" + ComparisonWords.interval(all.getMin(), all.getMax()) + ")";
	}

	private static Pair shares(String name, NotAnswered shares) {
		return new Pair(name, range(shares.lowestA(), shares.highestA()), range(shares.lowestB(), shares.highestB()),
				words(shares.verdict()));
	}

	private static String ended(@Nullable Ended ended) {
		return (ended != null) ? ResultFile.kebab(ended) : "as planned";
	}

	private static String range(double low, double high) {
		String text = String.format(Locale.ROOT, "%.3f %%", low * 100);
		return (low != high) ? text + String.format(Locale.ROOT, " to %.3f %%", high * 100) : text;
	}

	private static String words(Verdict verdict) {
		return ResultFile.kebab(verdict).replace('-', ' ');
	}

	private static String apart(Duration between) {
		if (between.toHours() >= 48) {
			return between.toDays() + " days";
		}
		return (between.toMinutes() >= 120) ? between.toHours() + " hours" : between.toMinutes() + " minutes";
	}

	private record Section(String title, List<Change> changes) {
	}

	private record Pair(String name, String a, String b, String verdict) {
	}

	private record Line(String variant, VariantDiff.Row row) {
	}

}
