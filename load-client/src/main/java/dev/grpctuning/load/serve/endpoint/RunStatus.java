package dev.grpctuning.load;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.Progress;
import dev.grpctuning.load.report.ProgressDocument;
import dev.grpctuning.load.report.StatusDocument;
import dev.grpctuning.load.report.StatusDocument.State;

/**
 * How one run gets on. Told by the threads of the run and read by any.
 */
final class RunStatus {

	private final int number;

	private final String target;

	private final LoadPlan plan;

	private volatile State state = State.CONNECTING;

	private volatile boolean stopping;

	private volatile @Nullable LoadRun run;

	private volatile @Nullable ProgressDocument progress;

	RunStatus(int number, String target, LoadPlan plan) {
		this.number = number;
		this.target = target;
		this.plan = plan;
	}

	void scheduled() {
		this.state = State.SCHEDULED;
	}

	void driving(LoadRun run) {
		this.run = run;
		this.state = this.plan.model().warmup().longest().isZero() ? State.DRIVING : State.WARMING_UP;
	}

	/**
	 * Takes over a second. Only one thread may do so.
	 */
	void second(Progress second) {
		this.progress = ProgressDocument.of(this.progress, second, this.plan.model());
		this.state = second.warmingUp() ? State.WARMING_UP : State.DRIVING;
	}

	void stopping() {
		this.stopping = true;
	}

	State state() {
		LoadRun current = this.run;
		return (this.stopping || current != null && current.draining()) ? State.DRAINING : this.state;
	}

	StatusDocument.Run document() {
		return StatusDocument.Run.of(this.number, this.target, this.plan, this.progress);
	}

}
