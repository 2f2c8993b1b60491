package dev.grpctuning.load.server.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder with a Java runtime in it.
 */
final class JavaHome {

	private static final String KEY = "JAVA_VERSION=";

	private JavaHome() {
	}

	/**
	 * Its version, as its file {@code release} says.
	 */
	static Optional<String> version(Path home) {
		try (Stream<String> lines = Files.lines(home.resolve("release"), StandardCharsets.ISO_8859_1)) {
			return lines.filter((line) -> line.startsWith(KEY))
				.map((line) -> line.substring(KEY.length()).replace("\"", ""))
				.findFirst();
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

}
