package dev.grpctuning.load.result;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.server.ServerObservation;

/**
 * A load that was driven, seen from both sides.
 *
 * @param server {@code null} if the server was not observed
 */
public record ObservedLoad(LoadPlan plan, MeasuredLoad load, @Nullable ServerObservation server,
		ClientObservation client) {
}
