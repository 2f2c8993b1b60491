package dev.grpctuning.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.Environment;

import dev.grpctuning.InvalidTuningException;
import dev.grpctuning.TuningKnob;
import dev.grpctuning.TuningSettings;
import dev.grpctuning.TuningSource;
import dev.grpctuning.executor.HandlerExecutorFactory;
import dev.grpctuning.transport.TransportAvailability;

/**
 * Reads the settings from the application's environment by Spring Boot's binder, so that
 * a change is read, converted and checked as a property file is.
 *
 * @param environment the application's properties
 * @param availability which transports work on this machine
 * @param handlers knows which executors can be had
 */
record EnvironmentTuningSource(Environment environment, TransportAvailability availability,
		HandlerExecutorFactory handlers) implements TuningSource {

	@Override
	public TuningSettings read(Map<String, String> changes) throws InvalidTuningException {
		List<ConfigurationPropertySource> sources = sources(changes);
		Problems problems = new Problems((knob) -> written(knob, sources));
		Binder binder = new Binder(sources, new PropertySourcesPlaceholdersResolver(this.environment));
		CollectFailures handler = new CollectFailures(problems);
		GrpcTuningProperties properties = binder.bindOrCreate("grpc.tuning", Bindable.of(GrpcTuningProperties.class),
				handler);
		TuningSettingsFactory.Workers workers = new TuningSettingsFactory.Workers(
				number(binder, TuningKnob.WORKER_THREADS, handler),
				number(binder, TuningKnob.WORKER_THREADS_MIN, handler),
				number(binder, TuningKnob.WORKER_THREADS_MAX, handler));
		TuningSettings settings = new TuningSettingsFactory(properties, workers, this.availability, this.handlers,
				problems)
			.create();
		problems.throwIfAny();
		return settings;
	}

	private static @Nullable Integer number(Binder binder, TuningKnob knob, CollectFailures handler) {
		return binder.bind(TuningKnob.PREFIX + knob.propertyName(), Bindable.of(Integer.class), handler).orElse(null);
	}

	private @Nullable String written(String knob, List<ConfigurationPropertySource> sources) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(TuningKnob.PREFIX + knob);
		return sources.stream()
			.map((source) -> source.getConfigurationProperty(name))
			.filter(Objects::nonNull)
			.findFirst()
			.map(this::text)
			.orElse(null);
	}

	@Override
	public @Nullable ConfiguredValue configured(TuningKnob knob, Map<String, String> changes) {
		ConfiguredValue changed = configured(knob, changes(changes), "actuator");
		if (changed != null) {
			return changed;
		}
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
			ConfiguredValue configured = configured(knob, source, null);
			if (configured != null) {
				return configured;
			}
		}
		return null;
	}

	private @Nullable ConfiguredValue configured(TuningKnob knob, ConfigurationPropertySource source,
			@Nullable String origin) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(TuningKnob.PREFIX + knob.propertyName());
		ConfigurationProperty property = source.getConfigurationProperty(name);
		if (property != null) {
			return new ConfiguredValue(text(property), (origin != null) ? origin : PropertyOrigins.text(property));
		}
		return switch (knob) {
			case EXECUTOR_ROUTES, SERVICES_WITHDRAWN -> list(name, source, origin);
			default -> null;
		};
	}

	/**
	 * A list is taken from the first source that has it, whole.
	 */
	private @Nullable ConfiguredValue list(ConfigurationPropertyName name, ConfigurationPropertySource source,
			@Nullable String origin) {
		List<String> elements = new ArrayList<>();
		String foundIn = origin;
		for (int i = 0; elements.size() == i; i++) {
			ConfigurationPropertyName element = name.append("[" + i + "]");
			List<String> parts = new ArrayList<>();
			for (ConfigurationPropertyName part : List.of(element, element.append("method"), element.append("type"),
					element.append("threads"), element.append("queue-capacity"))) {
				ConfigurationProperty property = source.getConfigurationProperty(part);
				if (property != null) {
					parts.add(text(property));
					foundIn = (foundIn != null) ? foundIn : PropertyOrigins.text(property);
				}
			}
			if (!parts.isEmpty()) {
				elements.add(String.join(" ", parts));
			}
		}
		return (elements.isEmpty() || foundIn == null) ? null
				: new ConfiguredValue(String.join(", ", elements), foundIn);
	}

	private String text(ConfigurationProperty property) {
		Object value = property.getValue();
		return (value instanceof CharSequence chars) ? this.environment.resolvePlaceholders(chars.toString())
				: String.valueOf(value);
	}

	private List<ConfigurationPropertySource> sources(Map<String, String> changes) {
		List<ConfigurationPropertySource> sources = new ArrayList<>();
		sources.add(changes(changes));
		ConfigurationPropertySources.get(this.environment).forEach(sources::add);
		return sources;
	}

	private static ConfigurationPropertySource changes(Map<String, String> changes) {
		Map<String, String> prefixed = new LinkedHashMap<>();
		changes.forEach((name, value) -> prefixed.put(TuningKnob.PREFIX + name, value));
		return new MapConfigurationPropertySource(prefixed);
	}

	/**
	 * Notes what cannot be converted and goes on without it.
	 */
	private static final class CollectFailures extends AbstractBindHandler {

		private final Problems problems;

		CollectFailures(Problems problems) {
			this.problems = problems;
		}

		@Override
		public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				Exception error) throws Exception {
			if (!TuningKnob.PREFIX.regionMatches(0, name.toString(), 0, TuningKnob.PREFIX.length())) {
				throw error;
			}
			String knob = name.toString().substring(TuningKnob.PREFIX.length());
			this.problems.add(knob, null, (error instanceof UnboundConfigurationPropertiesException)
					? ValueFormats.reason(List.class) : ValueFormats.reason(target.getType().resolve(Object.class)));
			return null;
		}

	}

}
