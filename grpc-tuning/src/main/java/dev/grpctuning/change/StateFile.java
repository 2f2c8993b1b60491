package dev.grpctuning.change;

import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.TuningSource;

/**
 * Keeps changes in a file of properties. It is replaced as a whole, so that after a crash
 * it has the changes from before or after. For use by one application.
 */
public final class StateFile {

	/** No file, which keeps nothing. */
	public static final StateFile NONE = new StateFile(null, Map.of());

	private static final Logger logger = LoggerFactory.getLogger(StateFile.class);

	private final @Nullable Path file;

	private final Map<String, String> values;

	private StateFile(@Nullable Path file, Map<String, String> values) {
		this.file = file;
		this.values = values;
	}

	/**
	 * Reads a file, if it is there. One that cannot be read, or whose values do not work
	 * with what the application is configured with, counts as empty: the server then
	 * starts as it is configured.
	 */
	public static StateFile read(Path file, TuningSource source) {
		Map<String, String> values = new TreeMap<>();
		try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
			Properties properties = new Properties();
			properties.load(reader);
			for (String name : properties.stringPropertyNames()) {
				if (!name.startsWith(Knob.PREFIX)) {
					throw new IOException("%s is not a property of %s*".formatted(name, Knob.PREFIX));
				}
				values.put(name.substring(Knob.PREFIX.length()), properties.getProperty(name));
			}
			source.read(values).settings();
			if (!values.isEmpty()) {
				logger.info("Changes kept in {} are in force again: {}", file, values);
			}
		}
		catch (NoSuchFileException ex) {
			// The first start.
		}
		catch (IOException | IllegalArgumentException | InvalidTuningException ex) {
			logger.warn("The changes in {} are ignored, and the server starts as it is configured: {}", file,
					(ex instanceof InvalidTuningException) ? ex.getMessage() : ex.toString());
			values.clear();
		}
		return new StateFile(file, values);
	}

	/** Values by property name without prefix, as the application before had them. */
	public Map<String, String> values() {
		return this.values;
	}

	/**
	 * Keeps these values instead.
	 * @return why that failed, {@code null} if it did not
	 */
	public @Nullable String keep(Map<String, String> kept) {
		if (this.file == null) {
			return null;
		}
		StringBuilder text = new StringBuilder(
				"# Changes of the gRPC server's tuning that are in force after a restart.\n");
		new TreeMap<>(kept).forEach((name, value) -> text.append(Knob.PREFIX)
			.append(escaped(name))
			.append('=')
			.append(escaped(value))
			.append('\n'));
		try {
			write(this.file, text.toString());
			return null;
		}
		catch (IOException ex) {
			String problem = "in force, but not after a restart, because %s could not be written: %s"
				.formatted(this.file, ex);
			logger.error("A change of the gRPC server's tuning is {}", problem);
			return problem;
		}
	}

	private static String escaped(String text) {
		return text.replaceAll("([\\\\:=#! \\[\\]])", "\\\\$1");
	}

	/** A crash of the machine must not leave an empty file under the name. */
	private static void write(Path file, String text) throws IOException {
		Path folder = file.toAbsolutePath().getParent();
		if (folder != null) {
			Files.createDirectories(folder);
		}
		Path next = file.resolveSibling(file.getFileName() + ".next");
		try (FileChannel channel = FileChannel.open(next, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
				StandardOpenOption.TRUNCATE_EXISTING)) {
			ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
			while (bytes.hasRemaining()) {
				channel.write(bytes);
			}
			channel.force(true);
		}
		Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
	}

}
