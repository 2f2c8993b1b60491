package dev.grpctuning.load.result;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** Finds a component of a document that is {@code null} and not {@link Nullable}. */
final class MissingField {

	private MissingField() {
	}

	static Optional<String> of(Record document) {
		return components(document, "");
	}

	private static Optional<String> components(Record part, String path) {
		return Stream.of(part.getClass().getRecordComponents())
			.flatMap((component) -> in(component, part, path + component.getName()).stream())
			.findFirst();
	}

	private static Optional<String> in(RecordComponent component, Record part, String name) {
		Object value = value(component, part);
		boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
		return (value == null && optional) ? Optional.empty() : in(value, name);
	}

	private static Optional<String> in(@Nullable Object value, String name) {
		return switch (value) {
			case null -> Optional.of(name);
			case Record part -> components(part, name + ".");
			case List<?> list -> IntStream.range(0, list.size())
				.mapToObj((index) -> in(list.get(index), "%s[%d]".formatted(name, index)))
				.flatMap(Optional::stream)
				.findFirst();
			case Map<?, ?> map -> map.entrySet()
				.stream()
				.flatMap((entry) -> in(entry.getValue(), name + "." + entry.getKey()).stream())
				.findFirst();
			default -> Optional.empty();
		};
	}

	static @Nullable Object value(RecordComponent component, Record part) {
		try {
			component.getAccessor().setAccessible(true);
			return component.getAccessor().invoke(part);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
