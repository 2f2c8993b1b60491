package dev.grpctuning.load.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.ResultFile;

/** The folder of a command's results, in that of {@code experiment.output}. */
public final class ResultFolder {

	private ResultFolder() {
	}

	public static void make(Path directory) {
		try {
			Files.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new UsageException("experiment.output: %s cannot be made (%s); name a folder that can be written to."
				.formatted(directory, ex.getMessage()), ex);
		}
	}

	public static void removeIfEmpty(Path directory) {
		try {
			Files.delete(directory);
		}
		catch (IOException ex) {
			// There is something in it, such as the log of a server.
		}
	}

	public static void write(Record document, Path directory) {
		attempt(() -> ResultFile.write(document, directory.resolve("result.json")));
	}

	public static void attempt(Writing writing) {
		try {
			writing.write();
		}
		catch (IOException ex) {
			throw new UsageException(
					"experiment.output: the result cannot be written (%s); make room for it, or name a folder that can be written to."
						.formatted(ex),
					ex);
		}
	}

	/** Writes to the folder. */
	@FunctionalInterface
	public interface Writing {

		void write() throws IOException;

	}

}
