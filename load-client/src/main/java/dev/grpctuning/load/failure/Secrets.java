package dev.grpctuning.load.failure;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Masks values whose names are like those of passwords, in all that is written. */
public final class Secrets {

	public static final String MASK = "******";

	private static final String NAMES = "password|token|secret|key|authorization|credential|cookie";

	private static final Pattern NAME = Pattern.compile(NAMES, Pattern.CASE_INSENSITIVE);

	/**
	 * A secret in a longer text: everything after such a name, or the credentials in a
	 * URL.
	 */
	private static final Pattern INSIDE = Pattern.compile(
			"((?:" + NAMES + ")[\\w.\\[\\]-]*[\"']?\\s*[=:]\\s*).+|(?<=://)[^/@\\s]+(?=@)",
			Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	private Secrets() {
	}

	/** Masks the value of a property, a metadata key or the like if its name asks so. */
	public static String masked(String name, String value) {
		return NAME.matcher(name).find() ? MASK : value;
	}

	/** Masks values by their names, and sorts by these. */
	public static Map<String, String> masked(Map<String, String> values) {
		Map<String, String> masked = new TreeMap<>();
		values.forEach((name, value) -> masked.put(name, masked(name, value)));
		return masked;
	}

	/** Masks values of system properties among the options of a JVM. */
	public static List<String> masked(List<String> jvmOptions) {
		return jvmOptions.stream().map(Secrets::option).toList();
	}

	/** Masks an argument of a command line from the first secret on. */
	public static String maskedArgument(String argument) {
		return INSIDE.matcher(argument)
			.replaceAll(
					(secret) -> (secret.group(1) != null) ? Matcher.quoteReplacement(secret.group(1)) + MASK : MASK);
	}

	private static String option(String option) {
		int value = option.startsWith("-D") ? option.indexOf('=') + 1 : 0;
		return option.substring(0, value) + masked(option.substring(0, value), option.substring(value));
	}

}
