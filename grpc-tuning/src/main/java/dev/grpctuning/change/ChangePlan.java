package dev.grpctuning.change;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.change.TuningChange.Effect;
import dev.grpctuning.change.TuningChange.KnobChange;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningSource;

/**
 * Values that a request changes, on top of earlier changes. Also applies the
 * configuration that the application has received since the last change.
 *
 * @param before values in force
 * @param changed values of this and earlier requests, by property name without prefix
 * @param reading what all knobs are set to, with these
 */
public record ChangePlan(Map<Knob<?>, String> before, Map<String, @Nullable String> wanted, Map<String, String> changed,
		TuningSource.Reading reading) {

	private static final Map<String, List<Knob<?>>> EXCLUDED = Map.of(Knobs.FLOW_CONTROL_WINDOW.name(),
			List.of(Knobs.INITIAL_FLOW_CONTROL_WINDOW), Knobs.INITIAL_FLOW_CONTROL_WINDOW.name(),
			List.of(Knobs.FLOW_CONTROL_WINDOW), Knobs.WORKER_THREADS.name(),
			List.of(Knobs.WORKER_THREADS_MIN, Knobs.WORKER_THREADS_MAX), Knobs.WORKER_THREADS_MIN.name(),
			List.of(Knobs.WORKER_THREADS), Knobs.WORKER_THREADS_MAX.name(), List.of(Knobs.WORKER_THREADS));

	/** Plan of what is in force from the start, such as changes that were kept. */
	public static ChangePlan initial(TuningSource source, Map<String, String> changed) {
		return new ChangePlan(Map.of(), Map.of(), changed, source.read(changed));
	}

	/**
	 * Plan of a request. A value replaces one that it excludes, unless both are
	 * requested.
	 * @param reset whether the values of earlier requests no longer hold
	 */
	public ChangePlan next(TuningSource source, Map<String, @Nullable String> wanted, boolean reset) {
		Map<String, String> next = new TreeMap<>(reset ? Map.of() : this.changed);
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
		});
		TuningSource.Reading reading = source.read(next);
		List<String> replaced = replaced(wanted, reading);
		replaced.forEach((name) -> next.put(name, ""));
		return new ChangePlan(after(), wanted, next, replaced.isEmpty() ? reading : source.read(next));
	}

	/** Plan that puts all values of another one in force, after this one. */
	public ChangePlan instead(ChangePlan other) {
		return new ChangePlan(after(), Map.of(), other.changed, other.reading);
	}

	/** Knobs that are set and that a requested value excludes. */
	private static List<String> replaced(Map<String, @Nullable String> wanted, TuningSource.Reading reading) {
		return wanted.entrySet()
			.stream()
			.filter((each) -> each.getValue() != null && !each.getValue().isEmpty())
			.flatMap((each) -> EXCLUDED.getOrDefault(each.getKey(), List.of()).stream())
			.filter((other) -> !wanted.containsKey(other.name()) && reading.text(other) != null)
			.map(Knob::name)
			.toList();
	}

	/** Values in force once it is applied. */
	private Map<Knob<?>, String> after() {
		Map<Knob<?>, String> values = new HashMap<>();
		this.reading.configured().forEach((knob, configured) -> {
			if (!configured.value().isEmpty()) {
				values.put(knob, configured.value());
			}
		});
		return values;
	}

	/** What it does to each knob that it concerns. */
	public List<KnobChange> changes(boolean rebuild, Map<Effect, Double> took) {
		Map<Knob<?>, String> after = after();
		return Knobs.all().stream().filter((knob) -> concerns(knob, after)).map((knob) -> {
			String from = this.before.get(knob);
			String to = after.get(knob);
			Effect effect = effect(knob, from, to, rebuild);
			return new KnobChange(knob.name(), from, to, effect, took.getOrDefault(effect, 0.0));
		}).toList();
	}

	private boolean concerns(Knob<?> knob, Map<Knob<?>, String> after) {
		return this.wanted.keySet()
			.stream()
			.anyMatch((name) -> name.equals(knob.name()) || name.startsWith(knob.name() + "["))
				|| !Objects.equals(this.before.get(knob), after.get(knob));
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

}
