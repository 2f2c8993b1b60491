package dev.grpctuning.load.report;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;

import dev.grpctuning.load.report.TuneDocument.Score;
import dev.grpctuning.load.report.TuneText.Line;

/**
 * A search for better knobs for a terminal.
 */
final class TuneTable {

	private static final Csv<Score> LINES = new Csv<Score>().column("knobs", Score::text)
		.column("rung", Score::rung)
		.column("callsPerSecond", Score::callsPerSecond)
		.column("limit", (score) -> (score.knee() != null) ? ResultFile.kebab(score.knee().limit()) : null)
		.column("trials", (score) -> score.trials().size())
		.column("reason", Score::reason);

	private TuneTable() {
	}

	/**
	 * Writes a line for each score.
	 * @return lines of text without a line end at the end
	 */
	static String csv(TuneDocument search) {
		return LINES.of(search.scores());
	}

	/**
	 * Draws the table, best first, with what is recommended below.
	 * @return lines of text without a line end at the end
	 */
	static String of(TuneDocument search) {
		TuneText text = TuneText.of(search);
		List<ColumnData<Line>> columns = List.of(column(0, HorizontalAlign.LEFT, Line::knobs),
				column(1, HorizontalAlign.RIGHT, Line::rate), column(2, HorizontalAlign.RIGHT, Line::rung),
				column(3, HorizontalAlign.RIGHT, Line::trials),
				new Column().header("limit").dataAlign(HorizontalAlign.LEFT).with(Line::limit));
		String said = Stream.of(text.outcome(), text.dropped())
			.filter(Objects::nonNull)
			.collect(Collectors.joining("\n"));
		return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, text.lines(), columns) + "\n"
				+ text.explanation() + "\n\n" + said + ((text.fragment() != null) ? "\n\n" + text.fragment() : "");
	}

	private static ColumnData<Line> column(int index, HorizontalAlign align, Function<Line, String> value) {
		return new Column().header(TuneText.COLUMNS.get(index)).headerAlign(align).dataAlign(align).with(value);
	}

}
