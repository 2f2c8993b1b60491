package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LoadRun} when it is finished or stopped before its plan. */
class FinishedLoadRunTests extends AbstractLoadRunTests {

	private static final double RATE = 2000;

	@Test
	void whenARunIsFinishedBeforeItsPlanThenOpenCallsAreWaitedForAndTheResultSaysWhy() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(plan(open(RATE, LONG)));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.held().size() > 100);
		assertThat(load.draining()).isFalse();
		load.finish(StopReason.INTERRUPTED);
		await().until(load::draining);
		assertThat(run.isDone()).isFalse();
		LoadResult result = answerAll(run).result();
		assertThat(result.stoppedBy()).isEqualTo(StopReason.INTERRUPTED);
		assertThat(result.counts())
			.isEqualTo(new Counts(this.channels.started(), this.channels.started(), Map.of(), 0, 0));
	}

	@Test
	void whenARunIsFinishedAndThenStoppedThenOpenCallsAreNotWaitedFor() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(plan(open(RATE, LONG)));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.held().size() > 10);
		load.finish(StopReason.INTERRUPTED);
		await().until(load::draining);
		load.stop(StopReason.TIMEOUT);
		LoadResult result = run.get().result();
		assertThat(result.stoppedBy()).isEqualTo(StopReason.TIMEOUT);
		assertThat(result.counts().unfinished()).isEqualTo(result.counts().started()).isGreaterThan(10);
	}

	@Test
	void whenARunIsFinishedAfterItsLastCallThenItsPlanWasDriven() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(plan(open(RATE, Duration.ofMillis(20))));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(load::draining);
		load.finish(StopReason.INTERRUPTED);
		assertThat(answerAll(run).result().stoppedBy()).isNull();
	}

	@Test
	void whenARunIsFinishedInItsWarmupThenItHasNoRate() throws Exception {
		LoadRun load = load(plan(open(RATE, new Warmup.Fixed(LONG), LONG)));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.started() > 100);
		load.finish(StopReason.INTERRUPTED);
		LoadResult result = run.get().result();
		assertThat(result.counts()).isEqualTo(new Counts(0, 0, Map.of(), 0, 0));
		assertThat(result.rate().perSecond()).isZero();
	}

	private static LoadModel.Open open(double rate, Duration duration) {
		return open(rate, Warmup.NONE, duration);
	}

	private static LoadModel.Open open(double rate, Warmup warmup, Duration duration) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(rate), Arrivals.CONSTANT, 0, Shard.ALL),
				LONG, 1, warmup, duration);
	}

}
