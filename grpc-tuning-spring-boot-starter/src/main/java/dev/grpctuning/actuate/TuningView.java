package dev.grpctuning.actuate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
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
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.ServerParts;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.transport.EventLoopProbe.LateEventLoop;
import dev.grpctuning.transport.EventLoopState;

record TuningView(Tuning tuning, TransportAvailability availability, Adviser adviser,
		Supplier<List<LateEventLoop>> lateEventLoops) {

	TuningDescriptor whole(ShownValues.To user) {
		Generation serving = this.tuning.generations().serving();
		CallExecutors executors = (serving != null) ? serving.executors() : null;
		Map<String, Boolean> services = new LinkedHashMap<>();
		Set<String> withdrawn = this.tuning.services().withdrawn();
		this.tuning.serviceNames().forEach((name) -> services.put(name, !withdrawn.contains(name)));
		TuningSource.Reading configured = this.tuning.reading();
		String transport = configured.text(Knobs.TRANSPORT);
		return new TuningDescriptor(
				(serving != null) ? user.generation(generation(serving, "serving", transport)) : null,
				former(serving).map((generation) -> user.generation(generation(generation, "draining", transport)))
					.toList(),
				Stream.concat(Knobs.all().stream().map((knob) -> knob(knob, configured)), JvmKnob.all())
					.map(user::knob)
					.toList(),
				(executors != null) ? executors.states() : List.of(), limits(), services, JvmDescriptor.ofThisJvm(),
				this.adviser.advise().stream().map(user::advice).toList(), this.tuning.leases().open(),
				this.tuning.history().changes().stream().map(user::change).toList(), this.lateEventLoops.get(),
				Instant.now());
	}

	private LimitsDescriptor limits() {
		LimitState calls = this.tuning.limits().state();
		OpenConnections connections = this.tuning.connections();
		return new LimitsDescriptor(calls.allowed(),
				(calls.algorithm() != null) ? calls.algorithm().propertyValue() : null, calls.open(),
				calls.allowedStreams(), calls.openStreams(), calls.refused(),
				connections.settings().get(Knobs.MAX_CONNECTIONS), connections.count(), connections.accepted(),
				connections.refused());
	}

	KnobDescriptor knob(Knob<?> knob) {
		return knob(knob, this.tuning.reading());
	}

	private KnobDescriptor knob(Knob<?> knob, TuningSource.Reading reading) {
		Generation serving = this.tuning.generations().serving();
		TuningSource.ConfiguredValue configured = reading.configured().get(knob);
		return new KnobDescriptor(knob.name(), (configured != null) ? configured.value() : null,
				(serving != null) ? this.tuning.inForce(knob, serving) : null,
				(serving != null) ? pending(knob, serving) : null, knob.scope().name(),
				(configured != null) ? configured.origin() : null, knob.unit(), knob.choices(),
				KnobDescriptions.of(knob));
	}

	private Stream<Generation> former(@Nullable Generation serving) {
		return this.tuning.generations().living().stream().filter((generation) -> generation != serving);
	}

	private @Nullable String pending(Knob<?> knob, Generation serving) {
		if (knob.scope() == Knob.Scope.RESTART) {
			Object present = this.tuning.inForce(knob, serving);
			List<String> former = new ArrayList<>();
			former(serving).forEach((generation) -> {
				Object value = this.tuning.inForce(knob, generation);
				if (value != null && !value.equals(present)) {
					former.add("generation %d still drains with %s".formatted(generation.number(), value));
				}
			});
			return former.isEmpty() ? null : String.join("; ", former);
		}
		CallExecutors executors = serving.executors();
		if (knob.name().startsWith("executor.") && executors != null && executors.retiring() > 0) {
			return "calls in flight end on %d former executors".formatted(executors.retiring());
		}
		return null;
	}

	private GenerationDescriptor generation(Generation generation, String state, @Nullable String transport) {
		ServerParts parts = generation.parts();
		CallDispatch dispatch = generation.dispatch();
		return new GenerationDescriptor(generation.number(), generation.since(), state,
				this.tuning.inForce(Knobs.TRANSPORT, generation),
				this.availability.explain(generation.settings().get(Knobs.TRANSPORT), transport), parts.addresses(),
				(dispatch != null) ? dispatch.openCalls() : null, loops(parts.boss()), loops(parts.workers()));
	}

	private static List<EventLoopState> loops(@Nullable EventLoopGroup group) {
		return (group != null) ? EventLoopState.of(group) : List.of();
	}

}
