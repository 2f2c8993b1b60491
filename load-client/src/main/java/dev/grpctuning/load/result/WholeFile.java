package dev.grpctuning.load.result;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import org.apache.commons.lang3.function.FailableConsumer;

/** Writes files that are complete or not there: beside their place, and then moved. */
public final class WholeFile {

	private WholeFile() {
	}

	static void write(Path file, FailableConsumer<Writer, IOException> content) throws IOException {
		Path target = target(file);
		Path part = part(target);
		try {
			try (Writer writer = Files.newBufferedWriter(part)) {
				content.accept(writer);
			}
			Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (IOException ex) {
			Files.deleteIfExists(part);
			throw ex;
		}
	}

	/** Copies a text without holding all of it in memory. */
	public static void copy(Path text, Path file) throws IOException {
		try (Reader reader = Files.newBufferedReader(text)) {
			write(file, reader::transferTo);
		}
	}

	/** Tries to write to a file, and makes the folders for it. */
	public static void check(Path file) throws IOException {
		Path part = part(target(file));
		Files.write(part, new byte[0]);
		Files.delete(part);
	}

	/** Opens a file that is written during a run, and is there before it is complete. */
	public static OutputStream stream(Path file) throws IOException {
		Path target = target(file);
		Files.createDirectories(target.getParent());
		return Files.newOutputStream(target);
	}

	/** Follows a link; refuses a device or a folder. */
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

}
