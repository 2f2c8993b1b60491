package dev.grpctuning.testkit;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/** Table of the operations of an actuator endpoint. */
public final class EndpointTable {

	private static final List<String> VERBS = List.of("GET", "POST", "DELETE");

	private EndpointTable() {
	}

	/** Returns a table in Markdown. */
	public static String of(Class<?> endpoint, RecordSchema descriptions) {
		String path = "/actuator/" + endpoint.getAnnotation(WebEndpoint.class).id();
		return SchemaTables.table(List.of("request", "response"),
				Arrays.stream(endpoint.getDeclaredMethods())
					.filter((method) -> !verb(method).isEmpty())
					.sorted(Comparator.<Method>comparingInt((method) -> VERBS.indexOf(verb(method)))
						.thenComparing(EndpointTable::selectors))
					.map((method) -> List.of("`%s %s%s`".formatted(verb(method), path, selectors(method)),
							descriptions.describe(endpoint.getSimpleName() + "." + method.getName())))
					.toList());
	}

	private static String verb(Method method) {
		if (method.isAnnotationPresent(ReadOperation.class)) {
			return "GET";
		}
		if (method.isAnnotationPresent(WriteOperation.class)) {
			return "POST";
		}
		return method.isAnnotationPresent(DeleteOperation.class) ? "DELETE" : "";
	}

	private static String selectors(Method method) {
		return Arrays.stream(method.getParameters())
			.filter((parameter) -> parameter.isAnnotationPresent(Selector.class))
			.map((parameter) -> "/{" + parameter.getName() + "}")
			.collect(Collectors.joining());
	}

}
