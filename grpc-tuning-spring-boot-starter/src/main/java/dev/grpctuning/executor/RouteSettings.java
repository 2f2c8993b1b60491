package dev.grpctuning.executor;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Methods that have an executor of their own.
 *
 * @param method full name of a method, {@code package.Service/Method}, in which {@code *}
 * stands for any characters
 * @param executor what their handlers run on
 */
public record RouteSettings(String method, ExecutorSettings executor) {

	/**
	 * Says whether the handlers of a method run on this route's executor.
	 * @param fullMethodName name as gRPC gives it, {@code package.Service/Method}
	 */
	public boolean matches(String fullMethodName) {
		String regex = Arrays.stream(this.method.split("\\*", -1))
			.map(Pattern::quote)
			.collect(Collectors.joining(".*"));
		return Pattern.matches(regex, fullMethodName);
	}

}
