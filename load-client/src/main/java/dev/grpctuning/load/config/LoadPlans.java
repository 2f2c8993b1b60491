package dev.grpctuning.load.config;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;

/** Checks the properties of the load and creates its plan. */
public record LoadPlans(LoadProperties load, LoadEngine engine) {

	private static final Duration SPARE_TIME = Duration.ofMinutes(5);

	public LoadPlans(LoadProperties load) {
		this(load, Objects.requireNonNullElse(load.server().engine(), LoadEngine.STUB));
	}

	public LoadPlan plan() {
		return plan(WarmupTime.NONE, null);
	}

	/**
	 * Plan of an experiment, in which timed models warm up until steady.
	 * @param objective the experiment's longest response time, or {@code null}
	 */
	public LoadPlan forExperiment(@Nullable Duration objective) {
		boolean timed = this.load.plan().model() != ModelKind.BURST && this.load.plan().model() != ModelKind.REPLAY;
		return plan((timed && this.load.plan().shard() == null) ? WarmupTime.UNTIL_STEADY : WarmupTime.NONE, objective);
	}

	public LoadPlan endless() {
		return plan(new LoadModels(this.load, WarmupTime.NONE, null).create(true), LoadModel.ENDLESS);
	}

	private LoadPlan plan(WarmupTime defaultWarmup, @Nullable Duration objective) {
		LoadModel model = new LoadModels(this.load, defaultWarmup, objective).create(false);
		return plan(model, timeout(model));
	}

	private LoadPlan plan(LoadModel model, Duration timeout) {
		PropertyCheck.atLeastOne("load.channels", this.load.server().channels());
		PropertyCheck.positive("load.connect-timeout", this.load.server().connectTimeout());
		PropertyCheck.notNegative("load.drain", this.load.length().drain());
		StubKind stub = stub();
		return new LoadPlan(model, this.engine, stub, this.load.server().channels(), CallPlanFactory.create(this.load),
				maxOpenCalls(model, stub), this.load.length().drain(), timeout);
	}

	private int maxOpenCalls(LoadModel model, StubKind stub) {
		if (this.load.length().maxOpenCalls() != null) {
			PropertyCheck.atLeastOne("load.max-open-calls", this.load.length().maxOpenCalls());
			return this.load.length().maxOpenCalls();
		}
		int heapBytes = (model instanceof LoadModel.Blocking) ? this.engine.heapBytesPerBlockingClient(stub)
				: this.engine.heapBytesPerOpenCall(stub);
		return Math.clamp(Runtime.getRuntime().maxMemory() / heapBytes, 1, Integer.MAX_VALUE);
	}

	private StubKind stub() {
		PropertyCheck.that(this.engine != LoadEngine.RAW || this.load.server().stub() == null, "load.stub",
				this.load.server().stub(), "It must not be set with load.engine=raw, which uses no stub.");
		return (this.load.server().stub() != null) ? this.load.server().stub() : StubKind.FUTURE;
	}

	private Duration timeout(LoadModel model) {
		Duration timeout = this.load.length().timeout();
		if (timeout == null) {
			Duration whole = model.sendingTime().plus(this.load.length().drain()).plus(SPARE_TIME);
			return (whole.compareTo(PropertyCheck.LONGEST) < 0) ? whole : PropertyCheck.LONGEST;
		}
		PropertyCheck.positive("load.timeout", timeout);
		// How long a number of calls takes is not known.
		Duration planned = (model.totalCalls() == LoadModel.UNLIMITED) ? model.sendingTime() : model.warmup().longest();
		PropertyCheck.that(timeout.compareTo(planned) > 0, "load.timeout", timeout,
				"It must be longer than the plan, which takes at least %s s.".formatted(planned.toSeconds()));
		return timeout;
	}

}
