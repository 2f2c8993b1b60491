package dev.grpctuning.load.result;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import com.google.gson.FormattingStyle;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;
import com.google.gson.stream.JsonWriter;

/**
 * Writes and reads result files: JSON, with enum constants in lower case with dashes and
 * times in ISO 8601. A file is complete or not there: it is written beside its place and
 * moved.
 */
public final class ResultFile {

	private static final String KIND = "kind";

	private static final Gson GSON = new GsonBuilder().setPrettyPrinting()
		.serializeNulls()
		.disableHtmlEscaping()
		.setFieldNamingStrategy(EngineFields::name)
		.registerTypeHierarchyAdapter(Enum.class, new EnumSerializer())
		.registerTypeHierarchyAdapter(Enum.class, new EnumDeserializer())
		.registerTypeAdapter(Instant.class,
				(JsonSerializer<Instant>) (time, type, context) -> new JsonPrimitive(time.toString()))
		.registerTypeAdapter(Instant.class,
				(JsonDeserializer<Instant>) (time, type, context) -> Instant.parse(time.getAsString()))
		.create();

	private static final Gson ONE_LINE = GSON.newBuilder().setFormattingStyle(FormattingStyle.COMPACT).create();

	private ResultFile() {
	}

	/**
	 * Writes a document.
	 * @throws IOException if it cannot be written
	 */
	public static void write(Record document, Path file) throws IOException {
		write(document, file, GSON);
	}

	/**
	 * Writes a document whose runs are fetched one by one.
	 * @param whole gives a run of the document as it is to be written
	 * @throws IOException if it cannot be written
	 */
	public static void write(Record document, Path file, UnaryOperator<RunDocument> whole) throws IOException {
		write(document, file,
				GSON.newBuilder()
					.registerTypeAdapter(RunDocument.class,
							(JsonSerializer<RunDocument>) (run, type, context) -> GSON.toJsonTree(whole.apply(run)))
					.create());
	}

	private static void write(Record document, Path file, Gson gson) throws IOException {
		Path target = target(file);
		Path part = part(target);
		try (Writer writer = Files.newBufferedWriter(part)) {
			write(document, gson, writer);
			writer.write('\n');
		}
		Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
	}

