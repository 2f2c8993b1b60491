package dev.grpctuning.settings.value;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Executor of methods, by a {@link MethodPattern}, as written. */
public record Route(@Nullable String method, @Nullable ExecutorType type, @Nullable Integer threads,
		@Nullable Integer queueCapacity) {

	/** Names of its properties. */
	public static final List<String> PROPERTIES = List.of("method", "type", "threads", "queue-capacity");

}
