package dev.grpctuning.load.serve.endpoint;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.result.plan.PlanDocument;
import dev.grpctuning.load.serve.endpoint.StatusDocument.State;

/**
 * Status of one run, which its threads update and any thread reads.
 */
public final class RunStatus {

	private final int number;

	private final String target;

	private final LoadPlan plan;

	private volatile State state = State.CONNECTING;

	private volatile boolean stopping;

	private volatile @Nullable LoadRun run;

	private volatile @Nullable ProgressDocument progress;

	public RunStatus(int number, String target, LoadPlan plan) {
		this.number = number;
		this.target = target;
		this.plan = plan;
	}

	public void scheduled() {
		this.state = State.SCHEDULED;
	}

	public void driving(LoadRun run) {
		this.run = run;
		this.state = this.plan.model().warmup().longest().isZero() ? State.DRIVING : State.WARMING_UP;
	}

	/** Adds a second. Only one thread may call this. */
	public void second(Progress second) {
		this.progress = ProgressDocument.of(this.progress, second, this.plan.model());
		this.state = second.warmingUp() ? State.WARMING_UP : State.DRIVING;
	}

	public void stopping() {
		this.stopping = true;
	}

	public State state() {
		LoadRun current = this.run;
		return (this.stopping || current != null && current.draining()) ? State.DRAINING : this.state;
	}

	public StatusDocument.Run document() {
		return new StatusDocument.Run(this.number, this.target, PlanDocument.of(this.plan), this.progress);
	}

}
