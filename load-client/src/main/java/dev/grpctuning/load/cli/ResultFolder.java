package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.report.ResultFile;

/**
 * The folder in {@code experiment.output} that has all that came of a command.
 */
final class ResultFolder {

	private ResultFolder() {
	}

	static void make(Path directory) {
		try {
			Files.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new UsageException("experiment.output: %s cannot be made (%s); name a folder that can be written to."
				.formatted(directory, ex.getMessage()), ex);
		}
	}

	/**
	 * Removes a folder into which nothing was written.
	 */
	static void removeIfEmpty(Path directory) {
		try {
			Files.delete(directory);
		}
		catch (IOException ex) {
			// It has something in it, such as what a server has said.
		}
	}

	/**
	 * Writes a document, over that which is there.
	 */
	static void write(Record document, Path directory) {
		attempt(() -> ResultFile.write(document, directory.resolve("result.json")));
	}

	/**
	 * Writes something into such a folder.
	 */
	static void attempt(Writing writing) {
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

	/**
	 * Writes files.
	 */
	@FunctionalInterface
	interface Writing {

		void write() throws IOException;

	}

}
