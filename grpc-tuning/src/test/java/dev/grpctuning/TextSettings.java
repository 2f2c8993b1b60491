package dev.grpctuning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.CallPriority;
import dev.grpctuning.settings.value.Choice;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.MethodLimit;
import dev.grpctuning.settings.value.Route;

/** Settings of {@code name=value}, so that tests can be read like a property file. */
final class TextSettings extends ProgramSettings {

	private final Map<String, @Nullable String> configured;

	TextSettings(String... properties) {
		super(Settings.NONE);
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
	Settings given(Map<String, String> changes) {
		Map<String, @Nullable String> texts = new LinkedHashMap<>(this.configured);
		for (Knob<?> list : List.of(Knobs.EXECUTOR_ROUTES, Knobs.LIMIT_METHODS)) {
			if (changes.keySet().stream().anyMatch((name) -> name.startsWith(list.name()))) {
				texts.keySet().removeIf((name) -> name.startsWith(list.name()));
			}
		}
		texts.putAll(changes);
		texts.values().removeIf((text) -> text == null || text.isEmpty());
		Map<Knob<?>, Object> values = new LinkedHashMap<>();
		for (Knob<?> knob : Knobs.all()) {
			Object value = switch (knob.format()) {
				case ROUTES -> elements(texts, knob, Element::route);
				case METHODS -> elements(texts, knob, Element::limit);
				case NUMBER, SIZE, DURATION, FLAG, FRACTION, TEXT, CHOICE, NAMES ->
					convert(texts.remove(knob.name()), (text) -> value(knob, text));
			};
			if (value != null) {
				values.put(knob, value);
			}
		}
		if (!texts.isEmpty()) {
			throw new IllegalArgumentException("There is no knob of the name " + texts.keySet());
		}
		return new Settings(values);
	}

	private static Object value(Knob<?> knob, String text) {
		return switch (knob.format()) {
			case NUMBER -> Integer.valueOf(text);
			case SIZE -> Math.toIntExact(DataSize.parse(text).toBytes());
			case DURATION -> DurationStyle.detectAndParse(text);
			case FLAG -> Boolean.valueOf(text);
			case FRACTION -> Double.valueOf(text);
			case CHOICE -> choice(knob.type(), text);
			case NAMES -> List.of(text.split(","));
			case TEXT, ROUTES, METHODS -> text;
		};
	}

	private static Object choice(Class<?> type, String text) {
		return Arrays.stream(type.getEnumConstants())
			.filter((constant) -> ((Choice) constant).propertyValue().equals(text))
			.findFirst()
			.orElseThrow();
	}

	private static <T> @Nullable List<T> elements(Map<String, @Nullable String> texts, Knob<?> knob,
			Function<Element, T> type) {
		List<T> elements = new ArrayList<>();
		for (int i = 0; texts.containsKey("%s[%d].method".formatted(knob.name(), i)); i++) {
			elements.add(type.apply(new Element(texts, "%s[%d].".formatted(knob.name(), i))));
		}
		return elements.isEmpty() ? null : elements;
	}

	private static <T> @Nullable T convert(@Nullable String text, Function<String, T> conversion) {
		return (text != null) ? conversion.apply(text) : null;
	}

	/** Properties of one element of a list, which it takes away. */
	private record Element(Map<String, @Nullable String> texts, String prefix) {

		Route route() {
			return new Route(get("method"),
					convert(get("type"), (text) -> (ExecutorType) choice(ExecutorType.class, text)),
					convert(get("threads"), Integer::valueOf), convert(get("queue-capacity"), Integer::valueOf));
		}

		MethodLimit limit() {
			return new MethodLimit(get("method"), convert(get("concurrent-calls"), Integer::valueOf),
					convert(get("priority"), (text) -> (CallPriority) choice(CallPriority.class, text)));
		}

		private @Nullable String get(String name) {
			return this.texts.remove(this.prefix + name);
		}

	}

}
