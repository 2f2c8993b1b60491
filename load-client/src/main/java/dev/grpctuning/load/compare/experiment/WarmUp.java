package dev.grpctuning.load.compare.experiment;

import java.time.Duration;

import dev.grpctuning.load.engine.plan.LoadPlan;

/**
 * What is driven before the first round and does not count.
 *
 * @param time time after which the plan is cut short
 */
public record WarmUp(Variant variant, LoadPlan plan, Duration time) {
}
