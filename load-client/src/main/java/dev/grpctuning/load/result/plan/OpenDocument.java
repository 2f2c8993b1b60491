package dev.grpctuning.load.result.plan;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.result.plan.ChangeDocument.Ramp;
import dev.grpctuning.load.result.plan.ChangeDocument.Steps;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

/**
 * Calls that arrive, in a result file. One of the first four components is not
 * {@code null}.
 *
 * @param callsPerSecond constant rate over all channels
 */
public record OpenDocument(@Nullable Double callsPerSecond, @Nullable Ramp ramp, @Nullable Steps steps,
		@Nullable ReplayFile replay, @Nullable Arrivals arrivals, @Nullable Long seed, Shard shard, double maxLagMillis,
		double maxLagShare) {

	static OpenDocument of(LoadModel.Open model) {
		return switch (model.arrivals()) {
			case ArrivalPlan.OfRate calls -> switch (calls.rate()) {
				case Rate.Constant constant -> of(model, calls, constant.callsPerSecond(), null, null);
				case Rate.Ramp ramp -> of(model, calls, null, Ramp.of(ramp.from(), ramp.to(), ramp.over()), null);
				case Rate.Steps steps -> of(model, calls, null, null, Steps.of(steps.rates(), steps.each()));
			};
			case ArrivalPlan.OfFile calls -> new OpenDocument(null, null, null,
					new ReplayFile(calls.replay().file().toString(), calls.replay().calls()), null, null, calls.shard(),
					model.maxLag().toNanos() / 1e6, model.maxLagShare());
		};
	}

	private static OpenDocument of(LoadModel.Open model, ArrivalPlan.OfRate calls, @Nullable Double callsPerSecond,
			@Nullable Ramp ramp, @Nullable Steps steps) {
		return new OpenDocument(callsPerSecond, ramp, steps, null, calls.arrivals(), calls.seed(), calls.shard(),
				model.maxLag().toNanos() / 1e6, model.maxLagShare());
	}

	/** A file of due times. */
	public record ReplayFile(String file, long calls) {
	}

}
