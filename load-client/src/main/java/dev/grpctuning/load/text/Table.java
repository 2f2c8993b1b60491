package dev.grpctuning.load.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.samskivert.mustache.Escapers;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.template.Templates;

/**
 * Columns of which rows are printed: on a terminal, as CSV, in HTML or in Markdown.
 *
 * <pre class="code">
 * new Table&lt;Run&gt;().text("name", Run::name)
 *   .number("p99", (run) -&gt; Figures.micros(run.p99())).in(Format.REPORT)
 *   .number("p99Micros", Run::p99).in(Format.CSV)
 *   .terminal(runs)</pre>
 *
 * A cell without a value is {@code -} for people and empty in CSV.
 */
public final class Table<T> {

	private final List<Column<T>> columns;

	public Table() {
		this(List.of());
	}

	private Table(List<Column<T>> columns) {
		this.columns = columns;
	}

	/** Adds a column of words, aligned to the left. */
	public Table<T> text(String header, Function<T, @Nullable Object> value) {
		return with(new Column<>(header, HorizontalAlign.LEFT, value, EnumSet.allOf(Format.class), false));
	}

	/** Adds a column of figures, aligned to the right. */
	public Table<T> number(String header, Function<T, @Nullable Object> value) {
		return with(new Column<>(header, HorizontalAlign.RIGHT, value, EnumSet.allOf(Format.class), false));
	}

	/**
	 * Adds a column for each figure of a distribution, empty if there are too few calls.
	 */
	public Table<T> latencies(String prefix, Function<T, LatencySummary> latencies) {
		Table<T> table = this;
		for (LatencyFigure figure : LatencyFigure.values()) {
			table = table.number(prefix + "." + figure.title().replace(".", ""), (row) -> {
				LatencySummary summary = latencies.apply(row);
				return figure.isKnown(summary) ? figure.number(summary) : null;
			});
		}
		return table;
	}

	/** Adds the columns of another table, whose rows are parts of these. */
	public <P> Table<T> all(Table<P> other, Function<T, P> part) {
		Table<T> table = this;
		for (Column<P> column : other.columns) {
			table = table.with(new Column<>(column.header(), column.align(),
					(row) -> column.value().apply(part.apply(row)), column.formats(), column.optional()));
		}
		return table;
	}

	/** Shows the column that was added last in these formats only. */
	public Table<T> in(Set<Format> formats) {
		Column<T> last = this.columns.getLast();
		return withLast(new Column<>(last.header(), last.align(), last.value(), formats, last.optional()));
	}

	/** Leaves the column that was added last out where no row has a value for it. */
	public Table<T> optional() {
		Column<T> last = this.columns.getLast();
		return withLast(new Column<>(last.header(), last.align(), last.value(), last.formats(), true));
	}

	private Table<T> with(Column<T> column) {
		List<Column<T>> all = new ArrayList<>(this.columns);
		all.add(column);
		return new Table<>(List.copyOf(all));
	}

	private Table<T> withLast(Column<T> column) {
		return new Table<>(this.columns.subList(0, this.columns.size() - 1)).with(column);
	}

	/** Returns these columns with rows, which a template prints in its format. */
	public Rows<T> of(List<T> rows) {
		return new Rows<>(this, rows);
	}

