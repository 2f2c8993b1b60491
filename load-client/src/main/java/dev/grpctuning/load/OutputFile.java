package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.report.ResultFile;

/**
 * Where the result goes: standard output, and the file that {@code load.output} names.
 *
 * @param path the file, or {@code -}
 */
record OutputFile(@Nullable Path path) {

	/**
	 * A result that cannot be written is said before the run, not after it.
	 */
	void check() {
		if (this.path != null && !onStandardOutput()) {
			try {
				ResultFile.checkWritable(this.path);
			}
			catch (IOException ex) {
				throw notWritable(this.path, ex);
			}
		}
	}

	private boolean onStandardOutput() {
		return String.valueOf(this.path).equals("-");
	}

	/**
	 * Prints a summary, writes the document and prints where to; {@code -} prints the
	 * document alone, as one line.
	 */
	void report(String summary, Record document) {
		if (onStandardOutput()) {
			System.out.println(ResultFile.line(document));
			return;
		}
		System.out.println(summary);
		if (this.path != null) {
			try {
				ResultFile.write(document, this.path);
			}
			catch (IOException ex) {
				throw notWritable(this.path, ex);
			}
			System.out.println(this.path);
		}
	}

	private static UsageException notWritable(Path output, IOException reason) {
		return new UsageException(
				"load.output: %s cannot be written (%s); name a file in a folder that can.".formatted(output, reason),
				reason);
	}

}
