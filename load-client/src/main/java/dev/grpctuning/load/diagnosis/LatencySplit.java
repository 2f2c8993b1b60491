package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.server.metrics.ServerUse;

/**
 * Where the mean response time was spent, in microseconds. The parts add up to the whole:
 * where clocks and samples of the two sides disagree, an inner part is at most as long as
 * what it is part of.
 *
 * @param networkMicros service time less the server's time: on the way, in the event
 * loops of both sides and, with stubs, waiting for a free stream of the connection;
 * {@code null} if the server's time is not known
 * @param serverMicros from the call's first byte at the server to its end, or
 * {@code null}. Where the server reports the stages of calls: without its event loops and
 * without flushing
 * @param executorWaitMicros of that, waiting for a thread; {@code null} if that is not
 * known, and where calls run on the event loop, whose other work they wait for
 * @param handlerMicros of that, the rest: the handler, and writing the answer; or
 * {@code null}
 */
public record LatencySplit(double responseMicros, double clientWaitMicros, @Nullable Double networkMicros,
		@Nullable Double serverMicros, @Nullable Double executorWaitMicros, @Nullable Double handlerMicros) {

	/**
	 * Splits a mean response time. The server does not count the task of a call's end.
	 */
	static LatencySplit of(double responseMicros, double serviceMicros, @Nullable Double serverMicros,
			@Nullable Double handOverMicros, @Nullable Double tasksPerCall) {
		double service = Math.min(serviceMicros, responseMicros);
		if (serverMicros == null) {
			return new LatencySplit(responseMicros, responseMicros - service, null, null, null, null);
		}
		double server = Math.min(serverMicros, service);
		double handOvers = (tasksPerCall != null) ? Math.max(1, tasksPerCall) : 1;
		Double wait = (handOverMicros != null) ? Math.min(server, handOverMicros * handOvers) : null;
		return new LatencySplit(responseMicros, responseMicros - service, service - server, server, wait,
				(wait != null) ? server - wait : null);
	}

	/** Splits the mean response time of a run, {@code null} if no call was answered. */
	static @Nullable LatencySplit of(MeasuredLoad load, @Nullable ServerUse use) {
		if (load.result().latencyMicros().response().count() == 0) {
			return null;
		}
		double response = load.result().latencyMicros().response().mean();
		double service = load.result().latencyMicros().service().mean();
		StageSplit stages = StageSplit.of(load);
		if (stages != null) {
			double queue = stages.mean().executorQueueMicros();
			return of(response, service, queue + stages.mean().handlerMicros(), queue, null);
		}
		return (use != null) ? of(response, service, use.callMicros(), use.handOverMicros(), use.tasksPerCall())
				: of(response, service, null, null, null);
	}

	/** Service time, from the send to the end. */
	public double serviceMicros() {
		return this.responseMicros - this.clientWaitMicros;
	}

	/** Share of the response time that a part is, from 0 to 1; 0 if it is not known. */
	public double share(@Nullable Double micros) {
		return (micros != null && this.responseMicros > 0) ? micros / this.responseMicros : 0;
	}

}
