package dev.grpctuning.load.report;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadEngine;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.engine.Warmup;
import dev.grpctuning.load.schedule.Pacing;
import dev.grpctuning.load.schedule.TurnSchedule;

/**
 * A plan as it is written to a result file.
 *
 * @param model the model, as {@code load.model} names it
 * @param turns the turns, if they are the model
 * @param closed calls kept open, if that is the model, or a ramp or steps of them
 * @param blocking blocking clients, if they are the model
 * @param open calls that arrive, if that is the model, or a ramp or steps of their rate,
 * or a replay
 * @param warmup time before calls count
 * @param durationSeconds time in which calls that count are started; {@code null} for
 * turns, and if it has no end
 * @param call what was called
 * @param engine what made the calls
 * @param stub the stub that made them, if the engine uses stubs
 * @param channels number of channels
 * @param metadata metadata sent with each call
 * @param maxOpenCalls most calls open at once
 * @param drainSeconds longest wait for open calls
 * @param timeoutSeconds longest time for the run, or {@code null} if it has no end
 */
public record PlanDocument(String model, @Nullable Turns turns, @Nullable ClosedDocument closed,
		@Nullable Blocking blocking, @Nullable OpenDocument open, WarmupTime warmup, @Nullable Double durationSeconds,
		CallDocument call, LoadEngine engine, @Nullable StubKind stub, int channels, Map<String, String> metadata,
		int maxOpenCalls, double drainSeconds, @Nullable Double timeoutSeconds) {

	static PlanDocument of(LoadPlan plan) {
		return switch (plan.model()) {
			case LoadModel.Turns turns -> of(plan, "turns", Turns.of(plan, turns.schedule()), null, null, null);
			case LoadModel.Closed closed -> {
				ClosedDocument document = ClosedDocument.of(closed);
				yield of(plan, document.model(), null, document, null, null);
			}
			case LoadModel.Blocking blocking ->
				of(plan, "blocking", null, null, new Blocking(blocking.clients()), null);
			case LoadModel.Open open -> {
				OpenDocument document = OpenDocument.of(open);
				yield of(plan, document.model(), null, null, null, document);
			}
		};
	}

	/**
	 * The plan in words.
	 * @return what was driven at what, without a full stop
	 */
	public String text() {
		return PlanText.of(this);
	}

	private static PlanDocument of(LoadPlan plan, String model, @Nullable Turns turns, @Nullable ClosedDocument closed,
			@Nullable Blocking blocking, @Nullable OpenDocument open) {
		return new PlanDocument(model, turns, closed, blocking, open, WarmupTime.of(plan.model().warmup()),
				(turns != null) ? null : duration(plan.model().duration()), CallDocument.of(plan.call()), plan.engine(),
				(plan.engine() == LoadEngine.STUB) ? plan.stub() : null, plan.channels(), plan.call().metadata(),
				plan.maxOpenCalls(), seconds(plan.drain()), plan.endless() ? null : seconds(plan.timeout()));
	}

	private static @Nullable Double duration(Duration duration) {
		return (duration.compareTo(LoadModel.ENDLESS) < 0) ? seconds(duration) : null;
	}

	private static double seconds(Duration duration) {
		return duration.toMillis() / 1e3;
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
	 * Blocking clients.
	 *
	 * @param clients their number
	 */
	record Blocking(int clients) {
	}

	/**
	 * Time before calls count.
	 *
	 * @param auto whether it ends as soon as rate and 99th percentile are flat
	 * @param seconds the time, if it ends by itself the longest
	 */
	record WarmupTime(boolean auto, double seconds) {

		private static WarmupTime of(Warmup warmup) {
			return new WarmupTime(warmup instanceof Warmup.UntilSteady, PlanDocument.seconds(warmup.longest()));
		}

	}

}
