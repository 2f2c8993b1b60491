package dev.grpctuning.advice;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.netty.util.concurrent.MultithreadEventExecutorGroup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.call.CallDispatch;
import dev.grpctuning.call.adaptive.MethodPlace.MethodState;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.ExecutorState;
import dev.grpctuning.change.TuningChange.Outcome;
import dev.grpctuning.connection.UnreadyWrites;
import dev.grpctuning.observe.LargeMessages;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.ServerParts;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.transport.EventLoopProbe.BlockedEventLoop;

/**
 * Finds settings of the running server that have no effect or do harm.
 *
 * @param frameworkKeepAlive supplies what the keepalive time of the server's framework is
 * set to, or {@code null}
 */
public record Adviser(Tuning tuning, Supplier<@Nullable Duration> frameworkKeepAlive,
		Supplier<Optional<BlockedEventLoop>> blocked) {

	private static final Logger logger = LoggerFactory.getLogger(Adviser.class);

	/** Advice on the server that runs, if one does. */
	public List<Advice> advise() {
		Generation serving = this.tuning.generations().serving();
		return (serving != null) ? advise(serving) : List.of();
	}

	private List<Advice> advise(Generation generation) {
		return Rule.check(new Findings((knob) -> this.tuning.inForce(knob, generation), this.tuning::set,
				this.tuning.reading()::text, this.frameworkKeepAlive.get(), this.tuning.serviceNames(),
				this.blocked.get(), figures(generation), traffic(generation), jvm(), ServerParts.unreadable()));
	}

	private Findings.Figures figures(Generation generation) {
		CallExecutors live = generation.executors();
		List<ExecutorState> executors = (live != null) ? live.states() : List.of();
		return new Findings.Figures(executors.stream().mapToLong(ExecutorState::calls).sum(),
				this.tuning.generations().calls(), this.tuning.limits()::refused, this.tuning.connections()::refused,
				this.tuning.generations().ages().expired(Knobs.LIMIT_MAX_CALL_AGE),
				executors.stream()
					.map(ExecutorState::waitMaxMillis)
					.filter(Objects::nonNull)
					.mapToDouble(Double::doubleValue)
					.max()
					.orElse(0));
	}

	private Findings.Traffic traffic(Generation generation) {
		CallDispatch dispatch = generation.dispatch();
		CallExecutors live = generation.executors();
		List<MethodState> methods = ((live != null) ? live.states() : List.<ExecutorState>of()).stream()
			.flatMap((executor) -> Stream.ofNullable(executor.methods()).flatMap(List::stream))
			.toList();
		LargeMessages requests = this.tuning.generations().largeRequests();
		LargeMessages responses = this.tuning.connections().backlog().large();
		UnreadyWrites unready = this.tuning.connections().backlog().unready();
		return new Findings.Traffic(methods, requests.count() + responses.count(),
				Stream.of(requests, responses)
					.flatMap((messages) -> Stream.ofNullable(messages.longest()))
					.max(Comparator.comparingLong(LargeMessages.Held::nanos))
					.orElse(null),
				unready.streams(), unready.most(),
				(generation.parts().workers() instanceof MultithreadEventExecutorGroup loops)
						? loops.activeExecutorCount() : 1,
				this.tuning.connections().loads(generation.number()),
				(dispatch != null) ? dispatch.foreign().most() : null);
	}

	public void log() {
		advise().forEach(Adviser::log);
	}

	/** Logs the advice on the knobs of each further change. */
	public void logChanges() {
		this.tuning.history().onChange((change) -> {
			if (change.outcome() == Outcome.APPLIED) {
				advise().stream()
					.filter((advice) -> change.changes().stream().anyMatch((each) -> each.knob().equals(advice.knob())))
					.forEach(Adviser::log);
			}
		});
	}

	private static void log(Advice advice) {
		logger.info("%s: found %s; %s; set %s".formatted(advice.knob(), advice.found(), advice.reason(), advice.set()));
	}

	private static Findings.Jvm jvm() {
		boolean g1 = ManagementFactory.getGarbageCollectorMXBeans()
			.stream()
			.anyMatch((collector) -> collector.getName().startsWith("G1"));
		return new Findings.Jvm(Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory(), g1);
	}

}
