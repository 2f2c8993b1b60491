package dev.grpctuning.settings.value;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Methods with a limit or a priority of their own, as they are written.
 *
 * @param method full name of a method, {@code package.Service/Method}, in which {@code *}
 * stands for any characters
 */
public record MethodLimit(@Nullable String method, @Nullable Integer concurrentCalls, @Nullable CallPriority priority) {

	/** Names of its properties. */
	public static final List<String> PROPERTIES = List.of("method", "concurrent-calls", "priority");

	@Override
	public String toString() {
		return MethodPattern.withSettings(PROPERTIES, this.method, this.concurrentCalls, this.priority);
	}

}
