package dev.grpctuning.settings.value;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Limit or priority of methods, by a {@link MethodPattern}, as written. */
public record MethodLimit(@Nullable String method, @Nullable Integer concurrentCalls, @Nullable CallPriority priority) {

	/** Names of its properties. */
	public static final List<String> PROPERTIES = List.of("method", "concurrent-calls", "priority");

}
