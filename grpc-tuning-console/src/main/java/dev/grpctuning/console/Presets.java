package dev.grpctuning.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.console.stream.Introduction.Preset;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningProblem;

/** Presets that every service has, and those of its properties. */
final class Presets {

	private static final String PROPERTY = "grpc.tuning.console.presets.";

	/** Knobs that make a server fast or slow, without those that protect it. */
	private static final List<String> SPEED = List.of("transport", "boss-threads", "worker-threads", "allocator",
			"flow-control-window", "initial-flow-control-window", "executor.");

	private Presets() {
	}

	/**
	 * Returns all presets, those of properties last.
	 * @param problems finds the problems of a change
	 * @throws InvalidConfigurationPropertyValueException for the first problem of a
	 * property
	 */
	static List<Preset> of(Map<String, Map<String, String>> properties,
			Function<Map<String, @Nullable Object>, List<TuningProblem>> problems) {
		Map<String, Preset> presets = new LinkedHashMap<>();
		builtIn().forEach((preset) -> presets.put(preset.name(), preset));
		properties.forEach((name, values) -> {
			problems.apply(new LinkedHashMap<>(values))
				.stream()
				// Whether there is such a service is known when the server runs.
				.filter((problem) -> !problem.knob().equals(Knobs.SERVICES_WITHDRAWN.name()))
				.findFirst()
				.ifPresent((problem) -> refuse(name, problem));
			presets.remove(name);
			presets.put(name, new Preset(name, "Set by %s%s.".formatted(PROPERTY, name), new LinkedHashMap<>(values)));
		});
		return List.copyOf(presets.values());
	}

	private static void refuse(String preset, TuningProblem problem) {
		throw new InvalidConfigurationPropertyValueException(
				PROPERTY + preset + (problem.knob().isEmpty() ? "" : "." + problem.knob()), problem.value(),
				problem.reason());
	}

	private static List<Preset> builtIn() {
		List<Preset> presets = new ArrayList<>();
		presets.add(new Preset("configured", "All knobs as configured in the application.", all("", null)));
		presets.add(new Preset("plain", "Threads, transport and windows as the framework sets them.", plain()));
		presets.add(new Preset("tuned",
				"fork-join, and at most 1,000 open calls per connection. Further ones wait in the client.",
				Map.of(Knobs.EXECUTOR_TYPE.name(), "fork-join", Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION.name(),
						"1000")));
		presets.add(executor("direct", "Handlers run on the event loops. Only for handlers that never block."));
		presets.add(executor("fork-join", "One thread per processor, each with a queue of its own."));
		if (Runtime.version().feature() >= 21) {
			presets.add(executor("virtual", "A virtual thread per call, for handlers that block."));
		}
		presets.add(executor("adaptive",
				"The event loops for methods with quick handlers, other threads for methods that block."));
		return presets;
	}

	private static Preset executor(String type, String description) {
		return new Preset(type, description, Map.of(Knobs.EXECUTOR_TYPE.name(), type));
	}

	private static Map<String, @Nullable String> plain() {
		Map<String, @Nullable String> values = new LinkedHashMap<>();
		SPEED.forEach((prefix) -> values.putAll(all(prefix, "")));
		// It decides whether the console can change executors while the server runs.
		values.remove(Knobs.EXECUTOR_LIVE.name());
		return values;
	}

	private static Map<String, @Nullable String> all(String prefix, @Nullable String value) {
		Map<String, @Nullable String> values = new LinkedHashMap<>();
		Knobs.names().stream().filter((name) -> name.startsWith(prefix)).forEach((name) -> values.put(name, value));
		return values;
	}

}
