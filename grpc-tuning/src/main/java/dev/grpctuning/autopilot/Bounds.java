package dev.grpctuning.autopilot;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

/**
 * Values of knobs that the autopilot may try. Knobs without a bound are not limited, but
 * for what the autopilot does not try anyway.
 */
public final class Bounds {

	/** No bounds. */
	public static final Bounds NONE = new Bounds(Map.of());

	private static final Pattern RANGE = Pattern.compile("(\\d{1,9})\\s*\\.\\.\\s*(\\d{1,9})");

	private final Map<String, Bound> byKnob;

	private Bounds(Map<String, Bound> byKnob) {
		this.byKnob = byKnob;
	}

	/**
	 * Reads bounds.
	 * @param texts a range of numbers such as {@code executor.threads=4..64}, or values
	 * such as {@code executor.type=virtual,fork-join}. Without any, as in
	 * {@code executor.threads=}, the knob stays as it is
	 * @throws IllegalArgumentException if one is not readable
	 */
	public static Bounds of(List<String> texts) {
		Map<String, Bound> bounds = new LinkedHashMap<>();
		for (String text : texts) {
			String[] parts = text.split("=", 2);
			Knob<?> knob = Knobs.find(parts[0].trim()).orElse(null);
			if (parts.length < 2 || knob == null || !Candidates.KNOBS.contains(knob)) {
				throw new IllegalArgumentException(
						"\"%s\" is not a valid bound; use one of %s, such as executor.threads=4..64".formatted(text,
								String.join(", ", Candidates.KNOBS.stream().map(Knob::name).toList())));
			}
			bounds.put(knob.name(), Bound.of(text, parts[1].trim(), knob));
		}
		return new Bounds(bounds);
	}

	/** Whether a value of a knob may be tried. */
	boolean allow(Knob<?> knob, String value) {
		Bound bound = this.byKnob.get(knob.name());
		return bound == null || bound.allows(value);
	}

	/**
	 * Whether methods may get an executor of a type of their own. Without a bound of
	 * {@code executor.routes}, that of {@code executor.type} counts.
	 */
	boolean allowRoute(String type) {
		Bound bound = this.byKnob.get(Knobs.EXECUTOR_ROUTES.name());
		return (bound != null) ? bound.allows(type) : allow(Knobs.EXECUTOR_TYPE, type);
	}

	private record Bound(List<String> values, int least, int most) {

		static Bound of(String text, String values, Knob<?> knob) {
			Matcher range = RANGE.matcher(values);
			boolean number = knob.format() == Knob.Format.NUMBER;
			if (range.matches() && number) {
				Bound bound = new Bound(List.of(), Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
				if (bound.least <= bound.most) {
					return bound;
				}
			}
			List<String> list = Arrays.stream(values.split(","))
				.map(String::trim)
				.filter((each) -> !each.isEmpty())
				.toList();
			List<String> choices = ((knob == Knobs.EXECUTOR_ROUTES) ? Knobs.EXECUTOR_TYPE : knob).choices();
			if (list.isEmpty() || (!number && choices != null && choices.containsAll(list))) {
				return new Bound(list, 1, 0);
			}
			throw new IllegalArgumentException("\"%s\" is not a valid bound; use %s".formatted(text,
					number ? "a range such as 4..64, the lower number first"
							: (choices != null) ? String.join(",", choices) : "no value"));
		}

		boolean allows(String value) {
			return this.values.contains(value) || (value.matches("\\d{1,9}") && Integer.parseInt(value) >= this.least
					&& Integer.parseInt(value) <= this.most);
		}

	}

}
