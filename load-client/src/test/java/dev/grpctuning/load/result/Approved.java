package dev.grpctuning.load.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares what is printed with a file in {@code src/test/resources/approved}. Run the
 * test with {@code APPROVE=true} in the environment to write the file anew, and look at
 * the difference before it is committed.
 */
public final class Approved {

	private static final Path FOLDER = Path.of("src", "test", "resources", "approved");

	private Approved() {
	}

	/**
	 * Asserts that a text is the approved one.
	 */
	public static void assertApproved(String name, String text) {
		Path file = FOLDER.resolve(name);
		try {
			if (Boolean.parseBoolean(System.getenv("APPROVE"))) {
				Files.createDirectories(FOLDER);
				Files.writeString(file, text + "\n");
			}
			assertThat(text + "\n").as("%s; APPROVE=true writes it anew", file).isEqualTo(Files.readString(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
