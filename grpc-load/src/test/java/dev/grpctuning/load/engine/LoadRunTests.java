package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.load.engine.FakeChannels.FakeCall;
import dev.grpctuning.load.engine.LoadRun.BrokenRunException;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.engine.result.TimelinePoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link LoadRun}: bursts, and how a run ends. */
class LoadRunTests extends AbstractLoadRunTests {

	@Test
	void whenAllBurstsAreAnsweredThenEveryCallIsCounted() throws Exception {
		LoadResult result = run(bursts(4, 25));
		assertThat(result.counts()).isEqualTo(new Counts(100, 100, Map.of(), 0, 0));
		assertThat(result.statuses()).isEmpty();
		assertThat(result.latencyMicros().service().count()).isEqualTo(100);
		assertThat(result.latencyMicros().response().count()).isEqualTo(100);
		assertThat(result.stoppedBy()).isNull();
		assertThat(result.client().saturated()).isFalse();
		assertThat(result.client().saturatedBy()).isNull();
		assertThat(result.rate().elapsedSeconds()).isPositive();
		assertThat(result.rate().perSecond()).isEqualTo(100 / result.rate().elapsedSeconds());
	}

	@Test
	void whenTheRunHasEndedThenTheTimelineAddsUpToTheCounts() throws Exception {
		use(1, FakeChannels.failingEveryFourth());
		List<TimelinePoint> timeline = measure(bursts(2, 50)).timeline();
		assertThat(timeline.stream().mapToLong(TimelinePoint::started).sum()).isEqualTo(100);
		assertThat(timeline.stream().mapToLong(TimelinePoint::ok).sum()).isEqualTo(75);
		assertThat(timeline.stream().mapToLong(TimelinePoint::failed).sum()).isEqualTo(25);
		assertThat(timeline.getLast().open()).isZero();
	}

	@Test
	void whenCallsEndAfterTheEndThenTheResultStays() throws Exception {
		use(1, FakeChannels.holding());
		LoadResult result = run(plan(bursts(1, 10), MANY, Duration.ZERO, LONG));
		String before = result.toString();
		answerAll();
		assertThat(this.channels.held()).isEmpty();
		assertThat(result.counts()).isEqualTo(new Counts(10, 0, Map.of(), 0, 10));
		assertThat(result).hasToString(before);
	}

	@Test
	void whenTheBoundIsReachedThenSendingWaitsAndTheResultIsSaturated() throws Exception {
		use(1, FakeChannels.holding());
		FutureTask<MeasuredLoad> run = start(load(plan(bursts(1, 50), 4, LONG, LONG)));
		await().until(() -> this.channels.held().size() == 4);
		await().until(() -> endOneOfFour() == 0);
		LoadResult result = run.get().result();
		assertThat(result.counts()).isEqualTo(new Counts(50, 50, Map.of(), 0, 0));
		assertThat(this.channels.mostOpen()).containsExactly(4);
		assertThat(result.client().saturated()).isTrue();
		assertThat(result.client().saturatedBy()).contains("load.max-open-calls=4");
	}

