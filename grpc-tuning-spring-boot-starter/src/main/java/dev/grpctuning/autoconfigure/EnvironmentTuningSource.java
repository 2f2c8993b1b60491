package dev.grpctuning.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.autoconfigure.ineffective.PropertyNames;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.Validation;
import dev.grpctuning.settings.value.TransportAvailability;

/**
 * Reads the settings from the application's environment with Spring Boot's binder, which
 * converts a change like a property file.
 *
 * @param own settings that the application has instead of properties, or {@code null}
 */
record EnvironmentTuningSource(Environment environment, TransportAvailability availability,
		HandlerExecutorFactory handlers, @Nullable Settings own) implements TuningSource {

	@Override
	public Settings read(Map<String, String> changes) throws InvalidTuningException {
		List<ConfigurationPropertySource> sources = sources(changes);
		Validation validation = new Validation((name) -> written(name, sources), this.availability,
				this.handlers::unavailabilityReason);
		Binder binder = new Binder(sources, new PropertySourcesPlaceholdersResolver(this.environment));
		BindHandler failures = new AbstractBindHandler() {

			@Override
			public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
					Exception error) {
				validation.refuse(name.toString().substring(Knob.PREFIX.length()), null,
						ValueFormats.reason((error instanceof UnboundConfigurationPropertiesException) ? List.class
								: target.getType().resolve(Object.class)));
				return null;
			}

		};
		for (Knob<?> knob : Knobs.all()) {
			Object value = binder.bind(knob.property(), target(knob), failures).orElse(null);
			if (value == null && configuredIn(sources, knob) == null) {
				value = own(knob);
			}
			if (value != null) {
				validation.set(knob, (value instanceof DataSize size) ? (Object) size.toBytes() : value);
			}
		}
		return validation.settings();
	}

	private @Nullable Object own(Knob<?> knob) {
		Object value = (this.own != null) ? this.own.get(knob) : null;
		return (value != null && knob.format() == Knob.Format.SIZE) ? DataSize.ofBytes((Integer) value) : value;
	}

	@SuppressWarnings("unchecked")
	private static Bindable<Object> target(Knob<?> knob) {
		Bindable<?> target = switch (knob.format()) {
			case SIZE -> Bindable.of(DataSize.class);
			case NAMES, ROUTES, METHODS -> Bindable.listOf(knob.type());
			case NUMBER, DURATION, FLAG, FRACTION, TEXT, CHOICE -> Bindable.of(knob.type());
		};
		return (Bindable<Object>) target;
	}

	private @Nullable String written(String name, List<ConfigurationPropertySource> sources) {
		ConfigurationPropertyName property = ConfigurationPropertyName.of(Knob.PREFIX + name);
		return sources.stream()
			.map((source) -> source.getConfigurationProperty(property))
			.filter(Objects::nonNull)
			.findFirst()
			.map(this::text)
			.orElse(null);
	}

	/** Finds unknown properties, as binding a class of properties does. */
	List<TuningProblem> unknown() {
		List<ConfigurationPropertySource> unknown = new ArrayList<>();
		ConfigurationPropertySources.get(this.environment)
			.forEach((source) -> unknown
				.add(source.filter((name) -> !PropertyNames.ROOT.isAncestorOf(name) || !PropertyNames.isKnown(name))));
		try {
			new Binder(unknown).bind(PropertyNames.ROOT, Bindable.of(String.class),
					new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
			return List.of();
		}
		catch (BindException ex) {
			if (ex.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
				return unbound.getUnboundProperties().stream().map(this::unknown).toList();
			}
			throw ex;
		}
	}

	private TuningProblem unknown(ConfigurationProperty property) {
		String hint = PropertyNames.hint(property.getName());
		return new TuningProblem(property.getName().toString().substring(Knob.PREFIX.length()), text(property),
				"is set, but there is no such property" + (hint.isEmpty() ? "." : hint));
	}

	@Override
	public @Nullable ConfiguredValue configured(Knob<?> knob, Map<String, String> changes) {
		ConfiguredValue configured = configuredIn(sources(changes), knob);
		if (configured != null) {
			return configured;
		}
		Object value = (this.own != null) ? this.own.get(knob) : null;
		return (value != null) ? new ConfiguredValue(knob.written(value), "bean of the application") : null;
	}

	private @Nullable ConfiguredValue configuredIn(List<ConfigurationPropertySource> sources, Knob<?> knob) {
		return sources.stream()
			.map((source) -> configured(knob, source, (source == sources.get(0)) ? "actuator" : null))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	private @Nullable ConfiguredValue configured(Knob<?> knob, ConfigurationPropertySource source,
			@Nullable String origin) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(knob.property());
		ConfigurationProperty property = source.getConfigurationProperty(name);
		if (property != null) {
			return new ConfiguredValue(text(property), (origin != null) ? origin : origin(property));
		}
		return knob.isList() ? list(knob, name, source, origin) : null;
	}

	private @Nullable ConfiguredValue list(Knob<?> knob, ConfigurationPropertyName name,
			ConfigurationPropertySource source, @Nullable String origin) {
		List<String> elements = new ArrayList<>();
		String foundIn = origin;
		for (int i = 0; elements.size() == i; i++) {
			ConfigurationPropertyName element = name.append("[" + i + "]");
			List<String> words = new ArrayList<>();
			for (ConfigurationPropertyName part : parts(element, knob)) {
				ConfigurationProperty property = source.getConfigurationProperty(part);
				if (property != null) {
					boolean first = words.isEmpty();
					words.add((first ? "" : part.getLastElement(Form.DASHED) + "=") + text(property));
					foundIn = (foundIn != null) ? foundIn : origin(property);
				}
			}
			if (!words.isEmpty()) {
				elements.add(String.join(" ", words));
			}
		}
		return (elements.isEmpty() || foundIn == null) ? null
				: new ConfiguredValue(String.join(", ", elements), foundIn);
	}

	private static List<ConfigurationPropertyName> parts(ConfigurationPropertyName element, Knob<?> knob) {
		return Stream.concat(Stream.of(element), knob.elementProperties().stream().map(element::append)).toList();
	}

	private static String origin(ConfigurationProperty property) {
		Origin origin = property.getOrigin();
		return String.valueOf((origin != null) ? origin : property.getSource());
	}

	private String text(ConfigurationProperty property) {
		Object value = property.getValue();
		return (value instanceof CharSequence chars) ? this.environment.resolvePlaceholders(chars.toString())
				: String.valueOf(value);
	}

	private List<ConfigurationPropertySource> sources(Map<String, String> changes) {
		MapConfigurationPropertySource changed = new MapConfigurationPropertySource();
		changes.forEach((name, value) -> changed.put(Knob.PREFIX + name, value));
		List<ConfigurationPropertySource> sources = new ArrayList<>(List.of(changed));
		if (this.own == null) {
			ConfigurationPropertySources.get(this.environment).forEach(sources::add);
		}
		return sources;
	}

}
