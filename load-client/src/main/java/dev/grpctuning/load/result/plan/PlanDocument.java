package dev.grpctuning.load.result.plan;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.StubKind;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;

/**
 * A plan in a result file.
 *
 * @param model the model, as {@code load.model} names it
 * @param durationSeconds time in which calls that count start; {@code null} for bursts
 * and without an end
 * @param timeoutSeconds {@code null} without an end
 */
public record PlanDocument(String model, @Nullable Burst burst, @Nullable ClosedDocument closed,
		@Nullable Blocking blocking, @Nullable OpenDocument open, WarmupTime warmup, @Nullable Double durationSeconds,
		CallDocument call, LoadEngine engine, @Nullable StubKind stub, int channels, Map<String, String> metadata,
		int maxOpenCalls, double drainSeconds, @Nullable Double timeoutSeconds) {

	public static PlanDocument of(LoadPlan plan) {
		return switch (plan.model()) {
			case LoadModel.Burst burst -> of(plan, "burst", Burst.of(plan, burst.schedule()), null, null, null);
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

	private static PlanDocument of(LoadPlan plan, String model, @Nullable Burst burst, @Nullable ClosedDocument closed,
			@Nullable Blocking blocking, @Nullable OpenDocument open) {
		return new PlanDocument(model, burst, closed, blocking, open, WarmupTime.of(plan.model().warmup()),
				(burst != null) ? null : duration(plan.model().duration()), CallDocument.of(plan.call()), plan.engine(),
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
	 * Bursts, whose number is {@code null} without an end.
	 */
	public record Burst(@Nullable Long count, int size, double intervalMillis, Pacing pacing) {

		private static Burst of(LoadPlan plan, BurstSchedule schedule) {
			return new Burst(plan.endless() ? null : schedule.bursts(), schedule.callsPerBurst(),
					schedule.interval().toNanos() / 1e6, schedule.pacing());
		}

	}

	/**
	 * Blocking clients.
	 */
	public record Blocking(int clients) {
	}

	/**
	 * Time before calls count.
	 *
	 * @param auto whether it ends as soon as rate and 99th percentile are flat
	 */
	public record WarmupTime(boolean auto, double seconds) {

		private static WarmupTime of(Warmup warmup) {
			return new WarmupTime(warmup instanceof Warmup.UntilSteady, PlanDocument.seconds(warmup.longest()));
		}

	}

}
