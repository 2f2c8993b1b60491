package dev.grpctuning.actuate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

import dev.grpctuning.change.WantedChange;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningProblem;

/**
 * Requested change of the tuning.
 *
 * @param problems every invalid name and value
 */
record ChangeRequest(WantedChange wanted, boolean dryRun, List<TuningProblem> problems) {

	/** Value of the knob in a request for one knob. */
	static final String CONFIGURED = "configured";

	private static final String DRY_RUN = "dryRun";

	private static final String RESET = "reset";

	private static final String LEASE = "for";

	private static final String REASON = "reason";

	private static final String GUARD = "guard";

	private static final Set<String> FLAGS = Set.of(DRY_RUN, RESET, GUARD);

	/** Names in the body of a change that are not those of knobs. */
	static final List<String> OPTIONS = List.of(RESET, DRY_RUN, LEASE, GUARD, REASON);

	private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

	private static final Duration LONGEST_LEASE = Duration.ofDays(7);

	private static final int LONGEST = 1000;

	private static final int SHOWN = 100;

	/** Property of an element of a list. */
	private static final Pattern ELEMENT = Pattern.compile("(.+?)(\\[\\d+])\\.([\\w-]+)");

	/** Reads a body of which only the values and the problems matter. */
	static ChangeRequest of(Map<String, ?> arguments) {
		return of(arguments, null, false);
	}

	/**
	 * Reads the body of a change.
	 * @param user user who wants it, {@code null} if not known
	 * @param guarded whether changes are taken back if they do harm
	 */
	static ChangeRequest of(Map<String, ?> arguments, @Nullable String user, boolean guarded) {
		Map<String, @Nullable String> values = new LinkedHashMap<>();
		List<TuningProblem> problems = new ArrayList<>();
		arguments.forEach((given, argument) -> {
			String value = (argument != null) ? argument.toString() : null;
			if (FLAGS.contains(given)) {
				if (!"true".equals(value) && !"false".equals(value)) {
					problems.add(new TuningProblem(given, value, "is not allowed; use true or false."));
				}
				return;
			}
			if (given.equals(LEASE) || given.equals(REASON)) {
				String refused = given.equals(LEASE) ? refusedLease(value) : refusedReason(value);
				if (refused != null) {
					problems.add(new TuningProblem(given, (value != null) ? shortened(value) : null, refused));
				}
				return;
			}
			Knob<?> knob = Knobs.find(given).orElse(null);
			if (knob != null && !knob.elementProperties().isEmpty() && value != null && !value.isBlank()) {
				addElements(knob, value, values, problems);
			}
			else {
				add(given, value, values, problems);
			}
		});
		Object reason = arguments.get(REASON);
		WantedChange wanted = new WantedChange(values, isTrue(arguments.get(RESET)), user,
				(reason != null) ? reason.toString() : null, lease(String.valueOf(arguments.get(LEASE))),
				guarded && (!arguments.containsKey(GUARD) || isTrue(arguments.get(GUARD))));
		return new ChangeRequest(wanted, isTrue(arguments.get(DRY_RUN)), problems);
	}

	Map<String, @Nullable String> values() {
		return this.wanted.values();
	}

	/** Finds the names that a request for one knob must not have. */
	static List<TuningProblem> notOfOneKnob(Collection<String> names) {
		List<String> allowed = List.of(CONFIGURED, DRY_RUN, LEASE, GUARD, REASON);
		return names.stream()
			.filter((name) -> !allowed.contains(name))
			.map((name) -> new TuningProblem(shortened(name), null,
					"is not allowed for one knob; use %s.".formatted(String.join(", ", allowed))))
			.toList();
	}

	private static @Nullable Duration lease(String text) {
		try {
			return DurationStyle.detectAndParse(text);
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			return null;
		}
	}

	private static @Nullable String refusedLease(@Nullable String value) {
		Duration lease = (value != null) ? lease(value) : null;
		return (lease == null || lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0)
				? "is not a time from 1s to 7d; use one such as 10m." : null;
	}

	private static @Nullable String refusedReason(@Nullable String value) {
		return (value == null || value.isBlank()) ? "is empty; say why in a few words." : refusal(value);
	}

	private static boolean isTrue(@Nullable Object flag) {
		return flag != null && flag.toString().equals("true");
	}

	private static void add(String given, @Nullable String value, Map<String, @Nullable String> values,
			List<TuningProblem> problems) {
		String name = propertyName(given);
		if (name == null) {
			problems.add(unknown(given, value));
		}
		else if (value != null && refusal(value) != null) {
			problems.add(new TuningProblem(name, shortened(value), String.valueOf(refusal(value))));
		}
		else if (values.containsKey(name)) {
			problems.add(new TuningProblem(name, value, "is given twice; give it once."));
		}
		else {
			values.put(name, value);
		}
	}

	/** Adds the elements of a list that is written as the endpoint shows it. */
	private static void addElements(Knob<?> knob, String text, Map<String, @Nullable String> values,
			List<TuningProblem> problems) {
		List<String> properties = knob.elementProperties();
		int index = 0;
		for (String element : text.split(",", -1)) {
			String name = "%s[%d].".formatted(knob.name(), index++);
			String[] words = element.strip().split("\\s+");
			add(name + properties.get(0), words[0], values, problems);
			for (String word : List.of(words).subList(1, words.length)) {
				int equals = word.indexOf('=');
				if (equals < 1) {
					problems.add(new TuningProblem(knob.name(), shortened(text),
							"has \"%s\", which is not name=value; write each method with any of %s= after it, and a comma between methods."
								.formatted(shortened(word),
										String.join("=, ", properties.subList(1, properties.size())))));
					values.keySet().removeIf((added) -> added.startsWith(knob.name() + "["));
					return;
				}
				add(name + word.substring(0, equals), word.substring(equals + 1), values, problems);
			}
		}
	}

	private static @Nullable String refusal(String value) {
		if (value.contains("${")) {
			return "is a placeholder; give the value itself.";
		}
		if (value.length() > LONGEST) {
			return "is longer than %d characters; give a shorter one.".formatted(LONGEST);
		}
		if (value.chars().anyMatch(Character::isISOControl)) {
			return "has control characters; remove them.";
		}
		return (!value.isEmpty() && value.isBlank())
				? "is blank; give a value, \"\" for the framework's default or null for the configured one." : null;
	}

	static String shortened(String value) {
		String printable = value.replaceAll("\\p{Cntrl}", "?");
		return (printable.length() > SHOWN) ? printable.substring(0, SHOWN) + "..." : printable;
	}

	private static @Nullable String propertyName(String given) {
		Matcher element = ELEMENT.matcher(given);
		if (element.matches()) {
			String property = element.group(3).replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
			return Knobs.find(element.group(1))
				.filter((knob) -> knob.elementProperties().contains(property))
				.map((knob) -> knob.name() + element.group(2) + "." + property)
				.orElse(null);
		}
		return Knobs.find(given).<String>map(Knob::name).orElse(null);
	}

	static TuningProblem unknown(String given, @Nullable String value) {
		String shown = (value != null) ? shortened(value) : null;
		return JvmKnob.find(given)
			.map((jvm) -> new TuningProblem(given, shown, jvm.refusal()))
			.orElseGet(() -> new TuningProblem(shortened(given), shown,
					"is not a knob; use one of %s.".formatted(String.join(", ", Knobs.names()))));
	}

}
