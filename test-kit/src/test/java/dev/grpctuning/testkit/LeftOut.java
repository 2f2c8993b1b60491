package dev.grpctuning.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Notes which tests of a module were left out, for the last line of the build. */
public final class LeftOut {

	private static final Path FILE = Path.of("target", "left-out.txt");

	private LeftOut() {
	}

	/** Notes that the tests that need something were left out, or that they were not. */
	public static void note(boolean leftOut, String tests) {
		try {
			if (leftOut) {
				Files.writeString(FILE, tests + "; ");
			}
			else {
				Files.deleteIfExists(FILE);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
