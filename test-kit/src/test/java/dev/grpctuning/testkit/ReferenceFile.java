package dev.grpctuning.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares generated files, and generated parts of files, with the code. With
 * {@code -Dreference.write=true} it writes them instead.
 */
public final class ReferenceFile {

	private static final Path FOLDER = Path.of("..", "docs", "reference");

	private static final String HOW = "%s; to generate it again: mvn verify -Dtest='*ReferenceTests' -Dit.test=MetersIT "
			+ "-Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false -Dreference.write=true";

	private ReferenceFile() {
	}

	/** Returns a file of the reference. */
	public static Path of(String name) {
		return FOLDER.resolve(name);
	}

	/** Checks a file that is generated as a whole. */
	public static void check(Path file, String expected) throws IOException {
		if (Boolean.getBoolean("reference.write")) {
			Files.writeString(file, expected);
			return;
		}
		assertThat(file).as(HOW, file).exists().content().isEqualTo(expected);
	}

	/**
	 * Checks the part of a file of the reference between two comments:
	 * {@code <!-- part -->} and {@code <!-- /part -->}. Only one test may check a file.
	 */
	public static void checkPart(String name, String part, String expected) throws IOException {
		String start = "<!-- " + part + " -->\n";
		String end = "<!-- /" + part + " -->";
		String document = Files.readString(of(name));
		assertThat(document).as(name).contains(start, end);
		check(of(name),
				Pattern.compile(start + ".*" + end, Pattern.DOTALL)
					.matcher(document)
					.replaceFirst(Matcher.quoteReplacement(start + expected + end)));
	}

}