	public String terminal(List<T> rows) {
		List<ColumnData<T>> drawn = shown(Format.TERMINAL, rows).stream()
			.map((column) -> new com.github.freva.asciitable.Column().header(column.header())
				.headerAlign(column.align())
				.dataAlign(column.align())
				.with((T row) -> Cell.of(column.value().apply(row)).text()))
			.toList();
		return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, rows, drawn);
	}

	public String csv(List<T> rows) {
		List<Column<T>> shown = shown(Format.CSV, rows);
		StringBuilder text = new StringBuilder();
		try (CSVPrinter lines = new CSVPrinter(text, CSVFormat.RFC4180)) {
			lines.printRecord(shown.stream().map(Column::header));
			for (T row : rows) {
				lines.printRecord(shown.stream().map((column) -> column.value().apply(row)));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return text.toString().strip();
	}

	/**
	 * Writes HTML; the first column names the rows. Each cell has the header of its
	 * column, from which a narrow page makes cards.
	 */
	public String html(List<T> rows) {
		List<Column<T>> shown = shown(Format.HTML, rows);
		return "<div class=\"wide\">\n<table class=\"figures\">\n<thead><tr>"
				+ join(shown,
						(column, first) -> "<th scope=\"col\"%s>%s</th>".formatted(type(column, first),
								Escapers.HTML.escape(column.header())))
				+ "</tr></thead>\n<tbody>\n" + rows.stream().map((row) -> "<tr>" + join(shown, (column, first) -> {
					Cell cell = Cell.of(column.value().apply(row));
					return first ? "<th scope=\"row\">" + cell.html() + "</th>"
							: "<td%s data-label=\"%s\"%s>%s</td>".formatted(type(column, false),
									Escapers.HTML.escape(column.header()), cell.isMissing() ? " data-missing" : "",
									cell.html());
				}) + "</tr>\n").collect(Collectors.joining()) + "</tbody>\n</table>\n</div>";
	}

	private static String type(Column<?> column, boolean first) {
		return (column.align() == HorizontalAlign.LEFT && !first) ? " class=\"text\"" : "";
	}

	public String markdown(List<T> rows) {
		List<Column<T>> shown = shown(Format.MARKDOWN, rows);
		return "|" + join(shown, (column, first) -> " " + Templates.escape(column.header()) + " |") + "\n|"
				+ join(shown, (column, first) -> ((column.align() == HorizontalAlign.RIGHT) ? "--:" : "---") + "|")
				+ rows.stream()
					.map((row) -> "\n|" + join(shown,
							(column, first) -> " " + Cell.of(column.value().apply(row)).markdown() + " |"))
					.collect(Collectors.joining());
	}

	private List<Column<T>> shown(Format format, List<T> rows) {
		return this.columns.stream()
			.filter((column) -> column.formats().contains(format))
			.filter((column) -> !column.optional()
					|| rows.stream().anyMatch((row) -> column.value().apply(row) != null))
			.toList();
	}

	private static <T> String join(List<Column<T>> columns, BiFunction<Column<T>, Boolean, String> text) {
		StringBuilder joined = new StringBuilder();
		columns.forEach((column) -> joined.append(text.apply(column, column == columns.getFirst())));
		return joined.toString();
	}

	/** A table with its rows. */
	public record Rows<T>(Table<T> table, List<T> rows) {

		public String terminal() {
			return this.table.terminal(this.rows);
		}

		public String html() {
			return this.table.html(this.rows);
		}

		public String markdown() {
			return this.table.markdown(this.rows);
		}

	}

	/** Where a table is printed. */
	public enum Format {

		TERMINAL, CSV, HTML, MARKDOWN;

		public static final Set<Format> REPORT = EnumSet.of(HTML, MARKDOWN);

	}

	/**
	 * A formatted text.
	 *
	 * @param style classes of the page, or {@code null}
	 * @param link what the text links to on the page, or {@code null}
	 * @param note smaller text below it, in Markdown in brackets, or {@code null}
	 */
	public record Cell(String text, @Nullable String style, @Nullable String link, @Nullable String note) {

		private static final String MISSING = "-";

		public static Cell styled(String text, @Nullable String style) {
			return new Cell(text, style, null, null);
		}

		public static Cell noted(String text, @Nullable String style, @Nullable String note) {
			return new Cell(text, style, null, note);
		}

		private static Cell of(@Nullable Object value) {
			return (value instanceof Cell cell) ? cell : styled((value != null) ? value.toString() : MISSING, null);
		}

		private boolean isMissing() {
			return this.text.equals(MISSING) && this.note == null;
		}

		private String html() {
			String escaped = Escapers.HTML.escape(this.text);
			String shown = (this.link != null) ? "<a href=\"#%s\">%s</a>".formatted(this.link, escaped)
					: (this.style != null) ? "<span class=\"%s\">%s</span>".formatted(this.style, escaped) : escaped;
			return (this.note != null) ? shown + " <small>" + Escapers.HTML.escape(this.note) + "</small>" : shown;
		}

		private String markdown() {
			String escaped = Templates.escape(this.text);
			String shown = (this.style != null && !this.style.endsWith("none")) ? "**" + escaped + "**" : escaped;
			return (this.note != null) ? shown + " (" + Templates.escape(this.note) + ")" : shown;
		}

		@Override
		public String toString() {
			return this.text;
		}

	}

	private record Column<T>(String header, HorizontalAlign align, Function<T, @Nullable Object> value,
			Set<Format> formats, boolean optional) {
	}

}
