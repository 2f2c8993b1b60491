package dev.grpctuning.load.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.lang.reflect.Type;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

import com.google.gson.FormattingStyle;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;

/**
 * Writes and reads result files: JSON, with enum constants in lower case with dashes and
 * times in ISO 8601. A file is complete or not there: it is written beside its place and
 * moved.
 */
public final class ResultFile {

	private static final Gson GSON = new GsonBuilder().setPrettyPrinting()
		.serializeNulls()
		.disableHtmlEscaping()
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
	 * @param document a {@link RunDocument} or an {@link ExperimentDocument}
	 * @param file where to; folders are made as needed
	 * @throws IOException if it cannot be written
	 */
	public static void write(Record document, Path file) throws IOException {
		Path target = target(file);
		Path part = part(target);
		try (Writer writer = Files.newBufferedWriter(part)) {
			GSON.toJson(document, writer);
			writer.write('\n');
		}
		Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
	}

	/**
	 * Writes a text.
	 * @param text the text
	 * @param file where to; folders are made as needed
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
	 * @param document a {@link RunDocument} or a {@link MergedDocument}
	 * @return JSON without a line end
	 */
	public static String line(Record document) {
		return ONE_LINE.toJson(document);
	}

	/**
	 * A document, or a part of one, as a tree.
	 * @param document the document
	 * @return what a result file would have of it
	 */
	public static JsonElement tree(Record document) {
		return GSON.toJsonTree(document);
	}

	/**
	 * A document as a result file has it.
	 * @param document the document
	 * @return JSON without a line end at the end
	 */
	public static String text(Record document) {
		return GSON.toJson(document);
	}

	/**
	 * Reads the result of a run or of several clients: a file that was written here, or a
	 * log whose last line is {@linkplain #line a document}.
	 * @param file the file
	 * @return the result
	 * @throws IOException if it cannot be read
	 * @throws IllegalArgumentException if it holds something else
	 */
	public static Mergeable readMergeable(Path file) throws IOException {
		String text = lastLine(Files.readString(file));
		JsonObject json = parse(text, JsonObject.class);
		checkSchema(json);
		if (json.has("clients")) {
			MergedDocument merged = parse(text, MergedDocument.class);
			checkComplete(merged);
			return merged;
		}
		return run(text);
	}

	private static RunDocument run(String text) {
		RunDocument run = parse(text, RunDocument.class);
		if (Stream.of(run.startedAt(), run.counts(), run.client(), run.latencyHistogram(), run.responseTimeHistogram())
			.anyMatch(Objects::isNull)) {
			throw new IllegalArgumentException("something is missing");
		}
		return run;
	}

	/**
	 * Of a log whose last line is a document, that line.
	 */
	private static String lastLine(String file) {
		String text = file.strip();
		int lastLine = text.lastIndexOf('\n') + 1;
		return text.startsWith("{\"", lastLine) ? text.substring(lastLine) : text;
	}

	/**
	 * Reads the result of a run or of an experiment.
	 * @param file the file
	 * @return a {@link RunDocument} or an {@link ExperimentDocument}
	 * @throws IOException if it cannot be read
	 * @throws IllegalArgumentException if it holds something else, which the message says
	 */
	public static Record read(Path file) throws IOException {
		String text = lastLine(Files.readString(file));
		JsonObject json = parse(text, JsonObject.class);
		checkSchema(json);
		if (json.has("variants") && !json.has("objective")) {
			return experiment(text);
		}
		if (!json.has("counts")) {
			throw new IllegalArgumentException("it has neither the counts of a run nor the variants of an experiment");
		}
		RunDocument run = run(text);
		checkComplete(run);
		return run;
	}

	/**
	 * Reads what a report can be drawn of.
	 * @param file the file
	 * @return an {@link ExperimentDocument}, a {@link KneeDocument} or a
	 * {@link TuneDocument}
	 * @throws IOException if it cannot be read
	 * @throws IllegalArgumentException if it holds something else, which the message says
	 */
	public static Record readDrawable(Path file) throws IOException {
		String text = Files.readString(file);
		JsonObject json = parse(text, JsonObject.class);
		checkSchema(json);
		if (json.has("scores")) {
			return search(text, TuneDocument.class);
		}
		if (!json.has("variants")) {
			throw new IllegalArgumentException("it is no result of ./lab compare, knee or tune: it has no variants");
		}
		return json.has("objective") ? search(text, KneeDocument.class) : experiment(text);
	}

	private static <T extends Record> T search(String text, Class<T> type) {
		T search = parse(text, type);
		checkComplete(search);
		return search;
	}

	private static ExperimentDocument experiment(String text) {
		ExperimentDocument experiment = parse(text, ExperimentDocument.class);
		checkComplete(experiment);
		return experiment;
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

	private static void checkComplete(Record document) {
		MissingField.of(document).ifPresent((name) -> {
			throw new IllegalArgumentException(name + " is missing");
		});
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
	 * @param file where to
	 * @throws IOException if it could not
	 */
	public static void checkWritable(Path file) throws IOException {
		Path part = part(target(file));
		Files.write(part, new byte[0]);
		Files.delete(part);
	}

	/**
	 * Whether two files that can be written are one, whatever names it is given.
	 * @param one a file in a folder that is there
	 * @param other another such file, or the same
	 * @return whether one would overwrite the other
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
	 * @throws IOException if it cannot be written
	 */
	static OutputStream stream(Path file) throws IOException {
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
	 * @param constant such as {@code OUT_OF_MEMORY}
	 * @return such as {@code out-of-memory}
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
