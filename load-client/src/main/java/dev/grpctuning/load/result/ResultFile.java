package dev.grpctuning.load.result;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.google.gson.FormattingStyle;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonIOException;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import com.google.gson.stream.JsonWriter;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.template.Templates;

/**
 * Writes and reads result files: JSON, with enum constants in lower case with dashes and
 * times in ISO 8601.
 */
public final class ResultFile {

	/** Number of the form of result files. */
	public static final int SCHEMA = 2;

	private static final String KIND = "kind";

	private static final Gson PLAIN = new Gson();

	private static final Gson GSON = new GsonBuilder().setPrettyPrinting()
		.serializeNulls()
		.disableHtmlEscaping()
		.registerTypeHierarchyAdapter(Enum.class,
				(JsonSerializer<Enum<?>>) (constant, type, context) -> new JsonPrimitive(Templates.kebab(constant)))
		.registerTypeHierarchyAdapter(Enum.class,
				(JsonDeserializer<Enum<?>>) (text, type, context) -> constant(text.getAsString(), (Class<?>) type))
		.registerTypeAdapter(Instant.class,
				(JsonSerializer<Instant>) (time, type, context) -> new JsonPrimitive(time.toString()))
		.registerTypeAdapter(Instant.class,
				(JsonDeserializer<Instant>) (time, type, context) -> Instant.parse(time.getAsString()))
		.registerTypeAdapter(LatencySummary.class,
				(JsonSerializer<LatencySummary>) (latencies, type, context) -> written(latencies))
		.registerTypeAdapter(LatencySummary.class,
				(JsonDeserializer<LatencySummary>) (json, type, context) -> read(json.getAsJsonObject().deepCopy()))
		.create();

	private static final Gson ONE_LINE = GSON.newBuilder().setFormattingStyle(FormattingStyle.COMPACT).create();

	private ResultFile() {
	}

	public static void write(Record document, Path file) throws IOException {
		write(document, file, GSON);
	}

	/** Writes a document whose runs are fetched one by one, to save memory. */
	public static void write(Record document, Path file, UnaryOperator<RunDocument> whole) throws IOException {
		JsonSerializer<RunDocument> run = (summary, type, context) -> GSON.toJsonTree(whole.apply(summary));
		write(document, file, GSON.newBuilder().registerTypeAdapter(RunDocument.class, run).create());
	}

	private static void write(Record document, Path file, Gson gson) throws IOException {
		WholeFile.write(file, (writer) -> {
			write(document, gson, writer);
			writer.write('\n');
		});
	}

	public static void writeText(String text, Path file) throws IOException {
		WholeFile.write(file, (writer) -> writer.write(text));
	}

	/** Begins with the kind of the document, if it has one. */
	private static void write(Record document, Gson gson, Writer to) throws IOException {
		Kind kind = document.getClass().getAnnotation(Kind.class);
		try {
			if (kind == null) {
				gson.toJson(document, to);
				return;
			}
			JsonWriter writer = gson.newJsonWriter(to);
			writer.beginObject().name(KIND).value(kind.value());
			for (RecordComponent component : document.getClass().getRecordComponents()) {
				writer.name(component.getName());
				gson.toJson(value(component, document), component.getGenericType(), writer);
			}
			writer.endObject().flush();
		}
		catch (JsonIOException ex) {
			if (ex.getCause() instanceof IOException reason) {
				throw reason;
			}
			throw ex;
		}
	}

	public static String line(Record document) {
		return text(document, ONE_LINE);
	}

	public static JsonElement tree(Record document) {
		return JsonParser.parseString(line(document));
	}

	public static String text(Record document) {
		return text(document, GSON);
	}

