package dev.grpctuning.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.value.Choice;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of the documentation and the metadata of the properties come from the knobs.
 */
class KnobDocumentationTests {

	private static final Path DOCUMENT = Path.of("../docs/tuning.md");

	private static final Path METADATA = Path
		.of("src/main/resources/META-INF/additional-spring-configuration-metadata.json");

	private static final String START = "<!-- knobs -->\n";

	private static final String END = "<!-- /knobs -->";

	@Test
	void tableOfTheDocumentationIsThatOfTheKnobs() throws IOException {
		String document = Files.readString(DOCUMENT);
		assertThat(document).contains(START, END);
		String table = START + table() + END;
		check(DOCUMENT, document, document.replaceFirst("(?s)" + START + ".*" + END, Matcher.quoteReplacement(table)));
	}

	@Test
	void metadataAreThoseOfTheKnobs() throws IOException {
		check(METADATA, Files.readString(METADATA), metadata());
	}

	private static void check(Path file, String present, String expected) throws IOException {
		if (Boolean.getBoolean("knobs.write")) {
			Files.writeString(file, expected);
		}
		else {
			assertThat(present)
				.as("%s; to write it again: mvn test -pl grpc-tuning-spring-boot-starter -am "
						+ "-Dtest=KnobDocumentationTests -Dsurefire.failIfNoSpecifiedTests=false -Dknobs.write=true",
						file)
				.isEqualTo(expected);
		}
	}

	private static String table() {
		return Knobs.all()
			.stream()
			.map((knob) -> "| `%s` | %s | %s | %s |\n".formatted(knob.name(), described(knob), knob.standard(),
					knob.scope().name().toLowerCase().replace('_', ' ')))
			.collect(Collectors.joining("",
					"| property (`grpc.tuning.…`) | description | default | takes effect |\n|---|---|---|---|\n", ""));
	}

	private static String described(Knob<?> knob) {
		return knob.description() + ((knob.format() == Knob.Format.CHOICE)
				? " One of `%s`.".formatted(Choice.names(knob.type()).replace(", ", "`, `")) : "");
	}

	private static String metadata() {
		List<String> properties = Knobs.all()
			.stream()
			.map((knob) -> property(knob.property(), type(knob), knob.description()))
			.toList();
		return "{\n  \"properties\": [\n"
				+ property("grpc.tuning.enabled", "java.lang.Boolean", "Whether to tune the gRPC server.")
					.replace("\n    }", ",\n      \"defaultValue\": true\n    }")
				+ ",\n" + String.join(",\n", properties) + "\n  ]\n}\n";
	}

	private static String property(String name, String type, String description) {
		return """
				{
				  "name": "%s",
				  "type": "%s",
				  "description": "%s"
				}""".formatted(name, type, description.replace("\"", "\\\""));
	}

	private static String type(Knob<?> knob) {
		if (knob.format() == Knob.Format.SIZE) {
			return "org.springframework.util.unit.DataSize";
		}
		return knob.isList() ? "java.util.List<%s>".formatted(knob.type().getName()) : knob.type().getName();
	}

}
