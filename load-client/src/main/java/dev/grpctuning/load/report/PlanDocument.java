package dev.grpctuning.load.report;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.schedule.Pacing;
import dev.grpctuning.load.schedule.TurnSchedule;

/**
 * A plan as it is written to a result file.
 *
 * @param model {@code turns} or {@code closed}
 * @param turns the turns, if they are the model
 * @param closed the closed model, if it is the model
 * @param stub the stub that made the calls
 * @param channels number of channels
 * @param metadata metadata sent with each call
 * @param maxOpenCalls most calls open at once
 * @param drainSeconds longest wait for open calls
 * @param timeoutSeconds longest time for the run
 */
record PlanDocument(String model, @Nullable Turns turns, @Nullable Closed closed, StubKind stub, int channels,
		Map<String, String> metadata, int maxOpenCalls, double drainSeconds, double timeoutSeconds) {

	static PlanDocument of(LoadPlan plan) {
		return switch (plan.model()) {
			case LoadModel.Turns turns -> of(plan, "turns", Turns.of(turns.schedule()), null);
			case LoadModel.Closed closed -> of(plan, "closed", null, Closed.of(closed));
		};
	}

	private static PlanDocument of(LoadPlan plan, String model, @Nullable Turns turns, @Nullable Closed closed) {
		return new PlanDocument(model, turns, closed, plan.stub(), plan.channels(), plan.metadata(),
				plan.maxOpenCalls(), plan.drain().toMillis() / 1e3, plan.timeout().toMillis() / 1e3);
	}

	/**
	 * Turns.
	 *
	 * @param count number of turns
	 * @param calls calls in each
	 * @param intervalMillis time between two
	 * @param pacing from where that time runs
	 */
	record Turns(int count, int calls, double intervalMillis, Pacing pacing) {

		private static Turns of(TurnSchedule schedule) {
			return new Turns(schedule.turns(), schedule.callsPerTurn(), schedule.interval().toNanos() / 1e6,
					schedule.pacing());
		}

	}

	/**
	 * A constant number of open calls.
	 *
	 * @param outstanding open calls on each channel
	 * @param warmupSeconds time before calls count
	 * @param durationSeconds time in which calls that count are started
	 */
	record Closed(int outstanding, double warmupSeconds, double durationSeconds) {

		private static Closed of(LoadModel.Closed model) {
			return new Closed(model.outstanding(), model.warmup().toMillis() / 1e3, model.duration().toMillis() / 1e3);
		}

	}

}
