package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.FakeChannels.FakeChannel;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/** Tests for {@link LoadRun} with the closed model. */
class ClosedLoadRunTests extends AbstractLoadRunTests {

	private static final Duration HUNDRED_MILLIS = Duration.ofMillis(100);

	@ParameterizedTest
	@ValueSource(longs = { 1, 5, 10_000 })
	void whenItEndsAfterANumberOfCallsThenExactlyThatManyAreCounted(long calls) throws Exception {
		use(3, FakeChannels.answering());
		LoadResult result = run(new LoadModel.Closed(new Concurrency.Constant(4), Warmup.NONE, LONG, calls));
		assertThat(result.counts()).isEqualTo(new Counts(calls, calls, Map.of(), 0, 0));
		assertThat(this.channels.started()).isEqualTo((int) calls);
		assertThat(result.stoppedBy()).isNull();
	}

	@Test
	void whenClosedAndUnansweredThenExactlyTheCallsAskedForAreOpenOnEachChannel() throws Exception {
		use(3, FakeChannels.holding());
		LoadResult result = runUntil(21, new Concurrency.Constant(7), MANY);
		assertThat(this.channels.all()).extracting(FakeChannel::started).containsExactly(7, 7, 7);
		assertThat(result.counts()).isEqualTo(new Counts(21, 0, Map.of(), 0, 21));
		assertThat(result.client().saturated()).isFalse();
	}

	@Test
	void whenTheRunIsInterruptedThenAnAnswerStartsNoFurtherCall() throws Exception {
		use(1, FakeChannels.holding());
		interrupt(plan(new LoadModel.Closed(new Concurrency.Constant(2), Warmup.NONE, LONG)), 2);
		int started = onChannelThread(() -> {
			this.channels.held().getFirst().answer();
			return this.channels.started();
		});
		assertThat(started).isEqualTo(2);
	}

