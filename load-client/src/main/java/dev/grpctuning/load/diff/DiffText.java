package dev.grpctuning.load.diff;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.Gate;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonWords;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.diff.VariantDiff.NotAnswered;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Table;

/** Differences between two results, for a terminal. */
record DiffText(DiffDocument diff, List<Section> sections, String table, List<Ends> ends, List<Shares> shares,
		String onlyA, String onlyB, String without, String worseOnes, @Nullable String gateText, Apart apart,
		ComparisonDocument.@Nullable TooFewRounds tooFew) {

	static String of(DiffDocument diff) {
		List<Section> sections = new ArrayList<>();
		sections.add(new Section(true, null, diff.environment()));
		sections.add(new Section(false, null, diff.settings()));
		diff.variants().forEach((variant) -> sections.add(new Section(false, variant.name(), variant.settings())));
		sections.removeIf((section) -> section.changes().isEmpty());
		return Templates.text("diff",
				new DiffText(diff, sections, table(diff), diff.variants()
					.stream()
					.filter((variant) -> variant.endedA() != variant.endedB())
					.map((variant) -> new Ends(variant.name(), variant.endedA(), variant.endedB(), variant.ending()))
					.toList(),
						diff.variants()
							.stream()
							.filter((variant) -> variant.notAnswered().any())
							.map((variant) -> Shares.of(variant.name(), variant.notAnswered()))
							.toList(),
						String.join(", ", diff.onlyInA()), String.join(", ", diff.onlyInB()),
						String.join(", ", diff.withoutFiguresInB()), String.join(", ", diff.worse()),
						(diff.gate() > 0) ? new Gate(diff.gate()).text() : null,
						Apart.of(Duration.between(diff.a().startedAt(), diff.b().startedAt()).abs()),
						ComparisonDocument.TooFewRounds.of(diff.variants()
							.stream()
							.flatMap((variant) -> variant.rows().stream())
							.filter((row) -> !row.exploratory())
							.map(VariantDiff.Row::comparison))));
	}

	private static String table(DiffDocument diff) {
		List<Line> rows = diff.variants()
			.stream()
			.flatMap((variant) -> variant.rows().stream().map((row) -> new Line(variant.name(), row)))
			.toList();
		return new Table<Line>().text("variant", Line::variant)
			.text("metric",
					(line) -> line.row().metric().title() + ((line.row().metric() == diff.primary()) ? " *" : ""))
			.number(titled("a", rows, VariantDiff.Row::runsA),
					(line) -> ComparisonWords.median(line.row().metric(), line.row().a()))
			.number(titled("b", rows, VariantDiff.Row::runsB),
					(line) -> ComparisonWords.median(line.row().metric(), line.row().b()))
			.number("b / a", (line) -> ComparisonWords.ratio(line.row().comparison()))
			.text("b against a", (line) -> (line.row().exploratory() ? "exploratory: " : "") + verdict(line.row()))
			.number("minimum detectable effect", (line) -> ComparisonWords.smallest(line.row().comparison()))
			.terminal(rows);
	}

	private static String verdict(VariantDiff.Row row) {
		Comparison comparison = row.comparison();
		return ComparisonWords.verdict(comparison,
				comparison.isNone() ? row.runsB() : Math.min(row.runsA(), row.runsB()), null);
	}

	private static String titled(String title, List<Line> lines, ToIntFunction<VariantDiff.Row> runs) {
		IntSummaryStatistics all = lines.stream().map(Line::row).mapToInt(runs).summaryStatistics();
		return ComparisonWords.interval(title, all.getMin(), all.getMax());
	}

	private record Ends(String name, @Nullable Ended a, @Nullable Ended b, Verdict verdict) {
	}

	private record Shares(String name, String a, String b, Verdict verdict) {

		private static Shares of(String name, NotAnswered shares) {
			return new Shares(name, range(shares.lowestA(), shares.highestA()),
					range(shares.lowestB(), shares.highestB()), shares.verdict());
		}

		private static String range(double low, double high) {
			return String.format(Locale.ROOT, (low != high) ? "%.3f %% to %.3f %%" : "%.3f %%", low * 100, high * 100);
		}

	}

	/** The time between two results in its largest unit of which there are two. */
	private record Apart(long minutes, @Nullable Long hours, @Nullable Long days) {

		private static Apart of(Duration between) {
			return new Apart(between.toMinutes(), (between.toHours() >= 2) ? between.toHours() : null,
					(between.toHours() >= 48) ? between.toDays() : null);
		}

	}

	private record Section(boolean environment, @Nullable String variant, List<Change> changes) {
	}

	private record Line(String variant, VariantDiff.Row row) {
	}

}
