package dev.grpctuning.load.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.ArrivalSchedule;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Replay;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link LoadRun} with the open model. */
class OpenLoadRunTests extends AbstractLoadRunTests {

	private static final double RATE = 2000;

	private static final Duration HALF_SECOND = Duration.ofMillis(500);

	@ParameterizedTest
	@EnumSource
	void whenTheDurationIsOverThenEveryCallThatWasDueInItWasSent(Arrivals arrivals) throws Exception {
		LoadModel.Open model = new LoadModel.Open(
				new ArrivalPlan.OfRate(new Rate.Constant(RATE), arrivals, 7, Shard.ALL), LONG, 1, Warmup.NONE,
				HALF_SECOND);
		LoadResult result = run(plan(model));
		long due = due(model, Duration.ZERO, HALF_SECOND);
		assertThat(result.counts()).isEqualTo(new Counts(due, due, Map.of(), 0, 0));
		assertThat(result.client().saturated()).isFalse();
		SendStats sending = sending(result);
		assertThat(sending.lagMicros().count()).isEqualTo(due);
		assertThat(sending.lateShare()).isZero();
		assertThat(result.rate().elapsedSeconds()).isGreaterThanOrEqualTo(0.5);
	}

	@Test
	void whenNothingIsAnsweredThenItSendsAllTheSame() throws Exception {
		use(3, FakeChannels.holding());
		LoadResult result = run(plan(open(RATE, HALF_SECOND), MANY, Duration.ZERO, LONG));
		assertThat(result.counts()).isEqualTo(new Counts(1000, 0, Map.of(), 0, 1000));
		assertThat(this.channels.order().subList(0, 7)).containsExactly(0, 1, 2, 0, 1, 2, 0);
		assertThat(sending(result).lagMicros().count()).isEqualTo(1000);
	}

	private static Replay replay(Path file) throws IOException {
		Files.write(file, IntStream.range(0, 100).mapToObj((call) -> String.valueOf(call / 100.0)).toList());
		return Replay.check(file);
	}

	@Test
	void whenTheFileOfAReplayIsChangedThenTheRunEndsAndItsCallsAreCounted(@TempDir Path folder) throws Exception {
		Replay replay = replay(folder.resolve("times"));
		Files.write(replay.file(), Files.readAllLines(replay.file()).subList(0, 30));
		LoadResult result = run(
				new LoadModel.Open(new ArrivalPlan.OfFile(replay, Shard.ALL), LONG, 1, Warmup.NONE, LONG));
		assertThat(result.stoppedBy()).isEqualTo(StopReason.REPLAY_CHANGED);
		assertThat(result.counts()).isEqualTo(new Counts(30, 30, Map.of(), 0, 0));
	}

	private static ArrivalPlan rate(Rate rate) {
		return new ArrivalPlan.OfRate(rate, Arrivals.CONSTANT, 1, Shard.ALL);
	}

	@Test
	void whenCallsAreRareThenTheDurationIsWaitedFor() throws Exception {
		LoadResult result = run(plan(open(0.001, Duration.ofMillis(200))));
		assertThat(result.counts()).isEqualTo(new Counts(1, 1, Map.of(), 0, 0));
		assertThat(result.rate().elapsedSeconds()).isGreaterThanOrEqualTo(0.2);
		assertThat(sending(result).sentPerSecond()).isEqualTo(5, within(1e-9));
	}

	@Test
	void whenTheSenderIsHeldUpThenNoCallIsSkippedAndItsLagIsReported() throws Exception {
		use(1, (call) -> {
			if (call.number() == 100) {
				pause(200);
			}
			call.answerLater();
		});
		LoadModel model = new LoadModel.Open(
				new ArrivalPlan.OfRate(new Rate.Constant(RATE), Arrivals.CONSTANT, 0, Shard.ALL), Duration.ofMillis(10),
				0.01, Warmup.NONE, HALF_SECOND);
		LoadResult result = run(plan(model));
		assertThat(result.counts()).isEqualTo(new Counts(1000, 1000, Map.of(), 0, 0));
		// 400 calls became due in the 200 ms, and had to wait for what was left of them.
		assertThat(sending(result).lagMicros().max()).isGreaterThan(195_000);
		assertThat(sending(result).lateShare()).isGreaterThan(0.35);
		assertThat(result.latencyMicros().response().p90()).isGreaterThan(100_000);
		assertThat(result.client().saturated()).isTrue();
		assertThat(result.client().saturatedBy()).contains("load.open.max-lag=10 ms", "load.open.max-lag-share=0.01");
	}

