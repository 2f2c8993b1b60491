package dev.grpctuning.actuate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningProblem;

/**
 * Requested change of the tuning.
 *
 * @param values values by property name without prefix
 * @param reset whether all other knobs go back to their configured values
 * @param problems every invalid name and value
 */
record ChangeRequest(Map<String, @Nullable String> values, boolean reset, boolean dryRun,
		List<TuningProblem> problems) {

	private static final String DRY_RUN = "dryRun";

	private static final String RESET = "reset";

	private static final String CONFIGURED = "configured";

	private static final int LONGEST = 1000;

	private static final int SHOWN = 100;

	/** Property of an element of a list. */
	private static final Pattern ELEMENT = Pattern.compile("(.+?)(\\[\\d+])\\.([\\w-]+)");

	/** Reads a request for one knob. */
	static ChangeRequest of(String knob, Map<String, @Nullable Object> arguments) {
		Map<String, @Nullable Object> values = new LinkedHashMap<>();
		List<TuningProblem> problems = new ArrayList<>();
		arguments.forEach((name, value) -> {
			if (name.equals(CONFIGURED) || name.startsWith(CONFIGURED + "[")) {
				values.put(knob + name.substring(CONFIGURED.length()), value);
			}
			else if (name.equals(DRY_RUN) || name.equals(ChangeBody.MALFORMED)) {
				values.put(name, value);
			}
			else {
				problems.add(new TuningProblem(shortened(name), (value != null) ? shortened(value.toString()) : null,
						"is not a field; use configured and dryRun."));
			}
		});
		if (problems.isEmpty() && (values.isEmpty() || values.keySet().equals(Set.of(DRY_RUN)))) {
			problems.add(new TuningProblem(CONFIGURED, null,
					"is missing; send the value, such as {\"configured\": \"direct\"}, or null for the configured one."));
		}
		return problems.isEmpty() ? of(values) : new ChangeRequest(Map.of(), false, false, problems);
	}

	static ChangeRequest of(Map<String, @Nullable Object> arguments) {
		List<TuningProblem> problems = new ArrayList<>();
		Map<String, @Nullable String> values = new LinkedHashMap<>();
		boolean dryRun = false;
		boolean reset = false;
		for (Map.Entry<String, @Nullable Object> argument : arguments.entrySet()) {
			String given = argument.getKey();
			String value = (argument.getValue() != null) ? argument.getValue().toString() : null;
			if (given.equals(DRY_RUN)) {
				dryRun = flag(given, value, problems);
			}
			else if (given.equals(RESET)) {
				reset = flag(given, value, problems);
			}
			else if (given.equals(ChangeBody.MALFORMED)) {
				problems.add(new TuningProblem("", shortened(String.valueOf(value)),
						"is not a JSON object; send knobs with their values, such as {\"executor.type\": \"direct\"}."));
			}
			else {
				Knob<?> knob = Knobs.find(given).orElse(null);
				if (knob != null && !knob.elementProperties().isEmpty() && value != null && !value.isBlank()) {
					addElements(knob, value, values, problems);
				}
				else {
					add(given, value, values, problems);
				}
			}
		}
		if (values.isEmpty() && !reset && problems.isEmpty()) {
			problems.add(new TuningProblem("", null,
					"nothing is asked for; give at least one of %s.".formatted(String.join(", ", Knobs.names()))));
		}
		return new ChangeRequest(values, reset, dryRun, problems);
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
		int index = 0;
		for (String element : text.split(",", -1)) {
			String name = knob.name() + "[" + index++ + "].";
			String[] words = element.strip().split("\\s+");
			add(name + knob.elementProperties().get(0), words[0], values, problems);
			for (String word : List.of(words).subList(1, words.length)) {
				int equals = word.indexOf('=');
				if (equals < 1) {
					List<String> others = knob.elementProperties().subList(1, knob.elementProperties().size());
					problems.add(new TuningProblem(knob.name(), shortened(text),
							"has \"%s\", which is not name=value; write each method with any of %s= after it, and a comma between methods."
								.formatted(shortened(word), String.join("=, ", others))));
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

	private static String shortened(String value) {
		String printable = value.replaceAll("\\p{Cntrl}", "?");
		return (printable.length() > SHOWN) ? printable.substring(0, SHOWN) + "..." : printable;
	}

	private static boolean flag(String name, @Nullable String value, List<TuningProblem> problems) {
		if (!"true".equals(value) && !"false".equals(value)) {
			problems.add(new TuningProblem(name, value, "is not allowed; use true or false."));
		}
		return "true".equals(value);
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
