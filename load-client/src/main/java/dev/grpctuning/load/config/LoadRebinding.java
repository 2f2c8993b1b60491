package dev.grpctuning.load;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;

import dev.grpctuning.failure.FailureLines;

/**
 * Binds {@code load.*} once more, with properties that come before those with which the
 * client was started, as the command line comes before a file.
 */
final class LoadRebinding {

	private final String source;

	private final ConfigurableEnvironment environment = new StandardEnvironment();

	private final FailureLines lines;

	/**
	 * Creates a binding.
	 * @param source what errors say of where a property came from that has no other
	 * origin
	 * @param first the properties that come first, by their full names
	 * @param started environment with which the client was started
	 * @param beans its beans
	 */
	LoadRebinding(String source, Map<String, Object> first, ConfigurableEnvironment started, BeanFactory beans) {
		this.source = source;
		MutablePropertySources sources = this.environment.getPropertySources();
		sources.stream().toList().forEach((each) -> sources.remove(each.getName()));
		sources.addFirst(new OriginTrackedMapPropertySource(source, first));
		started.getPropertySources()
			.stream()
			.filter((each) -> !ConfigurationPropertySources.isAttachedConfigurationPropertySource(each))
			.forEach(sources::addLast);
		this.lines = new FailureLines(beans, this.environment);
	}

	/**
	 * Binds the properties as they are bound when the client starts.
	 * @return all properties of the plan
	 * @throws RuntimeException if one that comes first is unknown, or any cannot be used,
	 * to be {@linkplain #describe described}
	 */
	LoadProperties bind() {
		BindHandler unknownRefused = new NoUnboundElementsBindHandler(BindHandler.DEFAULT,
				(each) -> each.getUnderlyingSource() instanceof MapPropertySource map
						&& map.getName().equals(this.source));
		return Binder.get(this.environment).bindOrCreate("load", Bindable.of(LoadProperties.class), unknownRefused);
	}

	/**
	 * Says what is wrong with the properties.
	 * @param failure what was thrown for it
	 * @return the line that the command line would print, or {@code null} if it is no
	 * fault of theirs
	 */
	@Nullable String describe(Throwable failure) {
		return this.lines.describe(failure);
	}

}
