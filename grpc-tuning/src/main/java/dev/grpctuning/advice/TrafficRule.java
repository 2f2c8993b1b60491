package dev.grpctuning.advice;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.advice.Findings.Traffic;
import dev.grpctuning.call.ForeignAnswers;
import dev.grpctuning.call.adaptive.MethodPlace.MethodState;
import dev.grpctuning.connection.LoopLoad;
import dev.grpctuning.connection.UnreadyWrites;
import dev.grpctuning.observe.Cause;
import dev.grpctuning.observe.LargeMessages;
import dev.grpctuning.settings.Knobs;

/** Rules on the calls of the server: their size, their speed and their connections. */
enum TrafficRule {

	HEAD_OF_LINE(Cause.EVENT_LOOP_BLOCKED, (findings) -> {
		LargeMessages.Held longest = findings.traffic().longest();
		long held = findings.traffic().held();
		return (longest != null && held >= 10) ? Rule.advice(Knobs.EXECUTOR_ROUTES,
				"%s messages of 256 KB or more held up an event loop for 5 ms or more, one of %s with %s bytes for %s ms"
					.formatted(Rule.count(held), longest.method(), Rule.count(longest.bytes()),
							Rule.count(longest.nanos() / 1_000_000)),
				"the other calls of the event loop wait while it parses, handles and serializes a large message",
				"a route of type fork-join for that method, or send a stream of smaller messages") : null;
	}),

	IGNORED_IS_READY(null, (findings) -> {
		UnreadyWrites.Waiting most = findings.traffic().unready();
		return (most != null) ? Rule.advice(Knobs.MAX_RESPONSE_BACKLOG,
				"%s streams wrote 1 MB or more while their client was not ready, one of %s %s MB".formatted(
						Rule.count(findings.traffic().unreadyStreams()), most.method(), Rule.count(most.bytes() >> 20)),
				"the server buffers these responses, because the handler does not check isReady or an interceptor hides it",
				"a size such as 64MB, write only while isReady, and let interceptors pass on isReady and onReady")
				: null;
	}),

	OWN_THREADS(null, (findings) -> {
		ForeignAnswers.Most most = findings.traffic().foreign();
		return (most != null
				&& findings.figures().isMany(most.calls()) && findings.set().apply(Knobs.EXECUTOR_TYPE) != null
				&& !findings.executor().equals("application")) ? Rule.advice(
						Knobs.EXECUTOR_TYPE,
						"%s calls of %s that another thread answered after the handler had returned, one of them %s"
							.formatted(Rule.count(most.calls()), most.method(), most.thread()),
						"a handler with threads of its own, such as a Kotlin coroutine, does not work on this executor",
						"the dispatcher or the pool of the handler") : null;
	}),

	IMBALANCE(Cause.ONE_EVENT_LOOP_SATURATED, (findings) -> {
		Traffic traffic = findings.traffic();
		LoopLoad busiest = traffic.loads().stream().max(Comparator.comparingDouble(LoopLoad::perSecond)).orElse(null);
		double all = traffic.loads().stream().mapToDouble(LoopLoad::perSecond).sum();
		return (busiest != null && traffic.loops() > 1 && busiest.calls() >= 10_000 && busiest.perSecond() >= 100
				&& busiest.perSecond() >= imbalance(traffic.loops()) * all)
						? Rule.advice(Knobs.CONNECTION_MAX_AGE,
								"%.0f %% of the calls on one of %d event loops, which has %d of %d connections"
									.formatted(100 * busiest.perSecond() / all, traffic.loops(), busiest.connections(),
											connections(traffic.loads())),
								"an event loop uses one processor at most, and the others have little to do",
								"a value such as 10m to spread connections again, or several channels in the client "
										+ "that sends most calls")
						: null;
	}),

	ALTERNATING_METHOD(Cause.EVENT_LOOP_BLOCKED,
			(findings) -> findings.traffic()
				.methods()
				.stream()
				.filter((method) -> method.departures() >= 5)
				.max(Comparator.comparingInt(MethodState::departures))
				.map((method) -> Rule.advice(Knobs.EXECUTOR_ROUTES,
						"%s was too slow for the event loops %d times".formatted(method.method(), method.departures()),
						"its handler blocks sometimes, and then delays the other calls of the event loop",
						"a route of another type for that method"))
				.orElse(null)),

	ONE_SIDED(null, (findings) -> {
		List<MethodState> methods = findings.traffic()
			.methods()
			.stream()
			.filter((method) -> !method.method().startsWith("grpc."))
			.toList();
		long direct = methods.stream().filter(MethodState::direct).count();
		if (!findings.executor().equals("adaptive") || findings.figures().calls() < 10_000 || methods.isEmpty()
				|| (direct != 0 && direct != methods.size())) {
			return null;
		}
		return (direct != 0)
				? Rule.advice(Knobs.EXECUTOR_TYPE, "adaptive, and all methods run on the event loops",
						"measuring costs CPU time without a benefit if handlers never block", "direct")
				: Rule.advice(Knobs.EXECUTOR_TYPE, "adaptive, and no method runs on the event loops",
						"measuring costs CPU time without a benefit if handlers always block",
						"virtual, or fixed with executor.threads");
	});

	final @Nullable Cause cause;

	final Function<Findings, @Nullable Advice> check;

	TrafficRule(@Nullable Cause cause, Function<Findings, @Nullable Advice> check) {
		this.cause = cause;
		this.check = check;
	}

	/**
	 * Share of the calls above which an event loop is too busy: twice its equal share.
	 * With few loops, the mean of its equal share and 1.
	 */
	private static double imbalance(int loops) {
		return Math.min(2.0 / loops, (1 + 1.0 / loops) / 2);
	}

	private static int connections(Collection<LoopLoad> loads) {
		return loads.stream().mapToInt(LoopLoad::connections).sum();
	}

}
