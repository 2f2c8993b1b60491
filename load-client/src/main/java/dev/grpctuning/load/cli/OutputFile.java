package dev.grpctuning.load.cli;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.ResultFile;

/**
 * Where a result goes: standard output, and the file that {@code load.output} names.
 *
 * @param file the file, {@code -} for a document on standard output alone, or
 * {@code null}
 */
public record OutputFile(@Nullable String file) {

	/**
	 * Refuses a file that cannot be written, before the run.
	 */
	public void check() {
		if (!onStandardOutput()) {
			check("load.output", this.file);
		}
	}

	/**
	 * Checks this and the file of {@code load.histogram}, which must differ.
	 */
	public void checkBeside(@Nullable String histogram) {
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
	 * Checks the file that a property names.
	 */
	public static void check(String property, @Nullable String file) {
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
	 * The file, or {@code null} if there is none.
	 */
	public @Nullable String path() {
		return onStandardOutput() ? null : this.file;
	}

	private boolean onStandardOutput() {
		return "-".equals(this.file);
	}

	/**
	 * Prints the text, writes the document and prints where to; {@code -} prints the
	 * document alone, as one line.
	 */
	public void report(String text, Record document, boolean quiet) {
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
