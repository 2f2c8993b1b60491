package dev.grpctuning.testkit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** Tables of the fields of records in Markdown. */
public final class SchemaTables {

	private SchemaTables() {
	}

	/** Returns a heading and a table for each record. */
	public static String of(Map<String, JsonObject> definitions, Predicate<String> elsewhere, String file) {
		StringBuilder text = new StringBuilder();
		definitions.forEach((name, definition) -> {
			if (elsewhere.test(name)) {
				return;
			}
			text.append("### %s\n\n| field | type | description |\n|---|---|---|\n".formatted(name));
			definition.getAsJsonObject("properties").asMap().forEach((field, element) -> {
				JsonObject schema = element.getAsJsonObject();
				text.append("| `%s` | %s | %s |\n".formatted(field, type(schema, elsewhere, file),
						schema.get("description").getAsString()));
			});
			text.append('\n');
		});
		return text.toString();
	}

	private static String type(JsonObject schema, Predicate<String> elsewhere, String file) {
		if (schema.has("const")) {
			return "`" + schema.get("const").getAsString() + "`";
		}
		if (schema.has("$ref")) {
			String name = schema.get("$ref").getAsString().replaceFirst(".*/", "");
			return "[%s](%s#%s)".formatted(name, elsewhere.test(name) ? file : "",
					name.toLowerCase(Locale.ROOT).replace(".", ""));
		}
		if (schema.get("anyOf") instanceof JsonArray choices) {
			return type(choices.get(0).getAsJsonObject(), elsewhere, file) + " or null";
		}
		if (schema.get("type") instanceof JsonArray types) {
			JsonObject present = schema.deepCopy();
			present.add("type", types.get(0));
			return type(present, elsewhere, file) + " or null";
		}
		if (schema.get("enum") instanceof JsonArray constants) {
			return constants.asList()
				.stream()
				.filter((constant) -> !constant.isJsonNull())
				.map((constant) -> "`" + constant.getAsString() + "`")
				.collect(Collectors.joining(", "));
		}
		if (schema.get("items") instanceof JsonObject items) {
			return "list of " + type(items, elsewhere, file);
		}
		if (schema.get("additionalProperties") instanceof JsonObject values) {
			return "object of " + type(values, elsewhere, file);
		}
		if (schema.has("format")) {
			return "time";
		}
		JsonElement type = schema.get("type");
		return (type != null) ? type.getAsString() : "any";
	}

	/** Returns a table in Markdown. */
	public static String table(List<String> header, List<List<String>> rows) {
		return line(header) + "|---".repeat(header.size()) + "|\n"
				+ rows.stream().map(SchemaTables::line).collect(Collectors.joining());
	}

	private static String line(List<String> cells) {
		return cells.stream().map((cell) -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
	}

}
