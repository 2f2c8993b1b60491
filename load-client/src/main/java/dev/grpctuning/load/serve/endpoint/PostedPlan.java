package dev.grpctuning.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;

import dev.grpctuning.failure.UsageException;

/**
 * Properties of a plan that came over HTTP. They come before those with which the client
 * was started, as the command line comes before a file.
 */
final class PostedPlan {

	/**
	 * What errors say of where a value came from.
	 */
	private static final String SOURCE = "posted plan";

	/**
	 * What the client as a whole does, and files that it writes.
	 */
	private static final List<String> NOT_POSTED = List.of("load.output", "load.histogram", "load.format",
			"load.quiet");

	private final Map<String, Object> properties = new LinkedHashMap<>();

	private final LoadRebinding rebinding;

	/**
	 * Creates a plan without properties of its own.
	 * @param started environment with which the client was started
	 * @param beans its beans
	 */
	PostedPlan(ConfigurableEnvironment started, BeanFactory beans) {
		this.rebinding = new LoadRebinding(SOURCE, this.properties, started, beans);
	}

	/**
	 * Binds properties as they are bound when the client starts.
	 * @param posted values by the names of properties
	 * @return all properties of the plan
	 * @throws RuntimeException if one is unknown or cannot be used, to be
	 * {@linkplain #describe described}
	 */
	LoadProperties bind(Map<String, Object> posted) {
		this.properties.putAll(posted);
		for (String name : posted.keySet()) {
			NOT_POSTED.stream()
				.filter((refused) -> ConfigurationPropertyName.adapt(name, '.')
					.equals(ConfigurationPropertyName.of(refused)))
				.findFirst()
				.ifPresent((refused) -> {
					throw new UsageException("%s: cannot be posted; set it when serve is started.".formatted(refused));
				});
		}
		return this.rebinding.bind();
	}

	/**
	 * Says what is wrong with the plan.
	 * @param failure what was thrown for it
	 * @return the line that the command line would print, or {@code null} if it is no
	 * fault of the plan
	 */
	@Nullable String describe(Throwable failure) {
		return this.rebinding.describe(failure);
	}

}
