package dev.grpctuning.load.server.tuning;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the tuning of a server with the properties that were to set it. */
public final class ExpectedTuning {

	private static final String PREFIX = "grpc.tuning.";

	/** Property of an element of a list. */
	private static final Pattern ELEMENT = Pattern.compile("(.+)\\[(\\d{1,4})]\\.(.+)");

	/**
	 * Knobs that have no effect with some types of executor. They have no value in force
	 * then.
	 */
	private static final Set<String> OF_SOME_EXECUTORS = Set.of("executor.threads", "executor.thread-name-prefix",
			"executor.canary.threads");

	private ExpectedTuning() {
	}

	/** Values of the knobs that properties set, by the names of the knobs. */
	public static Map<String, String> values(Map<String, String> properties) {
		Map<String, String> values = new TreeMap<>();
		properties.forEach((name, value) -> {
			if (name.startsWith(PREFIX)) {
				values.put(name.substring(PREFIX.length()), value);
			}
		});
		return values;
	}

	/** Whether a property is a knob, which can be changed in a running server. */
	public static boolean isKnob(String property) {
		return property.startsWith(PREFIX) && !property.equals(PREFIX + "enabled")
				&& !property.startsWith(PREFIX + "jvm.");
	}

	/** Refuses a tuning that is not in force as the properties of the server set it. */
	public static void check(ServerTuning tuning, Map<String, String> properties) throws TuningRefusedException {
		for (Map.Entry<String, String> value : values(properties).entrySet()) {
			refuse(deviation(value.getKey(), value.getValue(), tuning));
		}
	}

	private static Optional<String> deviation(String name, String expected, ServerTuning tuning) {
		Matcher element = ELEMENT.matcher(name);
		if (element.matches()) {
			int index = Integer.parseInt(element.group(2));
			return tuning.find(element.group(1))
				.filter((knob) -> !hasElement(knob, index, element.group(3), expected.strip()))
				.map((knob) -> deviation(name, expected, String.valueOf(knob.configured())));
		}
		// The endpoint shows only knobs, not whether the server is tuned at all.
		return tuning.find(name).flatMap((knob) -> deviation(knob, expected, tuning));
	}

	private static boolean hasElement(Knob knob, int index, String property, String expected) {
		String[] elements = Objects.requireNonNullElse(knob.configured(), "").split(",");
		List<String> words = (index < elements.length) ? List.of(elements[index].strip().split(" ")) : List.of("");
		return property.equals("method") ? words.get(0).equals(expected) : words.contains(property + "=" + expected);
	}

	private static Optional<String> deviation(Knob knob, String expected, ServerTuning tuning) {
		String configured = Objects.requireNonNullElse(knob.configured(), "");
		if (!expected.contains("${") && !knob.same(expected, configured)) {
			return Optional.of(deviation(knob.name(), expected, "\"" + configured + "\""));
		}
		if (leavesTheValueOpen(knob, expected, tuning)
				|| (knob.effective() != null && knob.same(expected, knob.effective()))) {
			return Optional.empty();
		}
		return Optional.of(deviation(knob.name(), expected, knob.effectiveText()));
	}

	private static boolean leavesTheValueOpen(Knob knob, String expected, ServerTuning tuning) {
		return expected.isBlank() || expected.contains("${") || expected.strip().equalsIgnoreCase("auto")
				|| tuning.moves(knob.name()) || (knob.effective() == null && OF_SOME_EXECUTORS.contains(knob.name()));
	}

	/** Refuses a tuning that is not the one before a run. */
	public static void checkUnchanged(ServerTuning before, ServerTuning after) throws TuningRefusedException {
		refuse(before.knobs()
			.stream()
			.filter((knob) -> !before.moves(knob.name()))
			.flatMap((knob) -> after.find(knob.name())
				.filter((later) -> !Objects.equals(knob.effective(), later.effective()))
				.map((later) -> deviation(knob.name(), knob.effectiveText(), later.effectiveText() + " after the run"))
				.stream())
			.findFirst());
	}

	private static String deviation(String knob, String expected, String found) {
		return "%s: expected %s, found %s".formatted(knob, expected, found);
	}

	private static void refuse(Optional<String> deviation) throws TuningRefusedException {
		if (deviation.isPresent()) {
			throw new TuningRefusedException(deviation.get());
		}
	}

}
