package dev.grpctuning.load.result.plan;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.StubKind;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;

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
		LoadModel model = plan.model();
		Burst burst = (model instanceof LoadModel.Burst bursts) ? Burst.of(bursts.schedule(), plan.endless()) : null;
		ClosedDocument closed = (model instanceof LoadModel.Closed calls) ? ClosedDocument.of(calls.concurrency())
				: null;
		Blocking blocking = (model instanceof LoadModel.Blocking clients) ? new Blocking(clients.clients()) : null;
		OpenDocument open = (model instanceof LoadModel.Open calls) ? OpenDocument.of(calls) : null;
		Warmup warmup = model.warmup();
		return new PlanDocument(name(model), burst, closed, blocking, open,
				new WarmupTime(warmup instanceof Warmup.UntilSteady, seconds(warmup.longest())),
				(burst != null) ? null : duration(model.duration()), CallDocument.of(plan.call()), plan.engine(),
				(plan.engine() == LoadEngine.STUB) ? plan.stub() : null, plan.channels(), plan.call().metadata(),
				plan.maxOpenCalls(), seconds(plan.drain()), plan.endless() ? null : seconds(plan.timeout()));
	}

	private static String name(LoadModel model) {
		return switch (model) {
			case LoadModel.Burst burst -> "burst";
			case LoadModel.Blocking blocking -> "blocking";
			case LoadModel.Closed closed -> switch (closed.concurrency()) {
				case Concurrency.Constant constant -> "closed";
				case Concurrency.Ramp ramp -> "ramp";
				case Concurrency.Steps steps -> "steps";
			};
			case LoadModel.Open open when open.arrivals() instanceof ArrivalPlan.OfRate calls -> switch (calls.rate()) {
				case Rate.Constant constant -> "open";
				case Rate.Ramp ramp -> "ramp";
				case Rate.Steps steps -> "steps";
			};
			case LoadModel.Open open -> "replay";
		};
	}

	private static @Nullable Double duration(Duration duration) {
		return (duration.compareTo(LoadModel.ENDLESS) < 0) ? seconds(duration) : null;
	}

	private static double seconds(Duration duration) {
		return duration.toMillis() / 1e3;
	}

	/** Bursts, whose number is {@code null} without an end. */
	public record Burst(@Nullable Long count, int size, double intervalMillis, Pacing pacing) {

		private static Burst of(BurstSchedule schedule, boolean endless) {
			return new Burst(endless ? null : schedule.bursts(), schedule.callsPerBurst(),
					schedule.interval().toNanos() / 1e6, schedule.pacing());
		}

	}

	/** Blocking clients. */
	public record Blocking(int clients) {
	}

	/** Time before calls count; {@code auto} ends it when rate and p99 are flat. */
	public record WarmupTime(boolean auto, double seconds) {
	}

}
