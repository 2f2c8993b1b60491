package dev.grpctuning.load.engine.drive;

import java.util.concurrent.atomic.AtomicLong;

import dev.grpctuning.load.engine.plan.LoadModel;

/** Counted calls that a run may still start. The last one lets no more be started. */
final class CallBudget {

	private final AtomicLong left;

	private final boolean limited;

	private final RunControl control;

	CallBudget(LoadModel model, RunControl control) {
		this.left = new AtomicLong(model.totalCalls());
		this.limited = model.totalCalls() != LoadModel.UNLIMITED;
		this.control = control;
	}

	/** Whether one more call may be started; it must then be. */
	boolean take(boolean counted) {
		if (!counted || !this.limited) {
			return true;
		}
		long rest = this.left.decrementAndGet();
		if (rest == 0) {
			this.control.finish(null);
		}
		return rest >= 0;
	}

}
