package dev.grpctuning.load.text;

import dev.grpctuning.load.result.plan.PlanDocument;

/**
 * A plan in words.
 */
public final class PlanText {

	private PlanText() {
	}

	public static String of(PlanDocument plan) {
		View view = new View(plan, plan.warmup().seconds() > 0, plan.channels() != 1);
		return Templates.text("plan", view).replace("\n", "");
	}

	private record View(PlanDocument plan, boolean warmedUp, boolean several) {
	}

}
