package dev.grpctuning.load.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;

import dev.grpctuning.load.report.KneeDocument.KneeFigures;
import dev.grpctuning.load.report.TuneDocument.Score;
import dev.grpctuning.load.search.Knee;

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
		List<ColumnData<Score>> columns = List.of(
				new Column().header("knobs").dataAlign(HorizontalAlign.LEFT).with(Score::text),
				column("best rate", (score) -> (score.knee() != null) ? rate(score.knee()) : "-"),
				column("in rung", (score) -> String.valueOf(score.rung())),
				new Column().header("limit").dataAlign(HorizontalAlign.LEFT).with(TuneTable::limit));
		return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, last(search.scores()), columns)
				+ "\nBest rate: the highest, in calls per second, with " + String.join(", ", search.objective())
				+ "; scores of one rung are noisy.\n\n" + TuneText.of(search);
	}

	private static ColumnData<Score> column(String header, Function<Score, String> value) {
		return new Column().header(header)
			.headerAlign(HorizontalAlign.RIGHT)
			.dataAlign(HorizontalAlign.RIGHT)
			.with(value);
	}

	/**
	 * The last score of each candidate: those that got furthest first, of these the best.
	 */
	private static List<Score> last(List<Score> scores) {
		Map<Map<String, String>, Score> last = new LinkedHashMap<>();
		scores.forEach((score) -> last.put(score.knobs(), score));
		List<Score> sorted = new ArrayList<>(last.values());
		sorted.sort(Comparator.comparingInt(Score::rung).thenComparingDouble(Score::callsPerSecond).reversed());
		return sorted;
	}

	private static String rate(KneeFigures knee) {
		return knee.found() ? Figures.rate(knee.callsPerSecond()) : "none";
	}

	private static String limit(Score score) {
		KneeFigures knee = score.knee();
		if (knee == null) {
			return String.valueOf(score.reason());
		}
		if (knee.limit() == Knee.Limit.CLIENT) {
			return "the client, not the server, is the limit";
		}
		return (knee.limit() == Knee.Limit.HIGHEST) ? "search.highest" : "the objective";
	}

}
