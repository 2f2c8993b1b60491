package dev.grpctuning.load.text;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.text.Table.Cell;
import dev.grpctuning.load.text.Table.Format;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Table}. */
class TableTests {

	private static final Table<Run> TABLE = new Table<Run>().text("name", Run::name)
		.number("p99", (run) -> (run.micros() != null) ? run.micros() + " µs" : null)
		.in(Set.of(Format.TERMINAL, Format.HTML, Format.MARKDOWN))
		.number("p99Micros", Run::micros)
		.in(java.util.EnumSet.of(Format.CSV))
		.text("note", Run::note)
		.optional();

	@Test
	void whenItIsForATerminalThenTextIsLeftAndNumbersAreRight() {
		assertThat(TABLE.terminal(List.of(new Run("tuned", 12L, null), new Run("b", null, null))).lines())
			.containsExactly("+-------+-------+", "| name  |   p99 |", "+-------+-------+", "| tuned | 12 µs |",
					"| b     |     - |", "+-------+-------+");
	}

	@Test
	void whenItIsHtmlThenTextIsEscapedAndCellsMayStandOut() {
		assertThat(TABLE.html(List.of(new Run("<a>", 12L, Cell.styled("worse", "ended bad")),
				new Run("b", 1L, new Cell("see", null, "there", "x & y")))))
			.contains("<th scope=\"col\">name</th><th scope=\"col\">p99</th><th scope=\"col\" class=\"text\">note</th>",
					"<tr><th scope=\"row\">&lt;a&gt;</th><td data-label=\"p99\">12 µs</td>"
							+ "<td class=\"text\" data-label=\"note\"><span class=\"ended bad\">worse</span></td></tr>",
					"<a href=\"#there\">see</a> <small>x &amp; y</small>");
	}

	@Test
	void whenItIsMarkdownThenMarkupIsEscaped() {
		assertThat(TABLE.markdown(List.of(new Run("a|b", 12L, Cell.styled("worse", "ended bad")))).lines())
			.containsExactly("| name | p99 | note |", "|---|--:|---|", "| a\\|b | 12 µs | **worse** |");
	}

	@Test
	void whenRowsArePartsThenTheColumnsOfOthersAreAdded() {
		assertThat(new Table<List<Run>>().number("size", List::size)
			.all(TABLE, List::getFirst)
			.csv(List.of(List.of(new Run("a", 1L, null))))).isEqualTo("size,name,p99Micros\r\n1,a,1");
	}

	private record Run(String name, @Nullable Long micros, @Nullable Object note) {
	}

}