	@Test
	void whenASecondPassesThenItsLagAndWhetherTheClientIsLimitedAreTold() throws Exception {
		use(1, (call) -> {
			if (call.number() == 100) {
				pause(200);
			}
			call.answerLater();
		});
		LoadModel model = new LoadModel.Open(
				new ArrivalPlan.OfRate(new Rate.Constant(RATE), Arrivals.CONSTANT, 0, Shard.ALL), Duration.ofMillis(10),
				0.1, Warmup.NONE, LONG);
		LoadRun load = load(plan(model));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> !this.progress.isEmpty());
		load.stop(StopReason.INTERRUPTED);
		assertThat(this.progress.element().saturated()).isTrue();
		assertThat(run.get().timeline().getFirst().lagP99Micros()).isGreaterThan(100_000);
	}

	@Test
	void whenCallsAreObservedThenTheWarmUpIsToo() throws Exception {
		use(1, FakeChannels.failingEveryFourth());
		Observed observed = new Observed();
		LoadModel model = new LoadModel.Open(
				new ArrivalPlan.OfRate(new Rate.Constant(RATE), Arrivals.CONSTANT, 0, Shard.ALL), LONG, 1,
				new Warmup.Fixed(Duration.ofMillis(100)), Duration.ofMillis(100));
		LoadResult result = new LoadRun(plan(model), this.channels, this.progress::add, observed).run().result();
		assertThat(result.counts()).isEqualTo(new Counts(200, 150, Map.of("INTERNAL", 50L), 0, 0));
		assertThat(observed.lags).hasSize(400).allMatch((lag) -> lag >= 0);
		assertThat(observed.answered).hasSize(300)
			.allSatisfy((times) -> assertThat(times[1]).isGreaterThanOrEqualTo(times[0]));
		assertThat(observed.failed).hasSize(100).containsOnly(Status.Code.INTERNAL);
	}

	private static long due(LoadModel.Open model, Duration from, Duration to) {
		ArrivalSchedule schedule = model.arrivals().measured(Duration.ZERO, model.duration());
		long count = 0;
		for (long call = 0; schedule.dueNanos(call) < to.toNanos(); call++) {
			count += (schedule.dueNanos(call) >= from.toNanos()) ? 1 : 0;
		}
		return count;
	}

	private static SendStats sending(LoadResult result) {
		return Objects.requireNonNull(result.sending());
	}

	private static LoadModel.Open open(double rate, Duration duration) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(rate), Arrivals.CONSTANT, 0, Shard.ALL),
				LONG, 1, Warmup.NONE, duration);
	}

	/** Holds up the thread that runs it, as a pause of the JVM would. */
	private static void pause(long millis) {
		long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		await().until(() -> System.nanoTime() - until >= 0);
	}

	/** Notes all that it is told. */
	private static final class Observed implements CallObserver {

		private final List<Long> lags = Collections.synchronizedList(new ArrayList<>());

		private final List<long[]> answered = Collections.synchronizedList(new ArrayList<>());

		private final List<Status.Code> failed = Collections.synchronizedList(new ArrayList<>());

		@Override
		public void sent(long lagNanos) {
			this.lags.add(lagNanos);
		}

		@Override
		public void answered(long serviceNanos, long responseNanos) {
			this.answered.add(new long[] { serviceNanos, responseNanos });
		}

		@Override
		public void cancelled() {
			throw new AssertionError("no call is cancelled here");
		}

		@Override
		public void failed(Status.Code status) {
			this.failed.add(status);
		}

	}

}
