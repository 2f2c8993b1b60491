package dev.grpctuning.actuate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.netty.channel.EventLoopGroup;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.KnobScope;
import dev.grpctuning.TuningKnob;
import dev.grpctuning.TuningSource;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.dispatch.CallDispatch;
import dev.grpctuning.executor.CallExecutors;
import dev.grpctuning.lifecycle.EffectiveSettings;
import dev.grpctuning.lifecycle.Generation;
import dev.grpctuning.lifecycle.Generations;
import dev.grpctuning.lifecycle.ServerParts;
import dev.grpctuning.lifecycle.TransportReason;
import dev.grpctuning.lifecycle.Tuning;
import dev.grpctuning.transport.EventLoopState;
import dev.grpctuning.transport.TransportAvailability;

/**
 * Takes together what the endpoint shows.
 */
public final class TuningView {

	private final Tuning tuning;

	private final Generations generations;

	private final EffectiveSettings effective;

	private final TransportAvailability availability;

	private final Adviser adviser;

	private final KnobDescriptions descriptions;

	/**
	 * Creates the view.
	 * @param tuning what is configured and was changed
	 * @param generations the generations
	 * @param effective what is in force
	 * @param availability which transports work
	 * @param adviser finds settings that do nothing or harm
	 * @param classLoader where descriptions are found
	 */
	public TuningView(Tuning tuning, Generations generations, EffectiveSettings effective,
			TransportAvailability availability, Adviser adviser, ClassLoader classLoader) {
		this.tuning = tuning;
		this.generations = generations;
		this.effective = effective;
		this.availability = availability;
		this.adviser = adviser;
		this.descriptions = new KnobDescriptions(classLoader);
	}

	TuningDescriptor whole() {
		List<Generation> living = this.generations.living();
		Generation serving = serving(living);
		CallExecutors executors = (serving != null) ? serving.executors() : null;
		OpenConnections connections = this.effective.connections();
		Map<String, Boolean> services = new LinkedHashMap<>();
		this.effective.services()
			.names()
			.forEach((name) -> services.put(name, !this.effective.services().withdrawn().names().contains(name)));
		return new TuningDescriptor((serving != null) ? generation(serving, "serving") : null,
				living.stream()
					.filter((generation) -> generation != serving)
					.map((generation) -> generation(generation, "draining"))
					.toList(),
				Stream.concat(Arrays.stream(TuningKnob.values()).map(this::knob), JvmKnob.all()).toList(),
				(executors != null)
						? executors.states().stream().map(TuningDescriptor.ExecutorDescriptor::of).toList() : List.of(),
				(executors != null) ? executors.retiring() : 0,
				TuningDescriptor.LimitsDescriptor.of(this.effective.limit().state(), connections.limit(),
						connections.count(), connections.accepted(), connections.refused()),
				services, JvmDescriptor.ofThisJvm(), (serving != null) ? this.adviser.advise(serving) : List.of(),
				this.tuning.history());
	}

	KnobDescriptor knob(TuningKnob knob) {
		List<Generation> living = this.generations.living();
		Generation serving = serving(living);
		TuningSource.ConfiguredValue configured = this.tuning.configured(knob);
		return new KnobDescriptor(knob.propertyName(), (configured != null) ? configured.value() : null,
				(serving != null) ? this.effective.of(knob, serving) : null,
				(serving != null) ? pending(knob, serving, living) : null, knob.scope().name(),
				(configured != null) ? configured.origin() : null, knob.unit(), this.descriptions.of(knob));
	}

	private static @Nullable Generation serving(List<Generation> living) {
		return living.isEmpty() ? null : living.get(living.size() - 1);
	}

	/**
	 * Calls and connections of before keep what they began with.
	 */
	private @Nullable String pending(TuningKnob knob, Generation serving, List<Generation> living) {
		if (knob.scope() == KnobScope.RESTART) {
			List<String> former = new ArrayList<>();
			for (Generation generation : living) {
				Object value = this.effective.of(knob, generation);
				if (generation != serving && value != null
						&& !Objects.equals(value, this.effective.of(knob, serving))) {
					former.add("generation %d still drains with %s".formatted(generation.number(), value));
				}
			}
			return former.isEmpty() ? null : String.join("; ", former);
		}
		CallExecutors executors = serving.executors();
		if (knob.propertyName().startsWith("executor.") && executors != null && executors.retiring() > 0) {
			return "calls in flight end on %d former executors".formatted(executors.retiring());
		}
		return null;
	}

	private GenerationDescriptor generation(Generation generation, String state) {
		ServerParts parts = generation.parts();
		CallDispatch dispatch = generation.dispatch();
		TuningSource.ConfiguredValue transport = this.tuning.configured(TuningKnob.TRANSPORT);
		return new GenerationDescriptor(generation.number(), generation.since(), state,
				this.effective.of(TuningKnob.TRANSPORT, generation),
				TransportReason.of(generation.settings().server().eventLoops(),
						(transport != null) ? transport.value() : null, this.availability),
				(parts != null) ? parts.addresses() : List.of(), (dispatch != null) ? dispatch.openCalls() : null,
				loops((parts != null) ? parts.boss() : null), loops((parts != null) ? parts.workers() : null));
	}

	private static List<EventLoopState> loops(@Nullable EventLoopGroup group) {
		return (group != null) ? EventLoopState.of(group) : List.of();
	}

}
