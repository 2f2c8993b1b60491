package dev.grpctuning.load.template;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Templates} and the Markdown of {@link ExperimentReport}. */
@Tag(Approved.TAG)
class TemplatesTests {

	@Test
	void whenNamesAreMarkupThenEveryRowOfTheTableHasAsManyCells() {
		List<String> rows = ExperimentReport.of(Experiments.awkward(), Path.of("none"))
			.markdown()
			.lines()
			.filter((line) -> line.startsWith("|"))
			.toList();
		assertThat(rows).hasSize(6);
		assertThat(rows).map((row) -> row.replace("\\|", "").split("\\|").length).containsOnly(cells(rows.getFirst()));
	}

	@Test
	void whenTextIsMarkupThenItIsShownAsItIs() {
		assertThat(Templates.escape("<b> a|b `c` *d* [e](f) _g_ \\ &amp; #1\n# no"))
			.isEqualTo("\\<b\\> a\\|b \\`c\\` \\*d\\* \\[e\\](f) \\_g\\_ \\\\ \\&amp; \\#1 \\# no");
	}

	@Test
	void whenItIsKnownWhatHeldVariantsUpThenEachHasALine() {
		Approved.assertCase("compare.md", ExperimentReport.of(Experiments.explained(), Path.of("none")).markdown());
		assertThat(ExperimentReport.of(Experiments.real(), Path.of("none")).markdown()).doesNotContain("none shown");
	}

	private static int cells(String row) {
		return row.split("\\|").length;
	}

}
