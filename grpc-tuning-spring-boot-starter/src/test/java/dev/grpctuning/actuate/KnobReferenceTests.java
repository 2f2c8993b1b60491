package dev.grpctuning.actuate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.Choice;
import dev.grpctuning.testkit.ReferenceFile;
import dev.grpctuning.testkit.SchemaTables;

import static org.assertj.core.api.Assertions.assertThat;

/** The reference and the metadata of the properties are those of the knobs. */
class KnobReferenceTests {

	private static final Path METADATA = Path.of("target/classes/META-INF/spring-configuration-metadata.json");

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
	void everyKnobIsAPropertyWithADescriptionAndAType() throws IOException {
		Map<String, Map<?, ?>> properties = new TreeMap<>();
		for (Object each : (List<?>) metadata().getOrDefault("properties", List.of())) {
			if (each instanceof Map<?, ?> property && String.valueOf(property.get("name")).startsWith(Knob.PREFIX)) {
				properties.put(String.valueOf(property.get("name")).substring(Knob.PREFIX.length()), property);
			}
		}
		assertThat(properties.remove("enabled")).extracting("defaultValue").isEqualTo(true);
		assertThat(List.of("state-file", "objective.p99", "objective.methods", "objective.errors", "autopilot.mode",
				"autopilot.bounds", "autopilot.quiet", "autopilot.max-time", "autopilot.max-outside",
				"autopilot.max-experiment"))
			.allSatisfy((name) -> assertThat(properties.remove(name)).extracting("description")
				.asString()
				.matches("[A-Z].*\\."));
		assertThat(properties.keySet()).containsExactlyInAnyOrderElementsOf(Knobs.names());
		assertThat(Knobs.all()).allSatisfy((knob) -> {
			Map<?, ?> property = properties.getOrDefault(knob.name(), Map.of());
			assertThat(property.get("description")).asString().matches("[A-Z].*\\.");
			assertThat(property.get("type")).isEqualTo(type(knob));
		});
	}

	private static Map<String, Object> metadata() throws IOException {
		return JsonParserFactory.getJsonParser().parseMap(Files.readString(METADATA));
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
		return KnobDescriptions.of(knob) + ((knob.format() == Knob.Format.CHOICE)
				? " One of `%s`.".formatted(Choice.names(knob.type()).replace(", ", "`, `")) : "");
	}

	private static String type(Knob<?> knob) {
		if (knob.format() == Knob.Format.SIZE) {
			return "org.springframework.util.unit.DataSize";
		}
		return knob.isList() ? "java.util.List<%s>".formatted(knob.type().getName()) : knob.type().getName();
	}

}
