package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.grpc.Status;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.load.engine.FakeChannels.FakeCall;
import dev.grpctuning.load.engine.FakeChannels.FakeChannel;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.schedule.Pacing;
import dev.grpctuning.load.schedule.TurnSchedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/**
 * Tests for {@link LoadRun} over channels without a network.
 */
@Timeout(30)
class LoadRunTests {

	private static final int MANY = 1_000_000;

	private static final Duration LONG = Duration.ofMinutes(5);

	private final Queue<Progress> progress = new ConcurrentLinkedQueue<>();

	private FakeChannels channels = FakeChannels.of(1, FakeChannels.answering());

	@AfterEach
	void close() {
		this.channels.close();
	}

	@Test
	void whenAllTurnsAreAnsweredThenEveryCallIsCounted() throws Exception {
		LoadResult result = run(turns(4, 25));
		assertThat(result.counts()).isEqualTo(new Counts(100, 100, Map.of(), 0));
		assertThat(result.firstFailures()).isEmpty();
		assertThat(result.latencyMicros().count()).isEqualTo(100);
		assertThat(result.responseTimeMicros().count()).isEqualTo(100);
		assertThat(result.stoppedBy()).isNull();
		assertThat(result.client().limited()).isFalse();
		assertThat(result.client().limitedBy()).isNull();
		assertThat(result.elapsedSeconds()).isPositive();
		assertThat(result.throughputPerSecond()).isEqualTo(100 / result.elapsedSeconds());
	}

