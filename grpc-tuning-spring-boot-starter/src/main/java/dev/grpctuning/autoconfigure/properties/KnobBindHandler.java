package dev.grpctuning.autoconfigure.properties;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.autoconfigure.ineffective.PropertyNames;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningSource.ConfiguredValue;
import dev.grpctuning.settings.Validation;
import dev.grpctuning.settings.value.Choice;

/**
 * Sees each property that is bound, and passes values, origins and problems on instead of
 * ending at the first problem.
 */
final class KnobBindHandler extends NoUnboundElementsBindHandler {

	private static final Map<ConfigurationPropertyName, Knob<?>> KNOBS = Knobs.all()
		.stream()
		.collect(Collectors.toMap((knob) -> ConfigurationPropertyName.of(knob.property()), Function.identity()));

	private static final Map<Class<?>, String> REASONS = Map.of(DataSize.class,
			"is not a size; use one such as 64KB or 1MB.", Duration.class,
			"is not a duration; use one such as 500ms, 10s or 5m.", Boolean.class, "is not allowed; use true or false.",
			Double.class, "is not a number; use one such as 0.1.");

	private final Validation validation;

	private final Map<Knob<?>, ConfiguredValue> configured;

	private final Set<String> changed;

	private final PropertySourcesPlaceholdersResolver placeholders;

	/** Origin of the first element of each list. */
	private final Map<ConfigurationPropertyName, String> origins = new HashMap<>();

	KnobBindHandler(Validation validation, Map<Knob<?>, ConfiguredValue> configured, Set<String> changed,
			PropertySourcesPlaceholdersResolver placeholders) {
		super(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
		this.validation = validation;
		this.configured = configured;
		this.changed = changed;
		this.placeholders = placeholders;
	}

	@Override
	public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			@Nullable Object result) throws Exception {
		Knob<?> knob = KNOBS.get(name);
		ConfigurationProperty property = context.getConfigurationProperty();
		boolean own = property != null && property.getName().equals(name);
		if (property != null && own && knob == null) {
			this.origins.putIfAbsent(listOf(name), origin(property));
		}
		if (knob != null && property != null && own) {
			this.configured.put(knob, new ConfiguredValue(
					String.valueOf(this.placeholders.resolvePlaceholders(property.getValue())), origin(property)));
		}
		else if (knob != null && result != null) {
			this.configured.put(knob,
					new ConfiguredValue(knob.written(result), String.valueOf(this.origins.get(name))));
		}
		if (knob != null && result != null) {
			this.validation.set(knob, (result instanceof DataSize size) ? (Object) size.toBytes() : result);
		}
		super.onFinish(name, target, context, result);
	}

	/** Name of the list that an element, or a part of it, belongs to. */
	private static ConfigurationPropertyName listOf(ConfigurationPropertyName name) {
		ConfigurationPropertyName list = name;
		while (!list.isEmpty() && !KNOBS.containsKey(list)) {
			list = list.getParent();
		}
		return list;
	}

	private String origin(ConfigurationProperty property) {
		if (this.changed.contains(nameOf(property.getName()))) {
			return "actuator";
		}
		return String.valueOf((property.getOrigin() != null) ? property.getOrigin() : property.getSource());
	}

	@Override
	public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Exception error) {
		List<ConfigurationPropertyName> unknown = Stream
			.concat(name.equals(PropertyNames.ROOT) ? Stream.of() : Stream.of(name),
					(error instanceof UnboundConfigurationPropertiesException unbound)
							? unbound.getUnboundProperties().stream().map(ConfigurationProperty::getName) : Stream.of())
			.filter((each) -> !PropertyNames.isKnown(each))
			.toList();
		unknown.forEach((each) -> refuse(each, "is set, but there is no such property."));
		if (unknown.isEmpty() && !name.equals(PropertyNames.ROOT)) {
			refuse(name, reason((error instanceof UnboundConfigurationPropertiesException) ? List.class
					: target.getType().resolve(Object.class)));
		}
		return null;
	}

	private void refuse(ConfigurationPropertyName name, String reason) {
		this.validation.refuse(nameOf(name), null, reason);
	}

	private static String nameOf(ConfigurationPropertyName name) {
		return name.toString().substring(Knob.PREFIX.length());
	}

	private static String reason(Class<?> type) {
		if (type.isEnum()) {
			return "is not allowed; use one of %s.".formatted(Choice.names(type));
		}
		if (Collection.class.isAssignableFrom(type)) {
			return "is not a list; number its elements from 0 without a gap, as in executor.routes[0].method.";
		}
		return REASONS.getOrDefault(type, "is not a whole number; use one such as 4.");
	}

}