	@Test
	void whenClosedThenEachAnswerStartsTheNextCallOnItsChannel() throws Exception {
		use(2, FakeChannels.holding());
		LoadRun load = load(plan(new LoadModel.Closed(new Concurrency.Constant(2), Warmup.NONE, LONG)));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.held().size() == 4);
		onChannelThread(() -> {
			this.channels.held().getFirst().answer();
			return null;
		});
		assertThat(this.channels.order()).containsExactly(0, 0, 1, 1, 0);
		onChannelThread(() -> {
			this.channels.held().getLast().fail(Status.INTERNAL);
			return null;
		});
		assertThat(this.channels.order()).containsExactly(0, 0, 1, 1, 0, 1);
		assertThat(this.channels.mostOpen()).containsExactly(2, 2);
		load.stop(StopReason.INTERRUPTED);
		Counts counts = answerAll(run).result().counts();
		assertThat(counts.started()).isEqualTo(this.channels.started());
		assertThat(counts.failed()).containsOnly(entry("INTERNAL", 1L));
		assertThat(counts.unfinished()).isZero();
	}

	@Test
	void whenClosedModelAsksForMoreThanTheBoundThenTheBoundIsSharedOut() throws Exception {
		use(2, FakeChannels.holding());
		LoadResult result = runUntil(5, new Concurrency.Constant(4), 5);
		assertThat(this.channels.all()).extracting(FakeChannel::started).containsExactly(3, 2);
		assertThat(result.client().saturated()).isTrue();
		assertThat(result.client().saturatedBy()).contains("load.max-open-calls=5", "8 calls");
	}

	@Test
	void whenTheNumberFallsThenCallsThatEndAreNotFollowedByOthers() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(plan(
				new LoadModel.Closed(new Concurrency.Steps(List.of(5, 2), Duration.ofMillis(50)), Warmup.NONE, LONG)));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.held().size() == 5);
		await().until(() -> {
			answerAll();
			return this.channels.held().size() == 2;
		});
		answerAll();
		assertThat(this.channels.held()).hasSize(2);
		load.stop(StopReason.INTERRUPTED);
		assertThat(answerAll(run).result().counts().unfinished()).isZero();
	}

	@Test
	void whenTheNumberIsZeroForAWhileThenItRisesAgain() throws Exception {
		use(1, FakeChannels.holding());
		LoadResult result = runUntil(3, new Concurrency.Steps(List.of(0, 3), HUNDRED_MILLIS), MANY);
		assertThat(result.counts()).isEqualTo(new Counts(3, 0, Map.of(), 0, 3));
	}

	@Test
	void whenWarmupCallsNeverEndThenTheyAreNotCounted() throws Exception {
		use(2, FakeChannels.holding());
		LoadModel model = new LoadModel.Closed(new Concurrency.Constant(3), new Warmup.Fixed(Duration.ofMillis(300)),
				Duration.ofMillis(300));
		LoadResult result = run(plan(model, MANY, Duration.ZERO, LONG));
		assertThat(this.channels.started()).isEqualTo(6);
		assertThat(result.counts()).isEqualTo(new Counts(0, 0, Map.of(), 0, 0));
	}

	@Test
	void whenClosedCallsFailWhileBeingStartedThenTheStackDoesNotOverflow() throws Exception {
		use(2, (call) -> call.fail(Status.INTERNAL.withDescription("at once")));
		LoadRun load = load(plan(new LoadModel.Closed(new Concurrency.Constant(3), Warmup.NONE, LONG)));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.started() > 200_000);
		load.stop(StopReason.INTERRUPTED);
		Counts counts = run.get().result().counts();
		assertThat(counts.started()).isEqualTo(this.channels.started());
		assertThat(counts.failed()).containsOnly(entry("INTERNAL", counts.started()));
		assertThat(this.channels.mostOpen()).allMatch((open) -> open <= 3);
	}

	@Test
	void whenClosedCallsCannotReachTheServerThenEachSlotRestsBeforeItsNextCall() throws Exception {
		this.channels.close();
		RestingExecutor executor = new RestingExecutor();
		this.channels = FakeChannels.of(1, executor, (call) -> call.fail(Status.UNAVAILABLE));
		LoadResult result = runUntilStarted(3, 3);
		long failed = result.counts().failedTotal();
		assertThat(failed).isEqualTo(result.counts().started()).isGreaterThanOrEqualTo(3);
		assertThat(executor.restMillis).hasSize((int) failed).containsOnly(10L);
	}

	/**
	 * Runs until a number of calls are open and the channels have started all that they
	 * want, however long that takes.
	 */
	private LoadResult runUntil(int open, Concurrency concurrency, int maxOpenCalls) throws Exception {
		LoadRun load = load(
				plan(new LoadModel.Closed(concurrency, Warmup.NONE, LONG), maxOpenCalls, Duration.ZERO, LONG));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.held().size() >= open);
		onChannelThread(() -> null);
		load.finish();
		return run.get().result();
	}

	/** The first channel may be far ahead of the last. */
	private LoadResult runUntilStarted(int calls, int outstanding) throws Exception {
		LoadRun load = load(plan(new LoadModel.Closed(new Concurrency.Constant(outstanding), Warmup.NONE, LONG)));
		FutureTask<MeasuredLoad> run = start(load);
		List<FakeChannel> all = this.channels.all();
		await().until(() -> all.stream().allMatch((channel) -> channel.started() * all.size() >= calls));
		load.finish();
		return run.get().result();
	}

	/** Notes every delay that it is asked for. */
	private static final class RestingExecutor extends ScheduledThreadPoolExecutor {

		private final Queue<Long> restMillis = new ConcurrentLinkedQueue<>();

		RestingExecutor() {
			super(1, Thread.ofPlatform().daemon().factory());
		}

		@Override
		public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
			if (delay > 0) {
				this.restMillis.add(unit.toMillis(delay));
			}
			return super.schedule(command, delay, unit);
		}

	}

}
