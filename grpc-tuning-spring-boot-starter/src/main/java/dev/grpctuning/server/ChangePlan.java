package dev.grpctuning.lifecycle;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.KnobScope;
import dev.grpctuning.TuningKnob;
import dev.grpctuning.TuningSource;

/**
 * What a request makes of the values that were changed before it.
 *
 * @param source where the application's own values are
 * @param before values that were changed, by property name without prefix
 * @param wanted values that are asked for
 * @param after values that are changed when the request has been met
 */
record ChangePlan(TuningSource source, Map<String, String> before, Map<String, @Nullable String> wanted,
		Map<String, String> after) {

	private static final List<Set<TuningKnob>> EXCLUSIVE = List.of(
			Set.of(TuningKnob.FLOW_CONTROL_WINDOW, TuningKnob.INITIAL_FLOW_CONTROL_WINDOW),
			Set.of(TuningKnob.WORKER_THREADS, TuningKnob.WORKER_THREADS_MIN),
			Set.of(TuningKnob.WORKER_THREADS, TuningKnob.WORKER_THREADS_MAX));

	/**
	 * A value that excludes another takes its place, unless both are asked for.
	 */
	static ChangePlan of(TuningSource source, Map<String, String> before, Map<String, @Nullable String> wanted) {
		Map<String, String> next = new TreeMap<>(before);
		if (wanted.keySet().stream().anyMatch((name) -> name.startsWith(TuningKnob.EXECUTOR_ROUTES.propertyName()))) {
			next.keySet().removeIf((name) -> name.startsWith(TuningKnob.EXECUTOR_ROUTES.propertyName()));
		}
		wanted.forEach((name, value) -> {
			if (value != null) {
				next.put(name, value);
				exclude(source, name, value, wanted, next);
			}
			else {
				next.remove(name);
			}
		});
		return new ChangePlan(source, before, wanted, next);
	}

	private static void exclude(TuningSource source, String name, String value, Map<String, @Nullable String> wanted,
			Map<String, String> next) {
		for (Set<TuningKnob> pair : EXCLUSIVE) {
			List<String> names = pair.stream().map(TuningKnob::propertyName).toList();
			if (value.isEmpty() || !names.contains(name)) {
				continue;
			}
			for (TuningKnob other : pair) {
				if (!wanted.containsKey(other.propertyName()) && !other.propertyName().equals(name)
						&& source.configured(other, next) != null) {
					next.put(other.propertyName(), "");
				}
			}
		}
	}

	/**
	 * Knobs that were asked for, and those that gave way to them.
	 */
	private Set<TuningKnob> knobs() {
		Set<TuningKnob> knobs = new LinkedHashSet<>();
		for (TuningKnob knob : TuningKnob.values()) {
			boolean asked = this.wanted.keySet()
				.stream()
				.anyMatch((name) -> name.equals(knob.propertyName()) || name.startsWith(knob.propertyName() + "["));
			if (asked || !Objects.equals(value(knob, this.before), value(knob, this.after))) {
				knobs.add(knob);
			}
		}
		return knobs;
	}

	List<KnobChange> changes(boolean rebuild, Map<KnobChange.Acts, Double> took) {
		return knobs().stream().map((knob) -> {
			String from = value(knob, this.before);
			String to = value(knob, this.after);
			KnobChange.Acts acts = acts(knob, from, to, rebuild);
			return new KnobChange(knob.propertyName(), from, to, acts, took.getOrDefault(acts, 0.0));
		}).toList();
	}

	private static KnobChange.Acts acts(TuningKnob knob, @Nullable String from, @Nullable String to, boolean rebuild) {
		boolean built = knob.scope() == KnobScope.RESTART;
		if (Objects.equals(from, to) || (built && !rebuild)) {
			return KnobChange.Acts.NOTHING;
		}
		if (knob.scope() == KnobScope.NEW_CONNECTIONS) {
			return KnobChange.Acts.NEW_CONNECTIONS;
		}
		boolean rebuilt = built || (rebuild && knob.propertyName().startsWith("executor."));
		return rebuilt ? KnobChange.Acts.NEW_GENERATION : KnobChange.Acts.LIVE;
	}

	private @Nullable String value(TuningKnob knob, Map<String, String> changes) {
		TuningSource.ConfiguredValue configured = this.source.configured(knob, changes);
		return (configured != null && !configured.value().isEmpty()) ? configured.value() : null;
	}

}
