package dev.grpctuning.load.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.ResultFile.Kind;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.testkit.PackageRules;
import dev.grpctuning.testkit.RecordSchema;
import dev.grpctuning.testkit.ReferenceFile;

import static org.assertj.core.api.Assertions.assertThat;

/** JSON Schema of result files. */
public final class ResultSchema {

	static final Path FILE = ReferenceFile.of("result.schema.json");

	private ResultSchema() {
	}

	/** Returns an empty schema with the names that result files have. */
	public static RecordSchema records(Class<?> test, String descriptions) {
		return new RecordSchema(Templates::kebab, test, descriptions);
	}

	/** Returns a schema of all kinds of result files. */
	public static RecordSchema ofResults() {
		RecordSchema schema = records(ResultSchema.class, "result-fields.properties");
		for (Class<?> type : kinds()) {
			schema.add(type);
			addKind(Objects.requireNonNull(schema.definitions().get(RecordSchema.name(type))), type);
		}
		JsonObject latencies = Objects.requireNonNull(schema.definitions().get("LatencySummary"));
		for (LatencyFigure figure : LatencyFigure.values()) {
			if (ResultFile.isPercentile(figure)) {
				JsonObject field = latencies.getAsJsonObject("properties").getAsJsonObject(ResultFile.name(figure));
				field.add("type", JsonParser.parseString("[\"integer\", \"null\"]"));
			}
		}
		return schema;
	}

	private static void addKind(JsonObject definition, Class<?> type) {
		JsonObject properties = definition.getAsJsonObject("properties");
		JsonObject all = new JsonObject();
		JsonObject kind = new JsonObject();
		kind.addProperty("const", type.getAnnotation(Kind.class).value());
		kind.addProperty("description", "Kind of the result.");
		all.add("kind", kind);
		all.asMap().putAll(properties.asMap());
		if (all.get("schema") instanceof JsonObject number) {
			number.remove("type");
			number.addProperty("const", ResultFile.SCHEMA);
			definition.getAsJsonArray("required").add("schema");
		}
		definition.add("properties", all);
	}

	static List<Class<?>> kinds() {
		return PackageRules.classesOf("dev.grpctuning.load")
			.stream()
			.filter((type) -> type.isAnnotatedWith(Kind.class))
			.<Class<?>>map((type) -> type.reflect())
			.sorted(Comparator.comparing((type) -> type.getAnnotation(Kind.class).value()))
			.toList();
	}

	static String text(Map<String, JsonObject> definitions) {
		JsonObject schema = new JsonObject();
		schema.addProperty("$comment", "Generated from the code by ResultReferenceTests.");
		schema.addProperty("$schema", "https://json-schema.org/draft/2020-12/schema");
		schema.addProperty("title", "Result of the load client");
		schema.addProperty("type", "object");
		schema.add("required", JsonParser.parseString("[\"kind\"]"));
		JsonArray names = new JsonArray();
		JsonArray records = new JsonArray();
		for (Class<?> type : kinds()) {
			String name = type.getAnnotation(Kind.class).value();
			names.add(name);
			records.add(JsonParser.parseString("""
					{"if": {"properties": {"kind": {"const": "%s"}}}, "then": {"$ref": "#/$defs/%s"}}""".formatted(name,
					RecordSchema.name(type))));
		}
		schema.add("properties", JsonParser.parseString("{\"kind\": {\"enum\": %s}}".formatted(names)));
		schema.add("allOf", records);
		JsonObject all = new JsonObject();
		definitions.forEach(all::add);
		schema.add("$defs", all);
		return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(schema) + "\n";
	}

	/** Asserts that a result file is valid by the committed schema. */
	public static void assertValid(Path result) throws IOException {
		assertThat(errors(Files.readString(FILE), Files.readString(result))).as(result.toString()).isEmpty();
	}

	static List<Error> errors(String schema, String json) {
		return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
			.getSchema(schema, InputFormat.JSON)
			.validate(json, InputFormat.JSON);
	}

}
