package dev.grpctuning.load.report;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadEngine;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Pacing;
import dev.grpctuning.load.schedule.TurnSchedule;

/**
 * A plan as it is written to a result file.
 *
 * @param model {@code turns}, {@code closed} or {@code open}
 * @param turns the turns, if they are the model
 * @param closed the closed model, if it is the model
 * @param open the open model, if it is the model
 * @param engine what made the calls
 * @param stub the stub that made them, if the engine uses stubs
 * @param channels number of channels
 * @param metadata metadata sent with each call
 * @param maxOpenCalls most calls open at once
 * @param drainSeconds longest wait for open calls
 * @param timeoutSeconds longest time for the run, or {@code null} if it has no end
 */
record PlanDocument(String model, @Nullable Turns turns, @Nullable Closed closed, @Nullable Open open,
		LoadEngine engine, @Nullable StubKind stub, int channels, Map<String, String> metadata, int maxOpenCalls,
		double drainSeconds, @Nullable Double timeoutSeconds) {

	static PlanDocument of(LoadPlan plan) {
		return switch (plan.model()) {
			case LoadModel.Turns turns -> of(plan, "turns", Turns.of(plan, turns.schedule()), null, null);
			case LoadModel.Closed closed -> of(plan, "closed", null, Closed.of(closed), null);
			case LoadModel.Open open -> of(plan, "open", null, null, Open.of(open));
		};
	}

	private static PlanDocument of(LoadPlan plan, String model, @Nullable Turns turns, @Nullable Closed closed,
			@Nullable Open open) {
		return new PlanDocument(model, turns, closed, open, plan.engine(),
				(plan.engine() == LoadEngine.STUB) ? plan.stub() : null, plan.channels(), plan.metadata(),
				plan.maxOpenCalls(), plan.drain().toMillis() / 1e3,
				plan.endless() ? null : plan.timeout().toMillis() / 1e3);
	}

	private static @Nullable Double seconds(Duration duration) {
		return (duration.compareTo(LoadModel.ENDLESS) < 0) ? duration.toMillis() / 1e3 : null;
	}

	/**
	 * Turns.
	 *
	 * @param count number of turns, or {@code null} if they have no end
	 * @param calls calls in each
	 * @param intervalMillis time between two
	 * @param pacing from where that time runs
	 */
	record Turns(@Nullable Long count, int calls, double intervalMillis, Pacing pacing) {

		private static Turns of(LoadPlan plan, TurnSchedule schedule) {
			return new Turns(plan.endless() ? null : schedule.turns(), schedule.callsPerTurn(),
					schedule.interval().toNanos() / 1e6, schedule.pacing());
		}

	}

	/**
	 * A constant number of open calls.
	 *
	 * @param outstanding open calls on each channel
	 * @param warmupSeconds time before calls count
	 * @param durationSeconds time in which calls that count are started, or {@code null}
	 * if it has no end
	 */
	record Closed(int outstanding, double warmupSeconds, @Nullable Double durationSeconds) {

		private static Closed of(LoadModel.Closed model) {
			return new Closed(model.outstanding(), model.warmup().toMillis() / 1e3, seconds(model.duration()));
		}

	}

	/**
	 * A rate of calls.
	 *
	 * @param callsPerSecond calls per second over all channels
	 * @param arrivals how they follow each other
	 * @param seed seed of what is random in that
	 * @param maxLagMillis how late a call may be sent
	 * @param maxLagShare largest share of later calls
	 * @param warmupSeconds time before calls count
	 * @param durationSeconds time in which calls are due that count, or {@code null} if
	 * it has no end
	 */
	record Open(double callsPerSecond, Arrivals arrivals, long seed, double maxLagMillis, double maxLagShare,
			double warmupSeconds, @Nullable Double durationSeconds) {

		private static Open of(LoadModel.Open model) {
			return new Open(model.callsPerSecond(), model.arrivals(), model.seed(), model.maxLag().toNanos() / 1e6,
					model.maxLagShare(), model.warmup().toMillis() / 1e3, seconds(model.duration()));
		}

	}

}
