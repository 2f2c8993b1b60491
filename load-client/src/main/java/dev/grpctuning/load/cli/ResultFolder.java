package dev.grpctuning.load.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.apache.commons.lang3.function.FailableRunnable;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.ResultFile;

/**
 * The folder of a command's results, in that of {@code experiment.output}. If a file
 * cannot be written, the command goes on and prints its result.
 */
public final class ResultFolder {

	private final Path directory;

	private boolean complete = true;

	public ResultFolder(Path directory) {
		this.directory = directory;
		try {
			Files.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new UsageException("experiment.output: %s cannot be made (%s); name a folder that can be written to."
				.formatted(directory, ex), ex);
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

	public void write(Record document) {
		attempt(() -> ResultFile.write(document, this.directory.resolve("result.json")));
	}

	/** Writes to the folder; returns whether that succeeded. */
	public boolean attempt(FailableRunnable<IOException> writing) {
		try {
			writing.run();
			return true;
		}
		catch (IOException ex) {
			fail("cannot be written", ex);
			return false;
		}
	}

	/** Prints the first failure. */
	public void fail(String what, IOException reason) {
		if (this.complete) {
			System.err.println(
					"experiment.output: the result %s (%s) and will be printed; make room for it, or name a folder that can be written to."
						.formatted(what, reason));
			this.complete = false;
		}
	}

	public boolean isComplete() {
		return this.complete;
	}

	/** Adds the document to a text that is to be printed, if files are missing. */
	public String text(String text, Record document) {
		return this.complete ? text : text + "\n" + ResultFile.line(document);
	}

	public int exitCode(int exitCode) {
		return this.complete ? exitCode : ExitCode.BAD_INPUT;
	}

}
