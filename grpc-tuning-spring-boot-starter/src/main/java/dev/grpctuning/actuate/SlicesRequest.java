package dev.grpctuning.actuate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

import dev.grpctuning.alternate.SlicePlan;
import dev.grpctuning.settings.TuningProblem;

/**
 * Requested slices. Their fields are flat, as those of a change, because the actuator
 * passes no nested ones.
 *
 * @param problems every invalid name and value
 */
record SlicesRequest(SlicePlan plan, List<TuningProblem> problems) {

	private static final Pattern CANDIDATE = Pattern.compile("candidates\\[(\\d)]\\.(.+)");

	private static final Duration SLICE = Duration.ofMillis(100);

	private static final Duration LENGTH = Duration.ofMinutes(1);

	/** Candidates have one digit. */
	private static final int MOST = 10;

	static SlicesRequest of(Map<String, ?> body) {
		List<TuningProblem> problems = new ArrayList<>();
		List<Map<String, @Nullable Object>> given = new ArrayList<>();
		Map<String, String> others = new LinkedHashMap<>();
		body.forEach((name, value) -> {
			Matcher candidate = CANDIDATE.matcher(name);
			if (candidate.matches()) {
				int number = Integer.parseInt(candidate.group(1));
				grow(given, number + 1);
				given.get(number).put(candidate.group(2), value);
			}
			else {
				others.put(name, String.valueOf(value));
			}
		});
		Duration slice = take(others, "slice", DurationStyle::detectAndParse, "a duration such as 50ms", SLICE,
				problems);
		Duration length = take(others, "length", DurationStyle::detectAndParse, "a duration such as 60s", LENGTH,
				problems);
		long seed = take(others, "seed", Long::valueOf, "a number",
				(long) ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE), problems);
		grow(given, Math.min(MOST, take(others, "candidates", Integer::valueOf, "a number", 0, problems)));
		others.forEach((name, value) -> problems.add(new TuningProblem(name, value,
				"is not allowed; use slice, length, seed, candidates and candidates[0].KNOB to candidates[9].KNOB.")));
		List<Map<String, @Nullable String>> candidates = new ArrayList<>();
		given.forEach((values) -> candidates.add(candidate(values, candidates.size(), problems)));
		return new SlicesRequest(new SlicePlan(candidates, slice, length, seed), problems);
	}

	private static void grow(List<Map<String, @Nullable Object>> candidates, int size) {
		while (candidates.size() < size) {
			candidates.add(new LinkedHashMap<>());
		}
	}

	private static <T> T take(Map<String, String> values, String name, Function<String, T> parser, String expected,
			T otherwise, List<TuningProblem> problems) {
		String value = values.remove(name);
		try {
			return (value != null) ? parser.apply(value) : otherwise;
		}
		catch (IllegalArgumentException ex) {
			problems.add(new TuningProblem(name, value, "is not %s.".formatted(expected)));
			return otherwise;
		}
	}

	private static Map<String, @Nullable String> candidate(Map<String, @Nullable Object> values, int number,
			List<TuningProblem> problems) {
		ChangeRequest request = ChangeRequest.of(values);
		String prefix = "candidates[%d].".formatted(number);
		request.problems()
			.forEach((each) -> problems.add(new TuningProblem(prefix + each.knob(), each.value(), each.reason())));
		ChangeRequest.OPTIONS.stream()
			.filter(values::containsKey)
			.forEach((option) -> problems.add(new TuningProblem(prefix + option, String.valueOf(values.get(option)),
					"is not allowed; name the knobs of the candidate.")));
		return request.values();
	}

}