	private static String text(Record document, Gson gson) {
		StringWriter text = new StringWriter();
		try {
			write(document, gson, text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return text.toString();
	}

	/** Leaves out the histograms, which take much memory. */
	static RunDocument withoutHistograms(RunDocument run) {
		JsonSerializer<LatencySummary> figures = (latencies, type, context) -> {
			JsonObject json = written(latencies);
			json.addProperty("histogram", "");
			return json;
		};
		Gson gson = GSON.newBuilder().registerTypeAdapter(LatencySummary.class, figures).create();
		return GSON.fromJson(gson.toJsonTree(run), RunDocument.class);
	}

	/** Reads a result file, or a log whose last line is {@linkplain #line a document}. */
	public static <T extends Record> T read(Path file, Class<T> type) throws IOException {
		return type.cast(read(file, List.of(type)));
	}

	/** Reads a result of one of several kinds. */
	public static Record read(Path file, List<Class<? extends Record>> types) throws IOException {
		String text = lastLine(Files.readString(file));
		JsonObject json = parse(text, JsonObject.class);
		JsonElement schema = json.get("schema");
		if (schema == null) {
			throw new IllegalArgumentException("it has no schema number, as every result of the lab has");
		}
		if (!schema.equals(new JsonPrimitive(SCHEMA))) {
			throw new IllegalArgumentException(
					"its schema number is %s, and this version reads %d; measure again with this version"
						.formatted(schema, SCHEMA));
		}
		JsonElement kind = json.get(KIND);
		Class<? extends Record> type = types.stream()
			.filter((candidate) -> kind != null && kind.equals(new JsonPrimitive(kind(candidate))))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("its kind is %s; expected %s".formatted(kind,
					types.stream().map(ResultFile::kind).collect(Collectors.joining(" or ")))));
		Record document = parse(text, type);
		missing(document, "").ifPresent((name) -> {
			throw new IllegalArgumentException(name + " is missing");
		});
		return document;
	}

	private static String kind(Class<? extends Record> type) {
		return type.getAnnotation(Kind.class).value();
	}

	private static String lastLine(String file) {
		String text = file.strip();
		int lastLine = text.lastIndexOf('\n') + 1;
		return text.startsWith("{\"", lastLine) ? text.substring(lastLine) : text;
	}

	private static <T> T parse(String text, Class<T> type) {
		T parsed;
		try {
			parsed = GSON.fromJson(text, type);
		}
		catch (RuntimeException ex) {
			// Gson wraps what a constructor of a record throws.
			Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
			throw new IllegalArgumentException(
					"no JSON of that form: " + String.valueOf(cause.getMessage()).lines().findFirst().orElse(""), ex);
		}
		if (parsed == null) {
			throw new IllegalArgumentException("it is empty");
		}
		return parsed;
	}

	private static Enum<?> constant(String text, Class<?> type) {
		return Arrays.stream(type.getEnumConstants())
			.map((constant) -> (Enum<?>) constant)
			.filter((constant) -> Templates.kebab(constant).equals(text))
			.findFirst()
			.orElseThrow(() -> new JsonParseException("\"" + text + "\" is not one of " + type.getSimpleName()));
	}

	/**
	 * Writes a percentile of too few latencies as {@code null}. It is their maximum, as
	 * which it is read again.
	 */
	private static JsonObject written(LatencySummary latencies) {
		JsonObject json = PLAIN.toJsonTree(latencies).getAsJsonObject();
		Stream.of(LatencyFigure.values())
			.filter((figure) -> isPercentile(figure) && !figure.isKnown(latencies))
			.forEach((figure) -> json.add(name(figure), JsonNull.INSTANCE));
		return json;
	}

	private static LatencySummary read(JsonObject json) {
		Stream.of(LatencyFigure.values())
			.filter((figure) -> json.get(name(figure)) instanceof JsonNull)
			.forEach((figure) -> json.add(name(figure), json.get(name(LatencyFigure.MAX))));
		return PLAIN.fromJson(json, LatencySummary.class);
	}

	static boolean isPercentile(LatencyFigure figure) {
		return figure.title().startsWith("p");
	}

	/** Name of a figure's field, such as {@code p999}. */
	static String name(LatencyFigure figure) {
		return figure.title().replace(".", "");
	}

	/** Finds a component that is {@code null} and not {@link Nullable}. */
	private static Optional<String> missing(@Nullable Object value, String name) {
		return switch (value) {
			case null -> Optional.of(name);
			case Record part -> Stream.of(part.getClass().getRecordComponents())
				.filter((component) -> value(component, part) != null
						|| !component.getAnnotatedType().isAnnotationPresent(Nullable.class))
				.flatMap((component) -> missing(value(component, part),
						(name.isEmpty() ? "" : name + ".") + component.getName())
					.stream())
				.findFirst();
			case List<?> list -> IntStream.range(0, list.size())
				.boxed()
				.flatMap((index) -> missing(list.get(index), "%s[%d]".formatted(name, index)).stream())
				.findFirst();
			case Map<?, ?> map -> map.entrySet()
				.stream()
				.flatMap((entry) -> missing(entry.getValue(), name + "." + entry.getKey()).stream())
				.findFirst();
			default -> Optional.empty();
		};
	}

	private static @Nullable Object value(RecordComponent component, Record part) {
		try {
			component.getAccessor().setAccessible(true);
			return component.getAccessor().invoke(part);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Kind of document in a result file, in its field {@code kind}. */
	@Retention(RetentionPolicy.RUNTIME)
	@Target(ElementType.TYPE)
	public @interface Kind {

		String value();

	}

}