	/**
	 * Begins with the kind of the document, if it has one.
	 */
	private static void write(Record document, Gson gson, Writer to) {
		ResultKind kind = document.getClass().getAnnotation(ResultKind.class);
		if (kind == null) {
			gson.toJson(document, to);
			return;
		}
		try {
			JsonWriter writer = gson.newJsonWriter(to);
			writer.beginObject().name(KIND).value(kind.value());
			for (RecordComponent component : document.getClass().getRecordComponents()) {
				writer.name(component.getName());
				gson.toJson(MissingField.value(component, document), component.getGenericType(), writer);
			}
			writer.endObject().flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Writes a text.
	 * @throws IOException if it cannot be written
	 */
	public static void writeText(String text, Path file) throws IOException {
		Path target = target(file);
		Path part = part(target);
		Files.writeString(part, text);
		Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
	}

	/**
	 * A document as one line.
	 */
	public static String line(Record document) {
		StringWriter line = new StringWriter();
		write(document, ONE_LINE, line);
		return line.toString();
	}

	/**
	 * A document, or a part of one, as a tree.
	 */
	public static JsonElement tree(Record document) {
		return JsonParser.parseString(line(document));
	}

	/**
	 * A document as a result file has it.
	 */
	public static String text(Record document) {
		StringWriter text = new StringWriter();
		write(document, GSON, text);
		return text.toString();
	}

	/**
	 * Reads a result of one kind: a file that was written here, or a log whose last line
	 * is {@linkplain #line a document}.
	 * @throws IOException if it cannot be read
	 * @throws IllegalArgumentException if it is no such result
	 */
	public static <T extends Record> T read(Path file, Class<T> type) throws IOException {
		return type.cast(read(file, List.of(type)));
	}

	/**
	 * Reads a result of one of several kinds.
	 * @throws IOException if it cannot be read
	 * @throws IllegalArgumentException if it is no such result
	 */
	public static Record read(Path file, List<Class<? extends Record>> types) throws IOException {
		String text = lastLine(Files.readString(file));
		JsonObject json = parse(text, JsonObject.class);
		checkSchema(json);
		JsonElement kind = json.get(KIND);
		Class<? extends Record> type = types.stream()
			.filter((candidate) -> kind != null && kind.equals(new JsonPrimitive(kind(candidate))))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("its kind is %s; expected %s".formatted(kind,
					types.stream().map(ResultFile::kind).collect(Collectors.joining(" or ")))));
		Record document = parse(text, type);
		MissingField.of(document).ifPresent((name) -> {
			throw new IllegalArgumentException(name + " is missing");
		});
		return document;
	}

	private static String kind(Class<? extends Record> type) {
		return type.getAnnotation(ResultKind.class).value();
	}

	/**
	 * Of a log whose last line is a document, that line.
	 */
	private static String lastLine(String file) {
		String text = file.strip();
		int lastLine = text.lastIndexOf('\n') + 1;
		return text.startsWith("{\"", lastLine) ? text.substring(lastLine) : text;
	}

	private static void checkSchema(JsonObject json) {
		if (!json.has("schema")) {
			throw new IllegalArgumentException("it has no schema number, as every result of the lab has");
		}
		if (!json.get("schema").toString().equals(String.valueOf(RunDocument.SCHEMA))) {
			throw new IllegalArgumentException("its schema number is %s, and this version reads %d"
				.formatted(json.get("schema"), RunDocument.SCHEMA));
		}
	}

	private static <T> T parse(String text, Class<T> type) {
		T parsed;
		try {
			parsed = GSON.fromJson(text, type);
		}
		catch (RuntimeException ex) {
			// Gson says what the constructors of the records say of what they are given.
			Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
			throw new IllegalArgumentException(
					"no JSON of that form: " + String.valueOf(cause.getMessage()).lines().findFirst().orElse(""), ex);
		}
		if (parsed == null) {
			throw new IllegalArgumentException("it is empty");
		}
		return parsed;
	}

	/**
	 * Tries whether a document could be written, and makes the folders for it.
	 */
	public static void checkWritable(Path file) throws IOException {
		Path part = part(target(file));
		Files.write(part, new byte[0]);
		Files.delete(part);
	}

	/**
	 * Whether two files that can be written are one, whatever names it is given.
	 * @throws IOException if that cannot be found out
	 */
	public static boolean same(Path one, Path other) throws IOException {
		return real(one).equals(real(other));
	}

	private static Path real(Path file) throws IOException {
		Path target = target(file);
		return target.resolveSibling(".").toRealPath().resolve(target.getFileName());
	}

	/**
	 * Opens a file that is written as a run goes on.
	 */
	public static OutputStream stream(Path file) throws IOException {
		Path target = target(file);
		Files.createDirectories(target.getParent());
		return Files.newOutputStream(target);
	}

	/**
	 * The file itself, where a link leads to it: what is there must be a file, not a
	 * device or a folder.
	 */
	private static Path target(Path file) throws IOException {
		Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
		if (Files.exists(target) && !Files.isRegularFile(target)) {
			throw new FileSystemException(file.toString(), null, "no regular file");
		}
		return target;
	}

	private static Path part(Path target) throws IOException {
		Path part = target.resolveSibling(target.getFileName() + ".part");
		Files.createDirectories(part.getParent());
		return part;
	}

	/**
	 * How a constant is written, in files as for people.
	 */
	public static String kebab(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/**
	 * Reads {@code out-of-memory} as {@code OUT_OF_MEMORY}.
	 */
	private static final class EnumDeserializer implements JsonDeserializer<Enum<?>> {

		@Override
		public Enum<?> deserialize(JsonElement text, Type type, JsonDeserializationContext context) {
			String name = text.getAsString().toUpperCase(Locale.ROOT).replace('-', '_');
			for (Object constant : ((Class<?>) type).getEnumConstants()) {
				if (((Enum<?>) constant).name().equals(name)) {
					return (Enum<?>) constant;
				}
			}
			throw new JsonParseException(text + " is not one of " + ((Class<?>) type).getSimpleName());
		}

	}

	/**
	 * Writes {@code OUT_OF_MEMORY} as {@code out-of-memory}.
	 */
	private static final class EnumSerializer implements JsonSerializer<Enum<?>> {

		@Override
		public JsonPrimitive serialize(Enum<?> constant, Type type, JsonSerializationContext context) {
			return new JsonPrimitive(kebab(constant));
		}

	}

}
