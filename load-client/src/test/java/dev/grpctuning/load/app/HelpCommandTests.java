package dev.grpctuning.load.app;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.util.HtmlUtils;

import dev.grpctuning.load.cli.CommandName;
import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.compare.experiment.BuiltInExperiments;
import dev.grpctuning.load.config.PropertyMetadata;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link HelpCommand}. */
@Tag(Approved.TAG)
@ExtendWith(OutputCaptureExtension.class)
class HelpCommandTests {

	private final Map<String, String> properties = new TreeMap<>();

	@BeforeEach
	void readMetadata() throws Exception {
		PropertyMetadata.ofLoadClient()
			.forEach((property) -> this.properties.put(property.name(), String.valueOf(property.description())));
	}

	@Test
	void whenHelpIsAskedForThenItsTextIsTheApprovedOne(CapturedOutput output) throws Exception {
		assertThat(new HelpCommand().execute(List.of())).isEqualTo(ExitCode.OK);
		Approved.assertApproved("help.txt", output.getOut());
	}

	@Test
	void whenPropertyIsKnownThenItIsDescribed() {
		assertThat(this.properties).containsKeys("experiment", "experiment.variants", "load.burst.count", "search.slo",
				"tune.space");
		assertThat(this.properties)
			.allSatisfy((name, description) -> assertThat(description).as(name).isNotBlank().isNotEqualTo("null"));
	}

	@Test
	void whenHelpIsAskedForThenEveryPropertyIsListedOnceWithItsDescription(CapturedOutput output) throws Exception {
		assertThat(new HelpCommand().execute(List.of())).isEqualTo(ExitCode.OK);
		assertThat(this.properties).allSatisfy((name, description) -> {
			assertThat(output.getOut().lines().filter((line) -> line.matches("  " + Pattern.quote(name) + "( = .*)?")))
				.as(name)
				.hasSize(1);
			assertThat(output.getOut()).contains("\n      " + HtmlUtils.htmlUnescape(description));
		});
		assertThat(output.getErr()).isEmpty();
	}

	@Test
	void whenHelpIsAskedForThenPropertiesAreSortedAndNoneIsOfOthers(CapturedOutput output) throws Exception {
		new HelpCommand().execute(List.of());
		assertThat(output.getOut().lines().filter((line) -> line.matches("  \\S+( = .*)?")))
			.map((line) -> line.strip().split(" ")[0])
			.containsExactlyElementsOf(this.properties.keySet());
	}

	@Test
	void whenPropertyHasADefaultThenItIsShown(CapturedOutput output) throws Exception {
		new HelpCommand().execute(List.of());
		assertThat(output.getOut().lines()).contains("  load.channels = 1", "  load.target = localhost:9090",
				"  load.max-open-calls", "  experiment = classic");
	}

	@Test
	void whenDescriptionHasACharacterThatHtmlEscapesThenItIsShownAsItIs(CapturedOutput output) throws Exception {
		new HelpCommand().execute(List.of());
		assertThat(output.getOut()).contains("p99 < 5ms").doesNotContain("&");
	}

	@Test
	void whenHelpIsAskedForThenEveryCommandIsShown(CapturedOutput output) throws Exception {
		new HelpCommand().execute(List.of());
		assertThat(CommandName.values()).allSatisfy((name) -> assertThat(output.getOut().lines())
			.anyMatch((line) -> line.matches("  %s .*".formatted(name))));
		assertThat(output.getOut()).contains("\n  service ");
	}

	@Test
	void whenHelpIsAskedForThenEveryBuiltInExperimentHasALine(CapturedOutput output) throws Exception {
		new HelpCommand().execute(List.of());
		assertThat(BuiltInExperiments.NAMES).contains("classic", "limits")
			.allSatisfy((name) -> assertThat(output.getOut().lines())
				.anyMatch((line) -> line.matches("  %s +[A-Z1].{20,}".formatted(name))));
	}

}
