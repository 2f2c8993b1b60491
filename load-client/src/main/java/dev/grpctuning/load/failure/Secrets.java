package dev.grpctuning.load.failure;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Masks values whose names are like those of passwords, in all that is written. */
public final class Secrets {

	public static final String MASK = "******";

	private static final Pattern NAME = Pattern.compile("password|token|secret|key|authorization|credential|cookie",
			Pattern.CASE_INSENSITIVE);

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

	private static String option(String option) {
		int value = option.startsWith("-D") ? option.indexOf('=') + 1 : 0;
		return option.substring(0, value) + masked(option.substring(0, value), option.substring(value));
	}

}