	@Test
	void whenThereAreThreeChannelsThenCallsRotateOverThemAcrossTurns() throws Exception {
		use(3, FakeChannels.answering());
		LoadResult result = run(turns(2, 5));
		assertThat(result.counts()).isEqualTo(new Counts(10, 10, Map.of(), 0));
		assertThat(this.channels.order()).containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2, 0);
	}

	@Test
	void whenTheRunHasEndedThenTheTimelineAddsUpToTheCounts() throws Exception {
		use(1, (call) -> {
			if (call.number() % 4 == 0) {
				call.failLater(Status.INTERNAL);
			}
			else {
				call.answerLater();
			}
		});
		LoadResult result = run(turns(2, 50));
		assertThat(result.timeline().stream().mapToLong(TimelinePoint::started).sum()).isEqualTo(100);
		assertThat(result.timeline().stream().mapToLong(TimelinePoint::ok).sum()).isEqualTo(75);
		assertThat(result.timeline().stream().mapToLong(TimelinePoint::failed).sum()).isEqualTo(25);
		assertThat(result.timeline().getLast().open()).isZero();
	}

	@Test
	void whenCallsFailThenTheyAreCountedByStatusWithTheFirstMessageOfEach() throws Exception {
		use(1, (call) -> {
			switch (call.number() % 4) {
				case 0 -> call.failLater(Status.INTERNAL.withDescription("bug " + call.number()));
				case 1 -> call.failLater(Status.UNAVAILABLE.withDescription("gone " + call.number()));
				default -> call.answerLater();
			}
		});
		LoadResult result = run(turns(1, 40));
		assertThat(result.counts()).isEqualTo(new Counts(40, 20, Map.of("INTERNAL", 10L, "UNAVAILABLE", 10L), 0));
		assertThat(result.counts().failedTotal()).isEqualTo(20);
		assertThat(result.firstFailures()).containsExactly(entry("INTERNAL", "bug 4"), entry("UNAVAILABLE", "gone 1"));
		assertThat(result.latencyMicros().count()).isEqualTo(20);
		assertThat(result.responseTimeMicros().count()).isEqualTo(20);
	}

	@Test
	void whenNoCallIsAnsweredThenThereAreNoLatencies() throws Exception {
		use(1, FakeChannels.failing(Status.UNIMPLEMENTED));
		LoadResult result = run(turns(1, 10));
		assertThat(result.counts()).isEqualTo(new Counts(10, 0, Map.of("UNIMPLEMENTED", 10L), 0));
		assertThat(result.throughputPerSecond()).isZero();
		assertThat(result.latencyMicros().count()).isZero();
	}

	@Test
	void whenDrainExpiresThenOpenCallsAreUnfinishedAndNotFailed() throws Exception {
		use(1, (call) -> {
			if (call.number() <= 3) {
				call.answerLater();
			}
		});
		LoadResult result = run(plan(turns(1, 10), MANY, Duration.ofMillis(50), LONG));
		assertThat(result.counts()).isEqualTo(new Counts(10, 3, Map.of(), 7));
		assertThat(result.stoppedBy()).isNull();
		assertThat(result.timeline().getLast().open()).isEqualTo(7);
		assertThat(result.latencyMicros().count()).isEqualTo(3);
	}

	@Test
	void whenCallsEndAfterTheEndThenTheResultStays() throws Exception {
		use(1, FakeChannels.holding());
		LoadResult result = run(plan(turns(1, 10), MANY, Duration.ZERO, LONG));
		String before = result.toString();
		onChannelThread(() -> {
			this.channels.held().forEach(FakeCall::answer);
			return null;
		});
		assertThat(this.channels.held()).isEmpty();
		assertThat(result.counts()).isEqualTo(new Counts(10, 0, Map.of(), 10));
		assertThat(result).hasToString(before);
	}

	@Test
	void whenTheBoundIsReachedThenSendingWaitsAndTheResultIsClientLimited() throws Exception {
		use(1, FakeChannels.holding());
		FutureTask<LoadResult> run = start(load(plan(turns(1, 50), 4, LONG, LONG)));
		await().until(() -> this.channels.held().size() == 4);
		await().until(() -> endOneOfFour() == 0);
		LoadResult result = run.get();
		assertThat(result.counts()).isEqualTo(new Counts(50, 50, Map.of(), 0));
		assertThat(this.channels.mostOpen()).containsExactly(4);
		assertThat(result.client().limited()).isTrue();
		assertThat(result.client().limitedBy()).contains("load.max-open-calls=4");
	}

	@Test
	void whenTheBoundIsReachedAndNothingIsAnsweredThenNoMoreCallsAreStarted() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(plan(turns(1, 50), 4, LONG, Duration.ofMillis(100)));
		LoadResult result = load.run();
		assertThat(this.channels.started()).isEqualTo(4);
		assertThat(result.counts()).isEqualTo(new Counts(4, 0, Map.of(), 4));
		assertThat(result.stoppedBy()).isEqualTo(StopReason.TIMEOUT);
		assertThat(result.client().limited()).isTrue();
	}

	@Test
	void whenCallsAreSentLateThenResponseTimesIncludeTheWait() throws Exception {
		LoadResult result = run(plan(turns(1, 50), 1, LONG, LONG));
		LatencySummary service = result.latencyMicros();
		LatencySummary response = result.responseTimeMicros();
		assertThat(response.count()).isEqualTo(service.count()).isEqualTo(50);
		assertThat(response.min()).isGreaterThanOrEqualTo(service.min());
		assertThat(response.p50()).isGreaterThan(service.p50());
		assertThat(response.p99()).isGreaterThanOrEqualTo(service.p99());
		// One call after the other, all due at the start: the last waited for all before.
		assertThat(response.max() * 1.01).isGreaterThan((service.mean() - 1) * 50);
	}

	@Test
	void whenStoppedBeforeTheRunThenNothingIsStarted() throws Exception {
		LoadRun load = load(plan(turns(10, 10)));
		load.stop(StopReason.SERVER_GONE);
		LoadResult result = load.run();
		assertThat(result.counts()).isEqualTo(new Counts(0, 0, Map.of(), 0));
		assertThat(result.stoppedBy()).isEqualTo(StopReason.SERVER_GONE);
		assertThat(result.throughputPerSecond()).isZero();
		assertThat(this.channels.started()).isZero();
	}

	@Test
	void whenClosedModelIsStoppedBeforeTheRunThenItEndsAtOnce() throws Exception {
		use(1, FakeChannels.answering());
		LoadRun load = load(plan(new LoadModel.Closed(1, LONG, LONG)));
		load.stop(StopReason.INTERRUPTED);
		LoadResult result = load.run();
		assertThat(result.stoppedBy()).isEqualTo(StopReason.INTERRUPTED);
		assertThat(result.counts()).isEqualTo(new Counts(0, 0, Map.of(), 0));
	}

	@Test
	void whenStoppedDuringTheRunThenTheResultSaysWhyAndWhatWasOpen() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(plan(turns(1000, 3, LONG)));
		FutureTask<LoadResult> run = start(load);
		await().until(() -> this.channels.held().size() == 3);
		load.stop(StopReason.INTERRUPTED);
		load.stop(StopReason.TIMEOUT);
		LoadResult result = run.get();
		assertThat(result.stoppedBy()).isEqualTo(StopReason.INTERRUPTED);
		assertThat(result.counts()).isEqualTo(new Counts(3, 0, Map.of(), 3));
	}

	@Test
	void whenCallsFailBecauseTheServerHasGoneThenTheyAreFailedRatherThanUnfinished() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(plan(turns(1000, 3, LONG)));
		FutureTask<LoadResult> run = start(load);
		await().until(() -> this.channels.held().size() == 3);
		load.stop(StopReason.SERVER_GONE);
		// Not before the run has noticed that it was stopped.
		this.channels.all()
			.getFirst()
			.executor()
			.schedule(() -> this.channels.held().forEach((call) -> call.fail(Status.UNAVAILABLE)), 50,
					TimeUnit.MILLISECONDS);
		LoadResult result = run.get();
		assertThat(result.stoppedBy()).isEqualTo(StopReason.SERVER_GONE);
		assertThat(result.counts()).isEqualTo(new Counts(3, 0, Map.of("UNAVAILABLE", 3L), 0));
	}

	@Test
	void whenStoppedAfterTheRunThenTheResultStays() throws Exception {
		LoadRun load = load(plan(turns(1, 10)));
		LoadResult result = load.run();
		load.stop(StopReason.TIMEOUT);
		assertThat(result.stoppedBy()).isNull();
	}

	@Test
	void whenTheTimeoutPassesBetweenTurnsThenTheRunIsStoppedByIt() throws Exception {
		LoadResult result = run(plan(turns(1000, 3, LONG), MANY, LONG, Duration.ofMillis(50)));
		assertThat(result.stoppedBy()).isEqualTo(StopReason.TIMEOUT);
		assertThat(result.counts()).isEqualTo(new Counts(3, 3, Map.of(), 0));
	}

	@Test
	void whenASecondPassesThenTheListenerIsToldHowFarTheRunIs() throws Exception {
		use(1, FakeChannels.holding());
		FutureTask<LoadResult> run = start(load(plan(turns(1, 4))));
		await().until(() -> this.channels.held().size() == 4);
		onChannelThread(() -> {
			this.channels.held().getFirst().fail(Status.INTERNAL);
			return null;
		});
		await().until(() -> !this.progress.isEmpty());
		onChannelThread(() -> {
			this.channels.held().forEach(FakeCall::answer);
			return null;
		});
		LoadResult result = run.get();
		Progress first = this.progress.element();
		assertThat(first.share()).isEqualTo(0.25);
		assertThat(first.ended()).isOne();
		assertThat(first.failed()).isOne();
		assertThat(first.point().open()).isEqualTo(3);
		assertThat(first.point().started()).isEqualTo(4);
		assertThat(result.timeline()).startsWith(first.point());
		assertThat(result.timeline().stream().mapToLong(TimelinePoint::ok).sum()).isEqualTo(3);
	}

	@Test
	void whenClosedAndUnansweredThenExactlyTheCallsAskedForAreOpenOnEachChannel() throws Exception {
		use(3, FakeChannels.holding());
		LoadResult result = run(plan(closed(7), MANY, Duration.ZERO, LONG));
		assertThat(this.channels.all()).extracting(FakeChannel::started).containsExactly(7, 7, 7);
		assertThat(result.counts()).isEqualTo(new Counts(21, 0, Map.of(), 21));
		assertThat(result.client().limited()).isFalse();
	}

	@Test
	void whenClosedThenEachAnswerStartsTheNextCallOnItsChannel() throws Exception {
		use(2, FakeChannels.holding());
		LoadRun load = load(plan(new LoadModel.Closed(2, Duration.ZERO, LONG)));
		FutureTask<LoadResult> run = start(load);
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
		await().until(() -> {
			endAll();
			return run.isDone();
		});
		Counts counts = run.get().counts();
		assertThat(counts.started()).isEqualTo(this.channels.started());
		assertThat(counts.failed()).containsOnly(entry("INTERNAL", 1L));
		assertThat(counts.unfinished()).isZero();
	}

	@Test
	void whenClosedAndAnsweredThenEveryCallIsCountedOnce() throws Exception {
		use(3, FakeChannels.answering());
		LoadResult result = run(plan(closed(5)));
		Counts counts = result.counts();
		assertThat(counts.started()).isEqualTo(this.channels.started()).isGreaterThan(15);
		assertThat(counts.ok()).isEqualTo(counts.started());
		assertThat(counts.unfinished()).isZero();
		assertThat(result.latencyMicros().count()).isEqualTo(counts.ok());
		assertThat(result.responseTimeMicros()).isEqualTo(result.latencyMicros());
		assertThat(this.channels.mostOpen()).containsExactly(5, 5, 5);
	}

	@Test
	void whenClosedModelAsksForMoreThanTheBoundThenTheBoundIsSharedOut() throws Exception {
		use(2, FakeChannels.holding());
		LoadResult result = run(plan(closed(4), 5, Duration.ZERO, LONG));
		assertThat(this.channels.all()).extracting(FakeChannel::started).containsExactly(3, 2);
		assertThat(result.client().limited()).isTrue();
		assertThat(result.client().limitedBy()).contains("load.max-open-calls=5", "8 calls");
	}

	@Test
	void whenWarmupCallsNeverEndThenTheyAreNotCounted() throws Exception {
		use(2, FakeChannels.holding());
		LoadModel model = new LoadModel.Closed(3, Duration.ofMillis(20), Duration.ofMillis(20));
		LoadResult result = run(plan(model, MANY, Duration.ZERO, LONG));
		assertThat(this.channels.started()).isEqualTo(6);
		assertThat(result.counts()).isEqualTo(new Counts(0, 0, Map.of(), 0));
	}

	@Test
	void whenStoppedInTheWarmupThenNothingIsCounted() throws Exception {
		use(1, FakeChannels.answering());
		LoadRun load = load(plan(new LoadModel.Closed(2, LONG, LONG)));
		FutureTask<LoadResult> run = start(load);
		await().until(() -> this.channels.started() > 100);
		load.stop(StopReason.INTERRUPTED);
		LoadResult result = run.get();
		assertThat(result.counts()).isEqualTo(new Counts(0, 0, Map.of(), 0));
		assertThat(result.latencyMicros().count()).isZero();
	}

	@Test
	void whenWarmupIsOverThenOnlyCallsStartedSinceCount() throws Exception {
		LoadModel model = new LoadModel.Closed(1, Duration.ofMillis(50), Duration.ofMillis(50));
		LoadResult result = run(plan(model));
		Counts counts = result.counts();
		assertThat(counts.started()).isPositive().isLessThan(this.channels.started());
		assertThat(counts.ok()).isEqualTo(counts.started());
		assertThat(result.latencyMicros().count()).isEqualTo(counts.ok());
	}

	@Test
	void whenClosedCallsFailWhileBeingStartedThenTheStackDoesNotOverflow() throws Exception {
		use(2, (call) -> call.fail(Status.INTERNAL.withDescription("at once")));
		LoadRun load = load(plan(new LoadModel.Closed(3, Duration.ZERO, LONG)));
		FutureTask<LoadResult> run = start(load);
		await().until(() -> this.channels.started() > 200_000);
		load.stop(StopReason.INTERRUPTED);
		Counts counts = run.get().counts();
		assertThat(counts.started()).isEqualTo(this.channels.started());
		assertThat(counts.failed()).containsOnly(entry("INTERNAL", counts.started()));
		assertThat(this.channels.mostOpen()).allMatch((open) -> open <= 3);
	}

	@Test
	void whenClosedCallsCannotReachTheServerThenEachSlotRestsBeforeItsNextCall() throws Exception {
		this.channels.close();
		RestingExecutor executor = new RestingExecutor();
		this.channels = FakeChannels.of(1, executor, (call) -> call.fail(Status.UNAVAILABLE));
		LoadResult result = run(plan(closed(3)));
		long failed = result.counts().failedTotal();
		assertThat(failed).isEqualTo(result.counts().started()).isGreaterThanOrEqualTo(3);
		assertThat(executor.restMillis).hasSize((int) failed).containsOnly(10L);
	}

	private int endOneOfFour() throws Exception {
		return onChannelThread(() -> {
			List<FakeCall> held = this.channels.held();
			assertThat(held).hasSizeLessThanOrEqualTo(4);
			if (held.size() == 4 || this.channels.started() == 50) {
				held.stream().findFirst().ifPresent(FakeCall::answer);
			}
			return (this.channels.started() == 50) ? this.channels.held().size() : -1;
		});
	}

	private void endAll() throws Exception {
		onChannelThread(() -> {
			this.channels.held().forEach(FakeCall::answer);
			return null;
		});
	}

	private <T> T onChannelThread(Callable<T> action) throws Exception {
		return this.channels.all().getFirst().executor().submit(action).get();
	}

	private void use(int count, Consumer<FakeCall> behaviour) {
		this.channels.close();
		this.channels = FakeChannels.of(count, behaviour);
	}

	private LoadResult run(LoadModel model) throws InterruptedException {
		return run(plan(model));
	}

	private LoadResult run(LoadPlan plan) throws InterruptedException {
		return load(plan).run();
	}

	private LoadRun load(LoadPlan plan) {
		return new LoadRun(plan, this.channels, this.progress::add);
	}

	private static FutureTask<LoadResult> start(LoadRun load) {
		FutureTask<LoadResult> run = new FutureTask<>(load::run);
		Thread.ofPlatform().daemon().start(run);
		return run;
	}

	private LoadPlan plan(LoadModel model) {
		return plan(model, MANY, LONG, LONG);
	}

	private LoadPlan plan(LoadModel model, int maxOpenCalls, Duration drain, Duration timeout) {
		return new LoadPlan(model, StubKind.ASYNC, this.channels.all().size(), Map.of(), maxOpenCalls, drain, timeout);
	}

	private static LoadModel turns(int count, int calls) {
		return turns(count, calls, Duration.ZERO);
	}

	private static LoadModel turns(int count, int calls, Duration interval) {
		return new LoadModel.Turns(new TurnSchedule(count, calls, interval, Pacing.SCHEDULE));
	}

	private static LoadModel closed(int outstanding) {
		return new LoadModel.Closed(outstanding, Duration.ZERO, Duration.ofMillis(50));
	}

	private static ConditionFactory await() {
		return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
	}

	/**
	 * Notes every delay that it is asked for.
	 */
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
