package dev.grpctuning.load.diff;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diff.HistoryDocument.Change;
import dev.grpctuning.load.diff.HistoryDocument.Point;
import dev.grpctuning.load.diff.HistoryDocument.Series;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.Table;

/** Prints a history in each format. */
final class HistoryText {

	private static final Table<Row> TABLE = new Table<Row>().text("variant", (row) -> row.series().variant())
		.text("figure", (row) -> row.series().metric().title())
		.number("results", (row) -> row.series().values().stream().filter(Objects::nonNull).count())
		.number("first", (row) -> row.show(row.first()))
		.number("last", (row) -> row.show(row.last()))
		.text("changed at", (row) -> (row.change() != null) ? row.point().name() : "-")
		.number("before", (row) -> (row.change() != null) ? row.show(row.change().before()) : null)
		.number("after", (row) -> (row.change() != null) ? row.show(row.change().after()) : null)
		.number("change", (row) -> (row.change() != null) ? String.format(Locale.ROOT, "%+.1f %% (%s)",
				row.change().change() * 100, row.change().better() ? "better" : "worse") : null);

	private HistoryText() {
	}

	static String of(HistoryDocument history, RunFormat format) {
		return switch (format) {
			case JSON -> ResultFile.text(history);
			case CSV -> csv(history);
			case TABLE, QPS, GRID -> {
				List<Row> rows = history.series().stream().flatMap((series) -> Row.of(series, history)).toList();
				yield TABLE.terminal(rows) + "\n" + Templates.line("history", summary(history));
			}
		};
	}

	private static Map<String, Object> summary(HistoryDocument history) {
		int results = history.results().size();
		int fewest = 2 * EDivisive.SHORTEST;
		return Map.of("results", results, "single", results == 1, "from", history.results().getFirst().startedAt(),
				"until", history.results().getLast().startedAt(), "changes", history.changes(), "one",
				history.changes() == 1, "few", results < fewest, "fewest", fewest);
	}

	/** A line for each result and a column for each figure, as Apache Otava reads it. */
	private static String csv(HistoryDocument history) {
		Table<Integer> table = new Table<Integer>().text("time", (index) -> history.results().get(index).startedAt())
			.text("result", (index) -> history.results().get(index).name());
		for (Series series : history.series()) {
			table = table.number(series.variant() + "." + Templates.kebab(series.metric()),
					(index) -> series.values().get(index));
		}
		return table.csv(Stream.iterate(0, (index) -> index + 1).limit(history.results().size()).toList());
	}

	/** A series, or one of its changes. */
	private record Row(Series series, @Nullable Change change, Point point) {

		private static Stream<Row> of(Series series, HistoryDocument history) {
			return series.changes().isEmpty() ? Stream.of(new Row(series, null, history.results().getFirst()))
					: series.changes()
						.stream()
						.map((change) -> new Row(series, change, history.results().get(change.result())));
		}

		private double first() {
			return this.series.values().stream().filter(Objects::nonNull).findFirst().orElseThrow();
		}

		private double last() {
			return this.series.values().reversed().stream().filter(Objects::nonNull).findFirst().orElseThrow();
		}

		private String show(double value) {
			return this.series.metric().text(value);
		}

	}

}
