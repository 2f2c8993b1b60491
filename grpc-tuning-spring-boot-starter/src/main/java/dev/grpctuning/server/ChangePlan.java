package dev.grpctuning.server;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.server.TuningChange.Effect;
import dev.grpctuning.server.TuningChange.KnobChange;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningSource;

/**
 * Values that a request changes, on top of earlier changes.
 *
 * @param before values that were changed, by property name without prefix
 */
record ChangePlan(TuningSource source, Map<String, String> before, Map<String, @Nullable String> wanted,
		Map<String, String> after) {

	private static final Map<String, List<Knob<?>>> EXCLUDED = Map.of(Knobs.FLOW_CONTROL_WINDOW.name(),
			List.of(Knobs.INITIAL_FLOW_CONTROL_WINDOW), Knobs.INITIAL_FLOW_CONTROL_WINDOW.name(),
			List.of(Knobs.FLOW_CONTROL_WINDOW), Knobs.WORKER_THREADS.name(),
			List.of(Knobs.WORKER_THREADS_MIN, Knobs.WORKER_THREADS_MAX), Knobs.WORKER_THREADS_MIN.name(),
			List.of(Knobs.WORKER_THREADS), Knobs.WORKER_THREADS_MAX.name(), List.of(Knobs.WORKER_THREADS));

	/** A value replaces one that it excludes, unless both are requested. */
	static ChangePlan of(TuningSource source, Map<String, String> before, Map<String, @Nullable String> wanted) {
		Map<String, String> next = new TreeMap<>(before);
		for (Knob<?> list : List.of(Knobs.EXECUTOR_ROUTES, Knobs.LIMIT_METHODS)) {
			if (wanted.keySet().stream().anyMatch((name) -> name.startsWith(list.name()))) {
				next.keySet().removeIf((name) -> name.startsWith(list.name()));
			}
		}
		wanted.forEach((name, value) -> {
			if (value == null) {
				next.remove(name);
				return;
			}
			next.put(name, value);
			List<Knob<?>> excluded = value.isEmpty() ? List.of() : EXCLUDED.getOrDefault(name, List.of());
			for (Knob<?> other : excluded) {
				if (!wanted.containsKey(other.name()) && source.configured(other, next) != null) {
					next.put(other.name(), "");
				}
			}
		});
		return new ChangePlan(source, before, wanted, next);
	}

	List<KnobChange> changes(boolean rebuild, Map<Effect, Double> took) {
		return Knobs.all().stream().filter(this::concerns).map((knob) -> {
			String from = value(knob, this.before);
			String to = value(knob, this.after);
			Effect effect = effect(knob, from, to, rebuild);
			return new KnobChange(knob.name(), from, to, effect, took.getOrDefault(effect, 0.0));
		}).toList();
	}

	private boolean concerns(Knob<?> knob) {
		return this.wanted.keySet()
			.stream()
			.anyMatch((name) -> name.equals(knob.name()) || name.startsWith(knob.name() + "["))
				|| !Objects.equals(value(knob, this.before), value(knob, this.after));
	}

	private static Effect effect(Knob<?> knob, @Nullable String from, @Nullable String to, boolean rebuild) {
		boolean built = knob.scope() == Knob.Scope.RESTART;
		if (Objects.equals(from, to) || (built && !rebuild)) {
			return Effect.NOTHING;
		}
		if (knob.scope() == Knob.Scope.NEW_CONNECTIONS) {
			return Effect.NEW_CONNECTIONS;
		}
		boolean rebuilt = built || (rebuild && knob.name().startsWith("executor."));
		return rebuilt ? Effect.NEW_GENERATION : Effect.LIVE;
	}

	private @Nullable String value(Knob<?> knob, Map<String, String> changes) {
		TuningSource.ConfiguredValue configured = this.source.configured(knob, changes);
		return (configured != null && !configured.value().isEmpty()) ? configured.value() : null;
	}

}
