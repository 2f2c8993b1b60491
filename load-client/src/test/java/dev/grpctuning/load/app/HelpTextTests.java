package dev.grpctuning.load.app;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.util.HtmlUtils;

import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.experiment.BuiltInExperiments;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.metadata.PropertyMetadata;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link HelpText}. */
@Tag(Approved.TAG)
@ExtendWith(OutputCaptureExtension.class)
class HelpTextTests {

	private final Map<String, String> properties = new TreeMap<>();

	@BeforeEach
	void readMetadata() {
		PropertyMetadata.ofLoadClient()
			.forEach((property) -> this.properties.put(property.name(), String.valueOf(property.description())));
	}

	@Test
	void whenAnOptionIsAlsoTheNameOfPropertiesThenAllAreListed() {
		assertThat(HelpText.text(List.of("live"))).contains("Option --live", "live.port = 0", "live.keep = false");
	}

	@Test
	void whenACommandIsAlsoTheNameOfPropertiesThenBothAreExplained() {
		assertThat(HelpText.text(List.of("grid"))).startsWith("Usage: ./lab grid")
			.contains("grid.clients\n", "grid.warmup = 30s");
	}

	@Test
	void whenHelpIsAskedForThenItsTextIsTheApprovedOne(CapturedOutput output) {
		help();
		Approved.assertApproved("help.txt", output.getOut());
	}

	@Test
	void whenACommandIsExplainedThenItsTextIsTheApprovedOne() {
		Approved.assertApproved("help-commands.txt",
				CommandName.all().stream().map(HelpTextTests::text).collect(Collectors.joining("\n\n")));
	}

	@Test
	void whenPropertyIsKnownThenItIsDescribed() {
		assertThat(this.properties).containsKeys("experiment", "experiment.variants", "load.burst.count", "search.slo",
				"tune.space");
		assertThat(this.properties)
			.allSatisfy((name, description) -> assertThat(description).as(name).isNotBlank().isNotEqualTo("null"));
	}

	@Test
	void whenEachPropertyIsExplainedThenItsDescriptionIsPrinted() {
		assertThat(this.properties).allSatisfy((name, description) -> {
			String text = text(name);
			assertThat(text.lines().filter((line) -> line.matches(Pattern.quote(name) + "( = .*)?"))).as(name)
				.hasSize(1);
			assertThat(text).contains("\n    " + HtmlUtils.htmlUnescape(description));
		});
	}

	@Test
	void whenANameIsGivenThenAllPropertiesBelowItArePrinted(CapturedOutput output) {
		help("load");
		assertThat(output.getOut().lines().filter((line) -> !line.startsWith(" "))).map((line) -> line.split(" ")[0])
			.containsExactlyElementsOf(
					this.properties.keySet().stream().filter((name) -> name.startsWith("load.")).toList());
		assertThat(output.getOut().lines()).contains("load.channels = 1", "load.target = localhost:9090",
				"load.max-open-calls");
		assertThat(output.getOut()).contains("p99 < 5ms").doesNotContain("&");
	}

	@ParameterizedTest
	@ValueSource(strings = { "load.open.rate", "rate", "r", "-r", "--load.open.rate" })
	void whenAnOptionIsExplainedThenAllItsNamesAre(String word, CapturedOutput output) {
		help(word);
		assertThat(output.getOut()).startsWith("load.open.rate = 200\n    Calls per second")
			.contains("    Option -r, --rate\n", "    Environment variable LOAD_OPEN_RATE\n");
	}

	@Test
	void whenTheNameIsUnknownThenTheNearestIsNamed() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> help("load.chanels"))
			.withMessage("load.chanels: there is no such command or property; did you mean load.channels?");
	}

	@Test
	void whenHelpIsAskedForThenEveryCommandIsShown(CapturedOutput output) {
		help();
		assertThat(CommandName.values()).allSatisfy((name) -> assertThat(output.getOut().lines())
			.anyMatch((line) -> line.matches("  %s .*".formatted(name))));
	}

	@Test
	void whenHelpIsAskedForThenEveryBuiltInExperimentHasALine(CapturedOutput output) {
		help();
		assertThat(BuiltInExperiments.NAMES).contains("classic", "limits")
			.allSatisfy((name) -> assertThat(output.getOut().lines())
				.anyMatch((line) -> line.matches("  %s +[A-Z1].{20,}".formatted(name))));
	}

	private static void help(String... words) {
		System.out.println(HelpText.text(List.of(words)));
	}

	private static String text(String word) {
		return HelpText.text(List.of(word));
	}

}
