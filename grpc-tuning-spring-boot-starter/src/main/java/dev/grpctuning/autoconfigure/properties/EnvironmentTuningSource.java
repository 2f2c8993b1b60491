package dev.grpctuning.autoconfigure.properties;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.Environment;

import dev.grpctuning.autoconfigure.ineffective.PropertyNames;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.Validation;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.TransportAvailability;

/**
 * Binds the typed properties from the application's environment, with changes as a
 * further property source. With an autopilot, a server without an executor of its own has
 * the one that it would have anyway, so that it can be exchanged while calls run.
 *
 * @param own settings that the application has instead of properties, or {@code null}
 */
public record EnvironmentTuningSource(Environment environment, TransportAvailability availability,
		HandlerExecutorFactory handlers, @Nullable Settings own) implements TuningSource {

	private static final String AUTOPILOT = "grpc.tuning.autopilot.mode";

	@Override
	public Reading read(Map<String, String> changes) {
		MapConfigurationPropertySource changed = new MapConfigurationPropertySource();
		changes.forEach((name, value) -> changed.put(Knob.PREFIX + name, value));
		List<ConfigurationPropertySource> sources = new ArrayList<>(List.of(changed));
		if (this.own == null) {
			ConfigurationPropertySources.get(this.environment)
				.forEach((source) -> sources.add(source.filter((name) -> !PropertyNames.isOfConsole(name))));
		}
		PropertySourcesPlaceholdersResolver placeholders = new PropertySourcesPlaceholdersResolver(this.environment);
		Validation validation = new Validation((name) -> written(name, sources, placeholders), this.availability,
				this.handlers::unavailabilityReason);
		Map<Knob<?>, ConfiguredValue> configured = new HashMap<>();
		new Binder(sources, placeholders).bind(PropertyNames.ROOT, Bindable.of(GrpcTuningProperties.class),
				new KnobBindHandler(validation, configured, changes.keySet(), placeholders));
		if (this.own == null && isAutopilotOn() && !configured.containsKey(Knobs.EXECUTOR_TYPE)) {
			// Only executors of the starter can be exchanged without a new generation.
			ExecutorType untuned = this.handlers.untuned();
			validation.set(Knobs.EXECUTOR_TYPE, untuned);
			configured.put(Knobs.EXECUTOR_TYPE, new ConfiguredValue(untuned.propertyValue(), AUTOPILOT));
		}
		if (this.own != null) {
			this.own.values().forEach((knob, value) -> {
				if (!configured.containsKey(knob)) {
					validation.set(knob, value);
					configured.put(knob, new ConfiguredValue(knob.written(value), "bean of the application"));
				}
			});
		}
		return Reading.of(validation, configured);
	}

	private boolean isAutopilotOn() {
		// YAML reads off as false.
		return !List.of("off", "false")
			.contains(this.environment.getProperty(AUTOPILOT, "off").toLowerCase(Locale.ROOT));
	}

	private static @Nullable String written(String name, List<ConfigurationPropertySource> sources,
			PropertySourcesPlaceholdersResolver placeholders) {
		ConfigurationPropertyName property = ConfigurationPropertyName.of(Knob.PREFIX + name);
		return sources.stream()
			.map((source) -> source.getConfigurationProperty(property))
			.filter(Objects::nonNull)
			.findFirst()
			.map((found) -> String.valueOf(placeholders.resolvePlaceholders(found.getValue())))
			.orElse(null);
	}

}