	@Test
	void whenTheBoundIsReachedAndNothingIsAnsweredThenNoMoreCallsAreStarted() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(plan(bursts(1, 50), 4, LONG, Duration.ofSeconds(2)));
		LoadResult result = load.run().result();
		assertThat(this.channels.started()).isEqualTo(4);
		assertThat(result.counts()).isEqualTo(new Counts(4, 0, Map.of(), 0, 4));
		assertThat(result.stoppedBy()).isEqualTo(StopReason.TIMEOUT);
		assertThat(result.client().saturated()).isTrue();
	}

	@Test
	void whenStoppedDuringTheRunThenTheResultSaysWhyAndWhatWasOpen() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(plan(bursts(1000, 3, LONG)));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.held().size() == 3);
		load.stop(StopReason.INTERRUPTED);
		load.stop(StopReason.TIMEOUT);
		LoadResult result = run.get().result();
		assertThat(result.stoppedBy()).isEqualTo(StopReason.INTERRUPTED);
		assertThat(result.counts()).isEqualTo(new Counts(3, 0, Map.of(), 0, 3));
	}

	@Test
	void whenCallsFailBecauseTheServerHasGoneThenTheyAreFailedRatherThanUnfinished() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(plan(bursts(1000, 3, LONG)));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.held().size() == 3);
		load.stop(StopReason.SERVER_GONE);
		// Not before the run has noticed that it was stopped.
		this.channels.all()
			.getFirst()
			.executor()
			.schedule(() -> this.channels.held().forEach((call) -> call.fail(Status.UNAVAILABLE)), 50,
					TimeUnit.MILLISECONDS);
		LoadResult result = run.get().result();
		assertThat(result.stoppedBy()).isEqualTo(StopReason.SERVER_GONE);
		assertThat(result.counts()).isEqualTo(new Counts(3, 0, Map.of("UNAVAILABLE", 3L), 0, 0));
	}

	@Test
	void whenASecondPassesThenTheListenerIsToldHowFarTheRunIs() throws Exception {
		use(1, FakeChannels.holding());
		FutureTask<MeasuredLoad> run = start(load(plan(bursts(1, 4))));
		await().until(() -> this.channels.held().size() == 4);
		onChannelThread(() -> {
			this.channels.held().getFirst().fail(Status.INTERNAL);
			return null;
		});
		await().until(() -> !this.progress.isEmpty());
		answerAll();
		List<TimelinePoint> timeline = run.get().timeline();
		Progress first = this.progress.element();
		assertThat(first.share()).isEqualTo(0.25);
		assertThat(first.ended()).isOne();
		assertThat(first.failed()).isOne();
		assertThat(first.point().open()).isEqualTo(3);
		assertThat(first.point().started()).isEqualTo(4);
		assertThat(timeline).extracting(TimelinePoint::seconds).contains(first.point().seconds());
		assertThat(timeline.stream().mapToLong(TimelinePoint::ok).sum()).isEqualTo(3);
	}

	@Test
	void whenTheListenerThrowsThenTheRunEndsAndSaysSo() {
		use(1, FakeChannels.holding());
		IllegalStateException bug = new IllegalStateException("no figure");
		LoadRun load = new LoadRun(plan(bursts(1000, 3, LONG)), this.channels, (progress) -> {
			throw bug;
		});
		assertThatExceptionOfType(BrokenRunException.class).isThrownBy(load::run)
			.withMessage("a bug of this client ended the run: " + bug)
			.withCause(bug);
	}

	@Test
	@Timeout(60)
	void whenARunWarmsUpThenItsProgressSaysHow() throws Exception {
		use(1, FakeChannels.failingEveryFourth());
		LoadModel.Burst bursts = (LoadModel.Burst) bursts(220, 4, Duration.ofMillis(10));
		run(new LoadModel.Burst(bursts.schedule(), new Warmup.Fixed(Duration.ofMillis(2500))));
		List<Progress> warmup = this.progress.stream().filter(Progress::warmingUp).toList();
		assertThat(warmup).isNotEmpty().allSatisfy((progress) -> {
			assertThat(progress.point().ok()).isZero();
			assertThat(progress.warmup()).isNotNull().satisfies((second) -> {
				assertThat(second.ok()).isPositive();
				assertThat(second.failed()).isPositive();
			});
		});
		assertThat(this.progress.stream().filter((progress) -> !progress.warmingUp())).isNotEmpty()
			.allMatch((progress) -> progress.warmup() == null);
	}

	@Test
	@Timeout(60)
	void whenTheBoundIsReachedOnlyInTheWarmUpThenTheResultIsNotSaturated() throws Exception {
		AtomicBoolean answers = new AtomicBoolean();
		use(1, (call) -> {
			if (answers.get()) {
				call.answerLater();
			}
		});
		LoadModel.Burst bursts = (LoadModel.Burst) bursts(2, 4, Duration.ofMillis(100));
		LoadModel warmedUp = new LoadModel.Burst(bursts.schedule(), new Warmup.Fixed(Duration.ofSeconds(5)));
		FutureTask<MeasuredLoad> run = start(load(plan(warmedUp, 20, LONG, LONG)));
		await().until(() -> this.progress.stream().anyMatch(Progress::saturated));
		answers.set(true);
		answerAll();
		LoadResult result = run.get().result();
		assertThat(result.counts()).isEqualTo(new Counts(8, 8, Map.of(), 0, 0));
		assertThat(result.client().saturatedBy()).isNull();
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

}
