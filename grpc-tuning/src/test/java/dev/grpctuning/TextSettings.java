package dev.grpctuning;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Settings of {@code name=value}, so that tests can be read like a property file. */
final class TextSettings implements TuningSource {

	private final HandlerExecutorFactory handlers;

	private final Map<String, @Nullable String> configured;

	TextSettings(HandlerExecutorFactory handlers, String... properties) {
		this.handlers = handlers;
		this.configured = values(properties);
	}

	/** Values by name; without a {@code =} the value is {@code null}. */
	static Map<String, @Nullable String> values(String... properties) {
		Map<String, @Nullable String> values = new LinkedHashMap<>();
		for (String property : properties) {
			int equals = property.indexOf('=');
			values.put((equals < 0) ? property : property.substring(0, equals),
					(equals < 0) ? null : property.substring(equals + 1));
		}
		return values;
	}

	@Override
	public Reading read(Map<String, String> changes) {
		return new GrpcTuning.ProgramSettings(() -> bound(changes), this.handlers).read(Map.of());
	}

	private Settings bound(Map<String, String> changes) {
		Map<String, @Nullable String> texts = new LinkedHashMap<>(this.configured);
		for (Knob<?> list : List.of(Knobs.EXECUTOR_ROUTES, Knobs.LIMIT_METHODS)) {
			if (changes.keySet().stream().anyMatch((name) -> name.startsWith(list.name()))) {
				texts.keySet().removeIf((name) -> name.startsWith(list.name()));
			}
		}
		texts.putAll(changes);
		assertThat(texts.keySet()).allMatch((name) -> Knobs.names().contains(name.replaceFirst("\\[.*", "")));
		texts.values().removeIf((text) -> text == null || text.isEmpty());
		Binder binder = new Binder(new MapConfigurationPropertySource(texts));
		Map<Knob<?>, Object> values = new HashMap<>();
		for (Knob<?> knob : Knobs.all()) {
			binder.bind(knob.name(), type(knob))
				.ifBound((value) -> values.put(knob, (value instanceof DataSize size) ? size.toBytes() : value));
		}
		return new Settings(values);
	}

	private static Bindable<?> type(Knob<?> knob) {
		Class<?> type = (knob.format() == Knob.Format.SIZE) ? DataSize.class : knob.type();
		return knob.isList() ? Bindable.listOf(type) : Bindable.of(type);
	}

}
