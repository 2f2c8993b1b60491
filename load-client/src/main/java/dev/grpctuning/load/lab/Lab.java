package dev.grpctuning.load.lab;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.failure.Secrets;

/**
 * The lab that measured.
 *
 * @param version its version, {@code null} without a jar
 * @param commit commit of its sources, {@code null} if they are in no Git repository
 * @param command command line without secrets, {@code null} if a program called it
 */
public record Lab(@Nullable String version, @Nullable String commit, @Nullable String command) {

	private static final String COMMAND = "lab.command";

	/** Characters that a shell does not interpret. */
	private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

	/** Remembers the command for all results of this process. */
	public static void start(String... args) {
		System.setProperty(COMMAND, line(args));
	}

	static String line(String... args) {
		return "./lab" + Arrays.stream(args)
			.map(Secrets::maskedArgument)
			.map((arg) -> " " + (PLAIN.matcher(arg).matches() ? arg : "'" + arg.replace("'", "'\\''") + "'"))
			.collect(Collectors.joining());
	}

	/** The lab of this process. The script {@code lab} knows the commit. */
	public static Lab current() {
		return new Lab(installed(), System.getenv("LAB_COMMIT"), System.getProperty(COMMAND));
	}

	public static @Nullable String installed() {
		return Lab.class.getPackage().getImplementationVersion();
	}

}
