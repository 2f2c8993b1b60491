package dev.grpctuning.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

import dev.grpctuning.InvalidTuningException;
import dev.grpctuning.TuningKnob;
import dev.grpctuning.TuningSettings;
import dev.grpctuning.TuningSource;
import dev.grpctuning.transport.TransportAvailability;

/**
 * Reads the settings from the application's environment by Spring Boot's binder, so that
 * a change is read, converted and checked as a property file is.
 *
 * @param environment the application's properties
 * @param availability which transports work on this machine
 * @param javaVersion feature version of the JVM
 */
record EnvironmentTuningSource(Environment environment, TransportAvailability availability,
		int javaVersion) implements TuningSource {

	@Override
	public TuningSettings read(Map<String, String> changes) throws InvalidTuningException {
		Problems problems = new Problems();
		Binder binder = new Binder(sources(changes), new PropertySourcesPlaceholdersResolver(this.environment));
		CollectFailures handler = new CollectFailures(problems);
		GrpcTuningProperties properties = binder.bindOrCreate("grpc.tuning", Bindable.of(GrpcTuningProperties.class),
				handler);
		Integer workerThreads = binder
			.bind(TuningKnob.PREFIX + TuningKnob.WORKER_THREADS.propertyName(), Bindable.of(Integer.class), handler)
			.orElse(null);
		TuningSettings settings = new TuningSettingsFactory(properties, workerThreads, this.availability,
				this.javaVersion, problems)
			.create();
		problems.throwIfAny();
		return settings;
	}

	@Override
	public @Nullable ConfiguredValue configured(TuningKnob knob, Map<String, String> changes) {
		if (knob == TuningKnob.EXECUTOR_ROUTES || knob == TuningKnob.SERVICES_WITHDRAWN) {
			return configuredList(knob, changes);
		}
		ConfigurationPropertyName name = ConfigurationPropertyName.of(TuningKnob.PREFIX + knob.propertyName());
		for (ConfigurationPropertySource source : sources(changes)) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return value(property);
			}
		}
		return null;
	}

	/**
	 * Lists are taken from the first source that has them, whole.
	 */
	private @Nullable ConfiguredValue configuredList(TuningKnob knob, Map<String, String> changes) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(TuningKnob.PREFIX + knob.propertyName());
		for (ConfigurationPropertySource source : sources(changes)) {
			ConfigurationProperty whole = source.getConfigurationProperty(name);
			if (whole != null) {
				return value(whole);
			}
			List<String> elements = new ArrayList<>();
			String origin = null;
			for (int i = 0; elements.size() == i; i++) {
				ConfigurationPropertyName element = name.append("[" + i + "]");
				StringBuilder text = new StringBuilder();
				for (ConfigurationPropertyName part : List.of(element, element.append("method"), element.append("type"),
						element.append("threads"), element.append("queue-capacity"))) {
					ConfigurationProperty property = source.getConfigurationProperty(part);
					if (property != null) {
						ConfiguredValue value = value(property);
						text.append((text.length() != 0) ? " " : "").append(value.value());
						origin = (origin != null) ? origin : value.origin();
					}
				}
				if (!text.isEmpty()) {
					elements.add(text.toString());
				}
			}
			if (origin != null) {
				return new ConfiguredValue(String.join(", ", elements), origin);
			}
		}
		return null;
	}

	private ConfiguredValue value(ConfigurationProperty property) {
		Object value = property.getValue();
		String text = (value instanceof CharSequence chars) ? this.environment.resolvePlaceholders(chars.toString())
				: String.valueOf(value);
		Origin origin = property.getOrigin();
		if (property.getSource() instanceof MapConfigurationPropertySource) {
			return new ConfiguredValue(text, "actuator");
		}
		return new ConfiguredValue(text, (origin != null) ? origin.toString() : String.valueOf(property.getSource()));
	}

	private List<ConfigurationPropertySource> sources(Map<String, String> changes) {
		List<ConfigurationPropertySource> sources = new ArrayList<>();
		Map<String, String> prefixed = new LinkedHashMap<>();
		changes.forEach((name, value) -> prefixed.put(TuningKnob.PREFIX + name, value));
		sources.add(new MapConfigurationPropertySource(prefixed));
		ConfigurationPropertySources.get(this.environment).forEach(sources::add);
		return sources;
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
			ConfigurationProperty property = context.getConfigurationProperty();
			if (property == null) {
				throw error;
			}
			String knob = property.getName().toString().substring(TuningKnob.PREFIX.length());
			this.problems.add(knob, property.getValue(), ValueFormats.reason(target.getType().resolve(Object.class)));
			return null;
		}

	}

}
