package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.report.ResultFile;

/**
 * Where a result goes: standard output, and the file that {@code load.output} names.
 *
 * @param file the file, {@code -} for a document on standard output alone, or
 * {@code null}
 */
record OutputFile(@Nullable String file) {

	/**
	 * A result that cannot be written is said before the run, not after it.
	 */
	void check() {
		if (!onStandardOutput()) {
			check("load.output", this.file);
		}
	}

	/**
	 * Checks this and the file that {@code load.histogram} names, which must be another
	 * one.
	 */
	void checkBeside(@Nullable String histogram) {
		check();
		check("load.histogram", histogram);
		String path = path();
		if (path != null && histogram != null && same(path, histogram)) {
			throw new UsageException(
					"load.histogram: %s is the file of load.output too, which would overwrite it; name another file."
						.formatted(histogram));
		}
	}

	private static boolean same(String output, String histogram) {
		try {
			return ResultFile.same(Path.of(output), Path.of(histogram));
		}
		catch (IOException ex) {
			throw notWritable("load.histogram", histogram, ex);
		}
	}

	/**
	 * Checks a file that some property names.
	 */
	static void check(String property, @Nullable String file) {
		if (file != null) {
			if (file.isBlank()) {
				throw new UsageException("%s: has no value; name a file, or remove it.".formatted(property));
			}
			try {
				ResultFile.checkWritable(Path.of(file));
			}
			catch (IOException ex) {
				throw notWritable(property, file, ex);
			}
		}
	}

	/**
	 * The file that is written, or {@code null} if there is none.
	 */
	@Nullable String path() {
		return onStandardOutput() ? null : this.file;
	}

	private boolean onStandardOutput() {
		return "-".equals(this.file);
	}

	/**
	 * Prints a text, writes the document and, unless that is to be quiet, prints where
	 * to; {@code -} prints the document alone, as one line.
	 */
	void report(String text, Record document, boolean quiet) {
		if (onStandardOutput()) {
			System.out.println(ResultFile.line(document));
			return;
		}
		System.out.println(text);
		if (this.file != null) {
			try {
				ResultFile.write(document, Path.of(this.file));
			}
			catch (IOException ex) {
				throw notWritable("load.output", this.file, ex);
			}
			if (!quiet) {
				// What a program reads must not have a line more.
				System.err.println(this.file);
			}
		}
	}

	static UsageException notWritable(String property, String file, IOException reason) {
		return new UsageException(
				"%s: %s cannot be written (%s); name a file in a folder that can.".formatted(property, file, reason),
				reason);
	}

}
