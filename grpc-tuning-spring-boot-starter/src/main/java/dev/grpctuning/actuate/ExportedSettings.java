package dev.grpctuning.actuate;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.TuningSource.ConfiguredValue;

/** Files with which a fresh application would have the settings of this one. */
enum ExportedSettings {

	/** For {@code application.yml}. */
	YAML("application.yml", new MimeType("application", "yaml"), "grpc.tuning:\n",
			(name, value) -> "  %s: %s\n".formatted(name.contains("[") ? quoted(name) : name, quoted(value))),

	/** For {@code application.properties}. */
	PROPERTIES("application.properties", MimeTypeUtils.TEXT_PLAIN, "",
			(name, value) -> "%s%s=%s\n".formatted(Knob.PREFIX, name,
					value.replace("\\", "\\\\").replaceFirst("^ ", "\\\\ "))),

	/** Environment variables. */
	ENVIRONMENT("application.env", MimeTypeUtils.TEXT_PLAIN, "", (name, value) -> "%s=%s\n".formatted(
			(Knob.PREFIX + name).toUpperCase(Locale.ROOT).replace("-", "").replaceAll("[.\\[]", "_").replace("]", ""),
			value));

	private final String file;

	private final MimeType type;

	private final String head;

	private final BinaryOperator<String> line;

	ExportedSettings(String file, MimeType type, String head, BinaryOperator<String> line) {
		this.file = file;
		this.type = type;
		this.head = head;
		this.line = line;
	}

	static Optional<ExportedSettings> named(String file) {
		for (ExportedSettings each : values()) {
			if (each.file.equals(file)) {
				return Optional.of(each);
			}
		}
		return Optional.empty();
	}

	MimeType type() {
		return this.type;
	}

	/** Writes all knobs that are set, also those that the application configures. */
	String text(TuningSource.Reading set) {
		Map<String, String> properties = new TreeMap<>();
		for (Map.Entry<Knob<?>, ConfiguredValue> each : set.configured().entrySet()) {
			ChangeRequest.of(Map.of(each.getKey().name(), each.getValue().value()))
				.values()
				.forEach((name, value) -> properties.put(name, String.valueOf(value)));
		}
		return properties.entrySet()
			.stream()
			.map((each) -> this.line.apply(each.getKey(), each.getValue()))
			.collect(Collectors.joining("", properties.isEmpty() ? "" : this.head, ""));
	}

	/** As in JSON, which YAML contains. Values have no control characters. */
	private static String quoted(String text) {
		boolean plain = text.matches("[A-Za-z][\\w.-]*") && !text.matches("(?i)true|false|yes|no|on|off|null|y|n");
		return plain ? text : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
	}

}
