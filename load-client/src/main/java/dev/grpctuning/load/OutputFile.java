package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.report.ResultFile;

/**
 * Where the result goes: standard output, and the file that {@code load.output} names.
 *
 * @param name the file, or {@code -}
 */
record OutputFile(@Nullable String name) {

	/**
	 * A result that cannot be written is said before the run, not after it.
	 */
	void check() {
		if (this.name != null && !onStandardOutput()) {
			try {
				ResultFile.checkWritable(Path.of(this.name));
			}
			catch (IOException ex) {
				throw notWritable(this.name, ex);
			}
		}
	}

	private boolean onStandardOutput() {
		return "-".equals(this.name);
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
		if (this.name != null) {
			try {
				ResultFile.write(document, Path.of(this.name));
			}
			catch (IOException ex) {
				throw notWritable(this.name, ex);
			}
			System.out.println(this.name);
		}
	}

	private static UsageException notWritable(String output, IOException reason) {
		return new UsageException(
				"load.output: %s cannot be written (%s); name a file in a folder that can.".formatted(output, reason),
				reason);
	}

}
