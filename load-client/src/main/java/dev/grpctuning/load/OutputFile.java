package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.report.ResultFile;
import dev.grpctuning.load.report.RunDocument;

/**
 * The file that {@code load.output} names, if it does.
 *
 * @param path where it is
 */
record OutputFile(@Nullable Path path) {

	/**
	 * A result that cannot be written is said before the run, not after it.
	 */
	void check() {
		if (this.path != null) {
			try {
				ResultFile.checkWritable(this.path);
			}
			catch (IOException ex) {
				throw notWritable(this.path, ex);
			}
		}
	}

	/**
	 * Writes a run and prints where to.
	 */
	void write(RunDocument document) {
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
