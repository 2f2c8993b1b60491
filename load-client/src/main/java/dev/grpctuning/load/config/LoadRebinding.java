package dev.grpctuning.load.config;

import java.util.Map;
import java.util.function.Function;

import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;

import dev.grpctuning.load.failure.FailureLines;
import dev.grpctuning.load.failure.UsageException;

/** Binds {@code load.*} again, with properties that override those of the start. */
public final class LoadRebinding {

	private final ConfigurableEnvironment environment = new StandardEnvironment();

	private final FailureLines lines;

	public LoadRebinding(String source, Map<String, Object> first, ConfigurableEnvironment started) {
		MutablePropertySources sources = this.environment.getPropertySources();
		sources.stream().toList().forEach((each) -> sources.remove(each.getName()));
		sources.addFirst(new OriginTrackedMapPropertySource(source, first));
		started.getPropertySources()
			.stream()
			.filter((each) -> !ConfigurationPropertySources.isAttachedConfigurationPropertySource(each))
			.forEach(sources::addLast);
		this.lines = FailureLines.of(this.environment);
	}

	/** Binds the properties and passes them on. A failure has a message of one line. */
	public <T> T bind(Function<LoadProperties, T> creating) {
		try {
			return creating.apply(bind());
		}
		catch (RuntimeException ex) {
			String line = this.lines.describe(ex);
			throw (line != null) ? new UsageException(line, ex) : ex;
		}
	}

	public LoadProperties bind() {
		MetadataKeys.check(this.environment.getPropertySources());
		return LoadProperties.bind(this.environment);
	}

}
