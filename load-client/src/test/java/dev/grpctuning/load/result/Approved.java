package dev.grpctuning.load.result;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares what is printed with a file in {@code src/test/resources/approved}, of which
 * there is one for each command. With {@code APPROVE=true} in the environment the file is
 * written anew instead: look at the difference before it is committed.
 */
public final class Approved {

	/** The tag of every class that has a test with an approved text. */
	public static final String TAG = "approved";

	public static final Path FOLDER = Path.of("src", "test", "resources", "approved");

	private static final String HOW = "%s; to approve what is printed now: APPROVE=true mvn verify -pl load-client -am "
			+ "-Dgroups=approved";

	private static final String PACKAGE = "dev.grpctuning.load.";

	private static final String TITLE = "=== ";

	private static final StackWalker STACK = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

	private Approved() {
	}

	/** Asserts that a text is the whole of an approved file. */
	public static void assertApproved(String name, String text) {
		test();
		Path file = FOLDER.resolve(name);
		try {
			if (approves()) {
				Files.writeString(file, text + "\n");
				return;
			}
			assertThat(text + "\n").as(HOW, file).isEqualTo(Files.readString(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Asserts that texts are, one after the other, those that an approved file has for
	 * the test that calls this, which it may do once.
	 */
	public static void assertCase(String name, @Nullable String... texts) {
		StackFrame test = test();
		String title = test.getDeclaringClass().getName().substring(PACKAGE.length()) + "." + test.getMethodName();
		String text = String.join("\n", Arrays.stream(texts).map(String::valueOf).toList());
		Path file = FOLDER.resolve(name);
		try {
			if (approves()) {
				approve(file, title, text);
				return;
			}
			assertThat(text).as(HOW, file + ", " + title).isEqualTo(cases(file).get(title));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Asserts the same of texts with the names of files in a folder of the test. */
	public static void assertCase(String name, Path folder, @Nullable String... texts) {
		assertCase(name,
				Arrays.stream(texts)
					.map((text) -> String.valueOf(text).replace(folder.toString(), "FOLDER"))
					.toArray(String[]::new));
	}

	/**
	 * The test that is running, whose class must have the tag: else it would be left out
	 * when all files are written anew.
	 */
	private static StackFrame test() {
		StackFrame test = STACK.walk((frames) -> frames.filter((frame) -> isTest(frame)).findFirst().orElseThrow());
		assertThat(test.getDeclaringClass().getAnnotationsByType(Tag.class)).extracting(Tag::value)
			.as("tags of %s", test.getDeclaringClass())
			.contains(TAG);
		return test;
	}

	private static boolean isTest(StackFrame frame) {
		return Arrays.stream(frame.getDeclaringClass().getDeclaredMethods())
			.anyMatch((method) -> method.getName().equals(frame.getMethodName())
					&& method.isAnnotationPresent(Test.class));
	}

	private static boolean approves() {
		return Boolean.parseBoolean(System.getenv("APPROVE"));
	}

	/** Tests run side by side, in several JVMs too. */
	private static synchronized void approve(Path file, String title, String text) throws IOException {
		try (RandomAccessFile locked = new RandomAccessFile("target/approved.lock", "rw");
				FileLock lock = locked.getChannel().lock()) {
			assertThat(lock.isValid()).isTrue();
			Map<String, String> cases = cases(file);
			cases.put(title, text);
			StringBuilder all = new StringBuilder();
			cases.forEach(
					(name, approved) -> all.append(TITLE).append(name).append('\n').append(approved).append("\n\n"));
			Files.writeString(file, all);
		}
	}

	static Map<String, String> cases(Path file) throws IOException {
		Map<String, String> cases = new TreeMap<>();
		if (Files.exists(file)) {
			for (String part : ("\n\n" + Files.readString(file) + TITLE).split("\n\n" + TITLE)) {
				int end = part.indexOf('\n');
				if (end > 0) {
					cases.put(part.substring(0, end), part.substring(end + 1));
				}
			}
		}
		return cases;
	}

}
