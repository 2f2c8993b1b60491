package dev.grpctuning.load.result.plan;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.result.plan.ChangeDocument.Ramp;
import dev.grpctuning.load.result.plan.ChangeDocument.Steps;
import dev.grpctuning.load.schedule.Concurrency;

/**
 * Calls kept open, in a result file. One of the components is not {@code null}.
 */
public record ClosedDocument(@Nullable Integer outstanding, @Nullable Ramp ramp, @Nullable Steps steps) {

	static ClosedDocument of(Concurrency concurrency) {
		return switch (concurrency) {
			case Concurrency.Constant constant -> new ClosedDocument(constant.calls(), null, null);
			case Concurrency.Ramp ramp -> new ClosedDocument(null, Ramp.of(ramp.from(), ramp.to(), ramp.over()), null);
			case Concurrency.Steps steps -> new ClosedDocument(null, null, Steps.of(steps.numbers(), steps.each()));
		};
	}

}
