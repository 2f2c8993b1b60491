package dev.grpctuning.settings.value;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Methods that have an executor of their own, as they are written.
 *
 * @param method full name of a method, {@code package.Service/Method}, in which {@code *}
 * stands for any characters
 */
public record Route(@Nullable String method, @Nullable ExecutorType type, @Nullable Integer threads,
		@Nullable Integer queueCapacity) {

	/** Names of its properties. */
	public static final List<String> PROPERTIES = List.of("method", "type", "threads", "queue-capacity");

	@Override
	public String toString() {
		return MethodPattern.withSettings(PROPERTIES, this.method, this.type, this.threads, this.queueCapacity);
	}

}
