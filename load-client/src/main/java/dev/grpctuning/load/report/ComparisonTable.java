package dev.grpctuning.load.report;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.report.ComparisonDocument.Row;
import dev.grpctuning.load.statistics.Comparison;
import dev.grpctuning.load.statistics.Interval;
import dev.grpctuning.load.statistics.MedianInterval;
import dev.grpctuning.load.statistics.Verdict;

/**
 * What the rounds of an experiment have shown, for a terminal.
 */
final class ComparisonTable {

	private ComparisonTable() {
	}

	/**
	 * Draws the table.
	 * @return lines of text without a line end at the end
	 */
	static String of(ComparisonDocument comparison) {
		List<ColumnData<Row>> columns = List.of(left("variant", Row::variant),
				left("metric", (row) -> row.metric().title()), right("median (95 %)", ComparisonTable::median),
				right("ratio", ComparisonTable::ratio),
				left("against " + comparison.baseline(), ComparisonTable::verdict),
				right("could have shown", ComparisonTable::smallest));
		return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, comparison.rows(), columns) + "\n"
				+ "Ratios to %s over %d rounds, whose order changes; what is said of all of them together is wrong in at most 5 %% of experiments.\n"
					.formatted(comparison.baseline(), comparison.rounds())
				+ noise(comparison);
	}

	private static ColumnData<Row> left(String header, Function<Row, String> value) {
		return new Column().header(header)
			.headerAlign(HorizontalAlign.LEFT)
			.dataAlign(HorizontalAlign.LEFT)
			.with(value);
	}

	private static ColumnData<Row> right(String header, Function<Row, String> value) {
		return new Column().header(header)
			.headerAlign(HorizontalAlign.RIGHT)
			.dataAlign(HorizontalAlign.RIGHT)
			.with(value);
	}

	private static String median(Row row) {
		MedianInterval median = row.median();
		return (median != null) ? "%s (%s to %s)".formatted(row.metric().text(median.median()),
				row.metric().text(median.interval().low()), row.metric().text(median.interval().high())) : "-";
	}

	private static String ratio(Row row) {
		Comparison comparison = row.comparison();
		if (comparison == null || comparison.rounds() == 0) {
			return "-";
		}
		Interval interval = comparison.interval();
		return (interval != null)
				? String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", comparison.ratio(), interval.low(), interval.high())
				: String.format(Locale.ROOT, "%.2f", comparison.ratio());
	}

	private static String verdict(Row row) {
		return (row.comparison() != null) ? words(row.comparison().verdict()) : "-";
	}

	private static String words(Verdict verdict) {
		return ResultFile.kebab(verdict).replace('-', ' ');
	}

	private static String smallest(Row row) {
		Comparison comparison = row.comparison();
		if (comparison == null) {
			return "-";
		}
		return (comparison.smallestShown() != null)
				? String.format(Locale.ROOT, "%.1f %%", comparison.smallestShown() * 100) : "nothing";
	}

	/**
	 * Says what the baseline shows against itself.
	 */
	private static String noise(ComparisonDocument comparison) {
		Set<String> shown = comparison.rows()
			.stream()
			.filter((row) -> row.noise() && isShown(row.comparison()))
			.map((row) -> row.metric().title())
			.collect(Collectors.toCollection(TreeSet::new));
		return shown.isEmpty() ? "Noise: no difference shown between %s and itself.".formatted(comparison.baseline())
				: "Noise: %s differs from itself in %s, so that this experiment is not to be trusted."
					.formatted(comparison.baseline(), String.join(", ", shown));
	}

	private static boolean isShown(@Nullable Comparison comparison) {
		return comparison != null && comparison.verdict() != Verdict.NO_DIFFERENCE_SHOWN;
	}

}
