package dev.grpctuning.load.app;

import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.metadata.PropertyMetadata;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link HelpText}. */
@Tag(Approved.TAG)
class HelpTextTests {

	@Test
	void whenHelpIsAskedForThenItsTextIsTheApprovedOne() {
		Approved.assertApproved("help.txt", HelpText.text(List.of()) + "\n");
	}

	@Test
	void whenACommandIsExplainedThenItsTextIsTheApprovedOne() {
		Approved.assertApproved("help-commands.txt",
				CommandName.all().stream().map(HelpTextTests::text).collect(Collectors.joining("\n\n")));
	}

	@Test
	void whenAnOptionIsAlsoTheNameOfPropertiesThenAllAreListed() {
		assertThat(text("live")).contains("Option --live", "live.port = 0", "live.keep = false");
	}

	@Test
	void whenEachPropertyIsExplainedThenItsDescriptionIsPrinted() {
		assertThat(PropertyMetadata.ofLoadClient()).allSatisfy((property) -> {
			assertThat(property.description()).isNotBlank().isNotEqualTo("null");
			assertThat(text(property.name())).contains("\n    " + property.text());
		});
	}

	@Test
	void whenANameIsGivenThenAllPropertiesBelowItArePrinted() {
		assertThat(text("load").lines().filter((line) -> !line.startsWith(" "))).map((line) -> line.split(" ")[0])
			.containsExactlyElementsOf(PropertyMetadata.ofLoadClient()
				.stream()
				.map(PropertyMetadata::name)
				.filter((name) -> name.startsWith("load."))
				.toList());
		assertThat(text("load")).contains("load.channels = 1\n", "load.max-open-calls\n", "p99 < 5ms")
			.doesNotContain("&");
	}

	@ParameterizedTest
	@ValueSource(strings = { "load.open.rate", "rate", "r", "-r", "--load.open.rate" })
	void whenAnOptionIsExplainedThenAllItsNamesAre(String word) {
		assertThat(text(word)).startsWith("load.open.rate = 200\n    Calls per second")
			.contains("    Option -r, --rate\n", "    Environment variable LOAD_OPEN_RATE");
	}

	@Test
	void whenTheNameIsUnknownThenTheNearestIsNamed() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> text("load.chanels"))
			.withMessage("load.chanels: there is no such command or property; did you mean load.channels?");
	}

	private static String text(String word) {
		return HelpText.text(List.of(word));
	}

}
