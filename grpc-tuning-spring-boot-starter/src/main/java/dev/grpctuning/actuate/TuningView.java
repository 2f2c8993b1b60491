package dev.grpctuning.actuate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.netty.channel.EventLoopGroup;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.actuate.TuningDescriptor.GenerationDescriptor;
import dev.grpctuning.actuate.TuningDescriptor.KnobDescriptor;
import dev.grpctuning.actuate.TuningDescriptor.LimitsDescriptor;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.call.CallDispatch;
import dev.grpctuning.call.LimitState;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.server.EffectiveSettings;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.ServerParts;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.transport.EventLoopState;

record TuningView(Tuning tuning, Generations generations, EffectiveSettings effective,
		TransportAvailability availability, Adviser adviser) {

	TuningDescriptor whole() {
		List<Generation> living = this.generations.living();
		Generation serving = serving(living);
		CallExecutors executors = (serving != null) ? serving.executors() : null;
		Map<String, Boolean> services = new LinkedHashMap<>();
		this.effective.services()
			.names()
			.forEach((name) -> services.put(name, !this.effective.services().withdrawn().contains(name)));
		return new TuningDescriptor((serving != null) ? generation(serving, "serving") : null,
				living.stream()
					.filter((generation) -> generation != serving)
					.map((generation) -> generation(generation, "draining"))
					.toList(),
				Stream.concat(Knobs.all().stream().map(this::knob), JvmKnob.all()).toList(),
				(executors != null) ? executors.states() : List.of(), (executors != null) ? executors.retiring() : 0,
				limits(), services, JvmDescriptor.ofThisJvm(),
				(serving != null) ? this.adviser.advise(serving) : List.of(), this.tuning.history());
	}

	private LimitsDescriptor limits() {
		LimitState calls = this.effective.limit().state();
		OpenConnections connections = this.effective.connections();
		return new LimitsDescriptor(calls.allowed(),
				(calls.algorithm() != null) ? calls.algorithm().propertyValue() : null, calls.open(), calls.refused(),
				connections.limit(), connections.count(), connections.accepted(), connections.refused());
	}

	KnobDescriptor knob(Knob<?> knob) {
		List<Generation> living = this.generations.living();
		Generation serving = serving(living);
		TuningSource.ConfiguredValue configured = this.tuning.configured(knob);
		return new KnobDescriptor(knob.name(), (configured != null) ? configured.value() : null,
				(serving != null) ? this.effective.of(knob, serving) : null,
				(serving != null) ? pending(knob, serving, living) : null, knob.scope().name(),
				(configured != null) ? configured.origin() : null, knob.unit(), knob.description());
	}

	private static @Nullable Generation serving(List<Generation> living) {
		return living.isEmpty() ? null : living.get(living.size() - 1);
	}

	private @Nullable String pending(Knob<?> knob, Generation serving, List<Generation> living) {
		if (knob.scope() == Knob.Scope.RESTART) {
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
		if (knob.name().startsWith("executor.") && executors != null && executors.retiring() > 0) {
			return "calls in flight end on %d former executors".formatted(executors.retiring());
		}
		return null;
	}

	private GenerationDescriptor generation(Generation generation, String state) {
		ServerParts parts = generation.parts();
		CallDispatch dispatch = generation.dispatch();
		TuningSource.ConfiguredValue transport = this.tuning.configured(Knobs.TRANSPORT);
		return new GenerationDescriptor(generation.number(), generation.since(), state,
				this.effective.of(Knobs.TRANSPORT, generation),
				this.availability.explain(generation.settings().get(Knobs.TRANSPORT),
						(transport != null) ? transport.value() : null),
				(parts != null) ? parts.addresses() : List.of(), (dispatch != null) ? dispatch.openCalls() : null,
				loops((parts != null) ? parts.boss() : null), loops((parts != null) ? parts.workers() : null));
	}

	private static List<EventLoopState> loops(@Nullable EventLoopGroup group) {
		return (group != null) ? EventLoopState.of(group) : List.of();
	}

}
