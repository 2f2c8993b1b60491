package dev.grpctuning.load.diff;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * Something that is set in two results, and not alike.
 *
 * @param a what it is in the first, {@code null} if it is not set there
 * @param b what it is in the second, {@code null} if it is not set there
 */
public record Change(String name, @Nullable String a, @Nullable String b) {

	static List<Change> between(Map<String, String> a, Map<String, String> b) {
		Set<String> names = new TreeSet<>(a.keySet());
		names.addAll(b.keySet());
		return names.stream()
			.filter((name) -> !Objects.equals(a.get(name), b.get(name)))
			.map((name) -> new Change(name, a.get(name), b.get(name)))
			.toList();
	}

	String line() {
		return "%s: %s -> %s".formatted(this.name, Objects.requireNonNullElse(this.a, "not set"),
				Objects.requireNonNullElse(this.b, "not set"));
	}

}
