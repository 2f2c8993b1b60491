package dev.grpctuning.load.report;

import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.Type;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Locale;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;

/**
 * Writes result files: JSON, with enum constants in lower case with dashes and times in
 * ISO 8601. A file is complete or not there: it is written beside its place and moved.
 */
public final class ResultFile {

	private static final Gson GSON = new GsonBuilder().setPrettyPrinting()
		.serializeNulls()
		.disableHtmlEscaping()
		.registerTypeHierarchyAdapter(Enum.class, new EnumSerializer())
		.registerTypeAdapter(Instant.class,
				(JsonSerializer<Instant>) (time, type, context) -> new JsonPrimitive(time.toString()))
		.create();

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

	static String kebab(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
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
