package dev.grpctuning.load.diff;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.compare.text.ComparisonWords;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.text.Table;

/**
 * What two results have not in common, for a terminal.
 */
public final class DiffText {

	private DiffText() {
	}

	/**
	 * Writes it out.
	 */
	public static String of(DiffDocument diff) {
		List<String> lines = new ArrayList<>();
		lines.add("a  " + result(diff.a()));
		lines.add("b  " + result(diff.b()));
		section("environment", diff.environment(), lines);
		section("set otherwise", diff.settings(), lines);
		for (VariantDiff variant : diff.variants()) {
			section("set otherwise in " + variant.name(), variant.settings(), lines);
		}
		if (diff.environment().isEmpty() && diff.settings().isEmpty()
				&& diff.variants().stream().allMatch((variant) -> variant.settings().isEmpty())) {
			lines.add("");
			lines.add("Nothing is set otherwise, and they ran on the same machine and JVM as far as is known.");
		}
		lines.add("");
		lines.add(table(diff));
		diff.variants().forEach((variant) -> endings(variant, lines));
		named("Only in a: ", diff.onlyInA(), lines);
		named("Only in b: ", diff.onlyInB(), lines);
		named("Without figures in b: ", diff.withoutFiguresInB(), lines);
		lines.add(conclusion(diff));
		return String.join("\n", lines);
	}

	private static String result(DiffDocument.Result result) {
		return "%s: %s of %s".formatted(result.file(), result.name(), result.startedAt());
	}

	private static void section(String title, List<Change> changes, List<String> lines) {
		if (!changes.isEmpty()) {
			lines.add("");
			lines.add(title);
			changes.forEach((change) -> lines.add("  " + change.line()));
		}
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

	private static void endings(VariantDiff variant, List<String> lines) {
		if (variant.endedA() != variant.endedB()) {
			lines.add("%s: ended %s, and in b %s: %s".formatted(variant.name(), ended(variant.endedA()),
					ended(variant.endedB()), words(variant.ending())));
		}
		if (anyNotAnswered(variant)) {
			VariantDiff.NotAnswered shares = variant.notAnswered();
			lines.add("%s: not answered were %s of the calls, and in b %s: %s".formatted(variant.name(),
					range(shares.lowestA(), shares.highestA()), range(shares.lowestB(), shares.highestB()),
					words(shares.verdict())));
		}
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

	private static void named(String what, List<String> names, List<String> lines) {
		if (!names.isEmpty()) {
			lines.add(what + String.join(", ", names));
		}
	}

	private static String conclusion(DiffDocument diff) {
		String apart = "They ran %s apart, and what the machine did in between is in each ratio."
			.formatted(apart(diff));
		if (diff.onlySingleRuns()) {
			return (diff.worse().isEmpty() ? "" : "Worse: " + String.join(", ", diff.worse()) + ". ") + apart
					+ " Of the figures of single runs nothing can be shown: "
					+ (diff.anyIsOfRun() ? "make them variants of an experiment of several rounds (experiment.repeat)."
							: "repeat both (experiment.repeat).");
		}
		String nothing = diff.gaps().isEmpty() ? "Nothing is shown to have got worse. "
				: "Nothing that has figures in both is shown to have got worse. ";
		return (diff.worse().isEmpty() ? nothing : "Worse: " + String.join(", ", diff.worse()) + ". ") + apart
				+ " What the table says of all of them together is wrong in at most 5 % of comparisons otherwise."
				+ ComparisonWords.tooFewRounds(diff.variants()
					.stream()
					.flatMap((variant) -> variant.rows().stream())
					.map(VariantDiff.Row::comparison)
					.toList(), "repeat both more often (experiment.repeat)")
				+ (diff.variants().stream().anyMatch(DiffText::anyNotAnswered)
						? " The shares of calls that were not answered are beside that: of a variant with four runs in each"
								+ " they differ by chance once in 35 times, with more runs less often."
						: "");
	}

	private static boolean anyNotAnswered(VariantDiff variant) {
		return variant.notAnswered().highestA() > 0 || variant.notAnswered().highestB() > 0;
	}

	private static String apart(DiffDocument diff) {
		Duration between = Duration.between(diff.a().startedAt(), diff.b().startedAt()).abs();
		if (between.toHours() >= 48) {
			return between.toDays() + " days";
		}
		return (between.toMinutes() >= 120) ? between.toHours() + " hours" : between.toMinutes() + " minutes";
	}

	private record Line(String variant, VariantDiff.Row row) {

	}

}
