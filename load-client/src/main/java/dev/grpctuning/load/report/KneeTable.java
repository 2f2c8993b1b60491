package dev.grpctuning.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;

import dev.grpctuning.load.report.KneeText.Line;

/**
 * The knees of variants for a terminal.
 */
final class KneeTable {

	private KneeTable() {
	}

	/**
	 * Draws the table.
	 * @return lines of text without a line end at the end
	 */
	static String of(KneeDocument search) {
		KneeText text = KneeText.of(search);
		List<ColumnData<Line>> columns = new ArrayList<>();
		columns.add(column(KneeText.COLUMNS.getFirst(), HorizontalAlign.LEFT, Line::variant));
		IntStream.range(1, KneeText.COLUMNS.size())
			.forEach((i) -> columns
				.add(column(KneeText.COLUMNS.get(i), HorizontalAlign.RIGHT, (line) -> line.figures().get(i - 1))));
		columns.add(column("limit", HorizontalAlign.LEFT, Line::limit));
		return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, text.lines(), columns) + "\n"
				+ text.explanation();
	}

	private static ColumnData<Line> column(String header, HorizontalAlign align, Function<Line, String> value) {
		return new Column().header(header).headerAlign(align).dataAlign(align).with(value);
	}

}
