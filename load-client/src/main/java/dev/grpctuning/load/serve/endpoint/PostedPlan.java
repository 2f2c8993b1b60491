package dev.grpctuning.load.serve.endpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.LoadRebinding;
import dev.grpctuning.load.failure.UsageException;

/**
 * Properties of a posted plan, which override those of the start.
 */
public final class PostedPlan {

	private static final String SOURCE = "posted plan";

	/** Output of the client as a whole. */
	private static final List<String> NOT_POSTED = List.of("load.output", "load.histogram", "load.format",
			"load.quiet");

	private final Map<String, Object> properties = new LinkedHashMap<>();

	private final LoadRebinding rebinding;

	public PostedPlan(ConfigurableEnvironment started, BeanFactory beans) {
		this.rebinding = new LoadRebinding(SOURCE, this.properties, started, beans);
	}

	public LoadProperties bind(Map<String, Object> posted) {
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

	@Nullable String describe(Throwable failure) {
		return this.rebinding.describe(failure);
	}

}
