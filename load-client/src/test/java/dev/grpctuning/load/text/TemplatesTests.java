package dev.grpctuning.load.text;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.Experiments;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Templates} and the Markdown of {@link ExperimentReport}.
 */
class TemplatesTests {

	@Test
	void whenWrittenThenItBeginsWithTheOutcomeAndHasARowForEachVariant() {
		List<String> lines = ExperimentReport.of(Experiments.real()).markdown().lines().toList();
		assertThat(lines.get(0)).isEqualTo("### pools");
		assertThat(lines.get(2)).isEqualTo("**2 of 3 variants completed. plain ran out of memory.**");
		assertThat(lines.get(4)).startsWith("Completed runs: ");
		assertThat(lines.get(6))
			.isEqualTo("Single runs show no difference by themselves: repeat with --experiment.repeat=5.");
		assertThat(lines).filteredOn((line) -> line.startsWith("| ")).hasSize(4);
	}

	@Test
	void whenNamesAreMarkupThenEveryRowOfTheTableHasAsManyCells() {
		List<String> rows = ExperimentReport.of(Experiments.awkward())
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
	void whenVariantDiedThenItsReasonIsThere() {
		assertThat(ExperimentReport.of(Experiments.awkward()).markdown()).contains("  - out-of-memory: ",
				"  - exited: exit code 1 while starting: grpc.tuning.transport: \\<pigeon\\>", "without not-begun");
	}

	@Test
	void whenItIsKnownWhatHeldVariantsUpThenEachHasALine() {
		assertThat(ExperimentReport.of(Experiments.explained()).markdown()).contains(
				"\n- **queue**: queueing in the executor: ", "\n- **direct**: event loop blocked: ",
				"\n- **virtual**: event loop blocked: ");
		assertThat(ExperimentReport.of(Experiments.real()).markdown()).doesNotContain("none shown");
	}

	private static int cells(String row) {
		return row.split("\\|").length;
	}

}
