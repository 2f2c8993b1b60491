package dev.grpctuning.settings.value;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Full name of methods, {@code package.Service/Method}, in which {@code *} stands for any
 * characters.
 */
public final class MethodPattern {

	private MethodPattern() {
	}

	public static boolean matches(String pattern, String fullMethodName) {
		String regex = Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
		return Pattern.matches(regex, fullMethodName);
	}

	/** Whether a text has the form of a pattern. */
	public static boolean isValid(String pattern) {
		return pattern.matches("[\\w.*]+/[\\w*]+|\\*");
	}

	/** Whether a method checks health or reflects, which must work under any load. */
	public static boolean isHealth(String fullMethodName) {
		return fullMethodName.startsWith("grpc.health.v1.Health/") || fullMethodName.startsWith("grpc.reflection.v1");
	}

}
