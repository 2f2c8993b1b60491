package dev.grpctuning.load.report;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.report.ComparisonText.Line;

/**
 * What the rounds of an experiment have shown, for a terminal.
 */
final class ComparisonTable {

	private ComparisonTable() {
	}

	/**
	 * Draws the table. What a single round shows is a sentence.
	 * @return lines of text without a line end at the end
	 */
	static String of(ComparisonDocument comparison, Map<String, String> limited, @Nullable Integer planned) {
		ComparisonText text = ComparisonText.of(comparison, limited, planned);
		if (text.lines().isEmpty()) {
			return text.noise();
		}
		List<ColumnData<Line>> columns = List.of(column("variant", HorizontalAlign.LEFT, Line::variant),
				column("metric", HorizontalAlign.LEFT, Line::metric),
				column(text.medianTitle(), HorizontalAlign.RIGHT, Line::median),
				column("ratio", HorizontalAlign.RIGHT, Line::ratio),
				column("against " + text.baseline(), HorizontalAlign.LEFT, Line::verdict),
				column("could have shown", HorizontalAlign.RIGHT, Line::smallest));
		return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, text.lines(), columns) + "\n"
				+ text.ratios() + "\n" + text.noise();
	}

	private static ColumnData<Line> column(String header, HorizontalAlign align, Function<Line, String> value) {
		return new Column().header(header).headerAlign(align).dataAlign(align).with(value);
	}

}
