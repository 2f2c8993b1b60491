package dev.grpctuning.load.diff;

import java.util.ArrayList;
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

	/**
	 * Compares what is set.
	 */
	static List<Change> between(Map<String, String> a, Map<String, String> b) {
		Set<String> names = new TreeSet<>(a.keySet());
		names.addAll(b.keySet());
		List<Change> changes = new ArrayList<>();
		for (String name : names) {
			if (!Objects.equals(a.get(name), b.get(name))) {
				changes.add(new Change(name, a.get(name), b.get(name)));
			}
		}
		return List.copyOf(changes);
	}

	String line() {
		return "%s: %s -> %s".formatted(this.name, text(this.a), text(this.b));
	}

	private static String text(@Nullable String value) {
		return (value != null) ? value : "not set";
	}

}
