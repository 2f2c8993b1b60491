package dev.grpctuning.load;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.util.HtmlUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HelpCommand}.
 */
@ExtendWith(OutputCaptureExtension.class)
class HelpCommandTests {

	private final Map<String, String> properties = new TreeMap<>();

	@BeforeEach
	void readMetadata() throws Exception {
		this.properties.putAll(PropertyMetadata.describedUnder("load"));
		this.properties.putAll(PropertyMetadata.describedUnder("experiment"));
		this.properties.putAll(PropertyMetadata.describedUnder("grid"));
		this.properties.putAll(PropertyMetadata.describedUnder("search"));
		this.properties.putAll(PropertyMetadata.describedUnder("tune"));
	}

	@Test
	void whenPropertyIsKnownThenItIsDescribed() {
		assertThat(this.properties).containsKeys("experiment", "experiment.variants", "load.turns.count", "search.slo",
				"tune.space");
		assertThat(this.properties).allSatisfy((name, description) -> assertThat(description).as(name).isNotBlank());
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
		assertThat(output.getOut()).contains("such as p99 < 5ms; when one does not hold").doesNotContain("&");
	}

	@Test
	void whenPropertyIsAChoiceThenAllConstantsAreListed(CapturedOutput output) throws Exception {
		new HelpCommand().execute(List.of());
		assertThat(output.getOut()).contains("(one of future, async, blocking)",
				"(one of turns, closed, open, ramp, steps, replay, blocking)", "(one of constant, poisson)",
				"(one of pause, schedule)");
	}

	@Test
	void whenHelpIsAskedForThenEveryCommandIsShown(CapturedOutput output) throws Exception {
		new HelpCommand().execute(List.of());
		assertThat(output.getOut()).contains("./lab [compare]", "./lab run", "./lab drive", "./lab serve", "./lab grid",
				"./lab knee", "./lab tune", "./lab merge", "./lab service", "./lab help");
	}

	@Test
	void whenHelpIsAskedForThenEveryBuiltInExperimentHasALine(CapturedOutput output) throws Exception {
		new HelpCommand().execute(List.of());
		assertThat(BuiltInExperiments.NAMES).contains("classic", "limits")
			.allSatisfy((name) -> assertThat(output.getOut().lines())
				.anyMatch((line) -> line.matches("  %s +[A-Z1].{20,}".formatted(name))));
	}

}
