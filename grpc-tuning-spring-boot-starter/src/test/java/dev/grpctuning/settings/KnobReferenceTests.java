package dev.grpctuning.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.value.Choice;
import dev.grpctuning.testkit.ReferenceFile;
import dev.grpctuning.testkit.SchemaTables;

/** The reference and the metadata of the properties are those of the knobs. */
class KnobReferenceTests {

	private static final Path METADATA = Path
		.of("src/main/resources/META-INF/additional-spring-configuration-metadata.json");

	@Test
	void tableIsThatOfTheKnobs() throws IOException {
		ReferenceFile.checkPart("knobs.md", "knobs",
				SchemaTables.table(
						List.of("property (`grpc.tuning.…`)", "type", "default", "description", "takes effect"),
						Knobs.all()
							.stream()
							.map((knob) -> List.of("`" + knob.name() + "`", type(knob.format()), knob.standard(),
									described(knob), knob.scope().name().toLowerCase().replace('_', ' ')))
							.toList()));
	}

	@Test
	void metadataAreThoseOfTheKnobs() throws IOException {
		ReferenceFile.check(METADATA, metadata());
	}

	private static String type(Knob.Format format) {
		return switch (format) {
			case NUMBER -> "number";
			case SIZE -> "size";
			case DURATION -> "duration";
			case FLAG -> "true or false";
			case FRACTION -> "share";
			case TEXT -> "text";
			case CHOICE -> "name";
			case NAMES -> "list of names";
			case ROUTES -> "list of routes";
			case METHODS -> "list of methods";
		};
	}

	private static String described(Knob<?> knob) {
		return knob.description() + ((knob.format() == Knob.Format.CHOICE)
				? " One of `%s`.".formatted(Choice.names(knob.type()).replace(", ", "`, `")) : "");
	}

	private static String metadata() {
		List<String> properties = Knobs.all()
			.stream()
			.map((knob) -> property(knob.property(), type(knob), knob.description(), defaultValue(knob)))
			.toList();
		return "{\n  \"properties\": [\n"
				+ property("grpc.tuning.enabled", "java.lang.Boolean", "Whether to tune the gRPC server.", "true")
				+ ",\n" + String.join(",\n", properties) + "\n  ]\n}\n";
	}

	private static String property(String name, String type, String description, @Nullable String defaultValue) {
		return """
				{
				  "name": "%s",
				  "type": "%s",
				  "description": "%s"%s
				}""".formatted(name, type, description.replace("\"", "\\\""),
				(defaultValue != null) ? ",\n  \"defaultValue\": " + defaultValue : "");
	}

	/** A default that is a value, and no text about one. */
	private static @Nullable String defaultValue(Knob<?> knob) {
		String standard = knob.standard();
		boolean value = switch (knob.format()) {
			case NUMBER -> standard.matches("\\d+");
			case FLAG -> true;
			case SIZE -> standard.matches("\\d+[KM]?B");
			case DURATION -> standard.matches("\\d+(ms|[smhd])");
			case CHOICE -> List.of(Choice.names(knob.type()).split(", ")).contains(standard);
			case TEXT -> true;
			case FRACTION, NAMES, ROUTES, METHODS -> false;
		};
		boolean bare = knob.format() == Knob.Format.NUMBER || knob.format() == Knob.Format.FLAG;
		return value ? (bare ? standard : "\"" + standard + "\"") : null;
	}

	private static String type(Knob<?> knob) {
		if (knob.format() == Knob.Format.SIZE) {
			return "org.springframework.util.unit.DataSize";
		}
		return knob.isList() ? "java.util.List<%s>".formatted(knob.type().getName()) : knob.type().getName();
	}

}
