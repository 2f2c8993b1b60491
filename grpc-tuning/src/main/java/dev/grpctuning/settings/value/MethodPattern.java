package dev.grpctuning.settings.value;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Full name of methods, {@code package.Service/Method}, in which {@code *} stands for any
 * characters.
 */
public final class MethodPattern {

	private static final Pattern VALID = Pattern.compile("[\\w.*]+/[\\w*]+|\\*");

	private final Pattern regex;

	private MethodPattern(Pattern regex) {
		this.regex = regex;
	}

	/** Compiles a pattern, which takes microseconds: too long for each call. */
	public static MethodPattern of(String pattern) {
		return new MethodPattern(Pattern
			.compile(Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"))));
	}

	public boolean matches(String fullMethodName) {
		return this.regex.matcher(fullMethodName).matches();
	}

	/** Whether a text has the form of a pattern. */
	public static boolean isValid(String pattern) {
		return VALID.matcher(pattern).matches();
	}

	/**
	 * Text of an element of a list: a pattern, then each property as {@code name=value}.
	 */
	static String withSettings(List<String> properties, @Nullable Object... values) {
		StringBuilder text = new StringBuilder();
		Iterator<String> names = properties.iterator();
		for (Object value : values) {
			String name = names.next();
			if (value != null) {
				text.append(text.isEmpty() ? "" : " " + name + "=")
					.append((value instanceof Choice choice) ? choice.propertyValue() : value);
			}
		}
		return text.toString();
	}

	/** Whether a method checks health or reflects, which must work under any load. */
	public static boolean isHealth(String fullMethodName) {
		return fullMethodName.startsWith("grpc.health.v1.Health/") || fullMethodName.startsWith("grpc.reflection.v1");
	}

}
