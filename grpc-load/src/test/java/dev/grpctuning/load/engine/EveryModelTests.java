package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.engine.FakeChannels.FakeCall;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;

/** What goes for a {@link LoadRun} of every model. */
class EveryModelTests extends AbstractLoadRunTests {

	private static final Duration SHORT = Duration.ofMillis(200);

	static Stream<LoadModel> models() {
		return Stream.of(bursts(3, 20, Duration.ofMillis(70)),
				new LoadModel.Closed(new Concurrency.Constant(4), Warmup.NONE, SHORT),
				new LoadModel.Closed(new Concurrency.Ramp(1, 10, SHORT), Warmup.NONE, SHORT),
				new LoadModel.Closed(new Concurrency.Steps(List.of(2, 5, 1), Duration.ofMillis(70)), Warmup.NONE,
						SHORT),
				new LoadModel.Blocking(4, Warmup.NONE, SHORT), open(new Rate.Constant(1000), Arrivals.CONSTANT),
				open(new Rate.Constant(1000), Arrivals.POISSON), open(new Rate.Ramp(0, 2000, SHORT), Arrivals.CONSTANT),
				open(new Rate.Steps(List.of(500.0, 0.0, 2000.0), Duration.ofMillis(70)), Arrivals.POISSON));
	}

	private static LoadModel open(Rate rate, Arrivals arrivals) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(rate, arrivals, 1, Shard.ALL), LONG, 1, Warmup.NONE, SHORT);
	}

	@ParameterizedTest
	@MethodSource("models")
	void whenCallsAreOpenAtTheEndThenTheyAreWaitedFor(LoadModel model) throws Exception {
		Queue<FakeCall> open = new ConcurrentLinkedQueue<>();
		use(2, open::add);
		FutureTask<MeasuredLoad> run = start(load(plan(model)));
		await().until(() -> {
			onChannelThread(() -> {
				// Some of those that are open are answered only after the last was sent.
				for (int i = open.size() / 2; i < open.size() && !run.isDone(); i++) {
					open.remove().answer();
				}
				FakeCall one = open.poll();
				if (one != null) {
					one.answer();
				}
				return null;
			});
			return run.isDone();
		});
		Counts counts = run.get().result().counts();
		assertThat(counts).isEqualTo(new Counts(this.channels.started(), this.channels.started(), Map.of(), 0, 0));
		assertThat(counts.started()).isPositive();
	}

	@ParameterizedTest
	@MethodSource("models")
	void whenTheyDoNotEndInTimeThenTheyAreUnfinishedAndNoFailures(LoadModel model) throws Exception {
		LoadResult result;
		long started;
		int attempt = 0;
		do {
			use(2, FakeChannels.answering((number) -> number <= 2));
			result = run(plan(model, MANY, Duration.ofMillis(20), LONG));
			started = this.channels.started();
		}
		// A busy machine may leave a run hardly any of its time.
		while (started <= 2 && ++attempt < 5);
		assertThat(started).isGreaterThan(2);
		assertThat(result.counts()).isEqualTo(new Counts(started, 2, Map.of(), 0, started - 2));
		assertThat(result.stoppedBy()).isNull();
		assertThat(result.latencyMicros().service().count()).isEqualTo(2);
	}

	@ParameterizedTest
	@MethodSource("models")
	void whenCallsAreCancelledAsPlannedThenTheLoadGoesOn(LoadModel model) throws Exception {
		long started = 0;
		// A busy machine may leave a run hardly any of its time.
		for (int attempt = 1; attempt <= 5 && started <= 20; attempt++) {
			use(2, FakeCall::cancelLater);
			Counts counts = run(plan(model)).counts();
			started = this.channels.started();
			assertThat(counts).isEqualTo(new Counts(started, 0, Map.of(), started, 0));
		}
		assertThat(started).as("more than one of each client").isGreaterThan(20);
	}

	@ParameterizedTest
	@MethodSource("models")
	void whenACallNeverEndsThenTheTimeInWhichItIsWaitedForLowersNoRate(LoadModel model) throws Exception {
		use(2, FakeChannels.answering((number) -> number != 2));
		long begun = System.nanoTime();
		LoadResult result = run(plan(model, MANY, Duration.ofSeconds(1), LONG));
		double took = (System.nanoTime() - begun) / 1e9;
		assertThat(result.counts().unfinished()).isOne();
		// The last answer may come late, in the second in which it is waited for.
		assertThat(result.rate().elapsedSeconds()).as("the time but for the second").isLessThan(took - 0.5);
	}

	@ParameterizedTest
	@MethodSource("models")
	void whenItIsStoppedBeforeItBeginsThenItEnds(LoadModel model) throws Exception {
		LoadRun load = load(plan(model));
		load.stop(StopReason.INTERRUPTED);
		LoadResult result = load.run().result();
		assertThat(result.stoppedBy()).isEqualTo(StopReason.INTERRUPTED);
		assertThat(result.counts().unfinished()).isZero();
		assertThat(result.counts().ok()).isEqualTo(this.channels.started());
	}

}
