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
 * @param problems every invalid name and value
 */
record ChangeRequest(Map<String, @Nullable String> values, boolean dryRun, List<TuningProblem> problems) {

	private static final String DRY_RUN = "dryRun";

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
		return problems.isEmpty() ? of(values) : new ChangeRequest(Map.of(), false, problems);
	}

	static ChangeRequest of(Map<String, @Nullable Object> arguments) {
		List<TuningProblem> problems = new ArrayList<>();
		Map<String, @Nullable String> values = new LinkedHashMap<>();
		boolean dryRun = false;
		for (Map.Entry<String, @Nullable Object> argument : arguments.entrySet()) {
			String value = (argument.getValue() != null) ? argument.getValue().toString() : null;
			if (argument.getKey().equals(DRY_RUN)) {
				dryRun = dryRun(value, problems);
				continue;
			}
			if (argument.getKey().equals(ChangeBody.MALFORMED)) {
				problems.add(new TuningProblem("", shortened(String.valueOf(value)),
						"is not a JSON object; send knobs with their values, such as {\"executor.type\": \"direct\"}."));
				continue;
			}
			String name = propertyName(argument.getKey());
			if (name == null) {
				problems.add(unknown(argument.getKey(), value));
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
		if (values.isEmpty() && problems.isEmpty()) {
			problems.add(new TuningProblem("", null,
					"nothing is asked for; give at least one of %s.".formatted(String.join(", ", Knobs.names()))));
		}
		return new ChangeRequest(values, dryRun, problems);
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

	private static boolean dryRun(@Nullable String value, List<TuningProblem> problems) {
		if (!"true".equals(value) && !"false".equals(value)) {
			problems.add(new TuningProblem(DRY_RUN, value, "is not allowed; use true or false."));
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
