package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.CallObserver;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TestEngine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What an engine measures over sockets at servers whose answer is known, within 2 % or
 * 200 µs, with the three ways to start calls: at due times, as others end, and by blocked
 * clients. {@link TruthTests} show the same for every model to the digit, without
 * sockets.
 * <p>
 * Response times are compared twice. With what the server noted: from when a call was due
 * by theory, or had arrived if it was due when another one ended, to when its answer was
 * written. And with theory alone, below which no percentile may be, because a busy
 * machine makes nothing shorter.
 * <p>
 * What a busy machine does to the client comes by chance. A run is repeated until each
 * percentile has been right more often than wrong. An error of each run is therefore
 * always found.
 */
@Timeout(180)
@Tag("timing")
@Execution(ExecutionMode.CONCURRENT)
class TruthIT {

	private static final int ATTEMPTS = 9;

	private static final int MANY = 10_000;

	/**
	 * More than are open while the server goes, which are 24 of {@link #SHORT}, and as
	 * many as are due in half of the second in which it stops.
	 */
	private static final int HELD_UP = 40;

	/**
	 * So long that 2 % are more than what a machine that is busy with other things adds
	 * to most calls.
	 */
	private static final long SHORT = Duration.ofMillis(300).toNanos();

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	/** The server stops for a second in each of these times. */
	private static final long PERIOD = 5 * SECOND;

	private static final int CALLS_PER_SECOND = 80;

	private static final int OPEN_CALLS = 20;

	private static final int CHANNELS = 2;

	static Stream<Arguments> enginesAndModels() {
		return Stream.of(TestEngine.ASYNC, TestEngine.RAW)
			.flatMap((engine) -> Stream.of(Model.values()).map((model) -> Arguments.of(engine, model)));
	}

	@ParameterizedTest
	@MethodSource("enginesAndModels")
	void whenEveryTenthCallTakesTwiceAsLongThenPercentilesSaySo(TestEngine engine, Model model) throws Exception {
		Duration length = Duration.ofSeconds(2);
		double[] percentiles = { 25, 50, 75, 95 };
		assertTrue(engine, model.model(length), MANY, EveryTenth::new, (run) -> {
			long[] served = (model == Model.OPEN) ? run.served(due(length)) : run.served();
			run.compareServed(served, percentiles);
			run.compareTheory(
					LongStream.range(0, served.length).map((call) -> (call % 10 != 9) ? SHORT : 2 * SHORT).toArray(),
					percentiles);
			run.compareRate();
		});
	}

	/**
	 * With due times, a fifth of the calls is spread over the second. If the client holds
	 * calls up, too, their service times hide it: only those saw the server stop that
	 * were open. Without due times, each of the calls that are kept open sees it once,
	 * and none is made meanwhile.
	 */
	@ParameterizedTest
	@MethodSource("enginesAndModels")
	void whenTheServerStopsThenPlansSayWhatHadToBeWaitedAndLoopsHideIt(TestEngine engine, Model model)
			throws Exception {
		Duration length = Duration.ofNanos(PERIOD);
		for (int maxOpenCalls : (model == Model.OPEN) ? new int[] { MANY, HELD_UP } : new int[] { MANY }) {
			assertTrue(engine, model.model(length), maxOpenCalls, () -> TruthIT::stopping, (run) -> {
				if (model == Model.OPEN) {
					long[] due = due(length);
					run.compareServed(run.served(due), 25, 50, 75, 95, 99);
					run.compareTheory(run.theory(due, TruthIT::stopping), 25, 50, 75, 95, 99);
				}
				else {
					long[] served = run.served();
					run.compareServed(served, 25, 50, 75);
					run.compareTheory(Arrays.stream(served).map((nanos) -> SHORT).toArray(), 25, 50, 75);
					run.compareCount("calls that saw it",
							TruthRun.slower(run.result().latencies().response(), SHORT + SECOND / 2),
							(model == Model.CLOSED) ? OPEN_CALLS * CHANNELS : OPEN_CALLS);
				}
				if (maxOpenCalls == HELD_UP) {
					run.compareCount("calls that saw it",
							TruthRun.slower(run.result().latencies().service(), SHORT + SECOND / 4), HELD_UP);
				}
			});
		}
	}

	private static long[] due(Duration length) {
		return LongStream.range(0, length.toSeconds() * CALLS_PER_SECOND)
			.map((call) -> call * SECOND / CALLS_PER_SECOND)
			.toArray();
	}

	private static void assertTrue(TestEngine engine, LoadModel model, int maxOpenCalls,
			Supplier<LongUnaryOperator> server, Consumer<TruthRun> comparison) throws Exception {
		LoadPlan plan = engine.plan(model, CHANNELS, maxOpenCalls);
		Map<String, List<String>> wrong = new TreeMap<>();
		for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
			int runs = attempt;
			TruthRun run = run(engine, plan, server.get());
			comparison.accept(run);
			run.differences()
				.forEach((figure, difference) -> wrong.computeIfAbsent(figure, (key) -> new ArrayList<>())
					.add(difference));
			if (wrong.values().stream().allMatch((differences) -> 2 * differences.size() < runs)) {
				return;
			}
		}
		assertThat(wrong).isEmpty();
	}

	private static TruthRun run(TestEngine engine, LoadPlan plan, LongUnaryOperator server) throws Exception {
		try (TimedServer timed = new TimedServer(server);
				CallChannels open = engine.open(TargetAddress.parse(timed.address()), plan, Duration.ofSeconds(10))) {
			AtomicLong answered = new AtomicLong();
			MeasuredLoad result = new LoadRun(plan, open, (progress) -> {
			}, new CallObserver() {

				@Override
				public void answered(long serviceNanos, long responseNanos) {
					answered.incrementAndGet();
				}

			}).run();
			await().until(() -> timed.served().stream().allMatch((call) -> call.answeredNanos() != 0));
			assertThat(timed.served().size()).as("served calls").isEqualTo(answered.intValue());
			return new TruthRun(result, timed);
		}
	}

	/**
	 * Stands still for a second of each five, but not in the warm-up, and begins then
	 * with what has arrived.
	 */
	private static long stopping(long arrival) {
		long stop = arrival / PERIOD * PERIOD + 2 * SECOND + SECOND / 16;
		return ((arrival >= stop && arrival < stop + SECOND) ? stop + SECOND : arrival) + SHORT;
	}

	enum Model {

		OPEN, CLOSED, BLOCKING;

		LoadModel model(Duration length) {
			Warmup warmup = new Warmup.Fixed(Duration.ofSeconds(1));
			return switch (this) {
				case OPEN -> new LoadModel.Open(
						new ArrivalPlan.OfRate(new Rate.Constant(CALLS_PER_SECOND), Arrivals.CONSTANT, 1, Shard.ALL),
						length, 1, warmup, length);
				case CLOSED -> new LoadModel.Closed(new Concurrency.Constant(OPEN_CALLS), warmup, length);
				case BLOCKING -> new LoadModel.Blocking(OPEN_CALLS, warmup, length);
			};
		}

	}

	/** Takes twice as long for every tenth call. */
	private static final class EveryTenth implements LongUnaryOperator {

		private long calls;

		@Override
		public long applyAsLong(long arrival) {
			return arrival + ((this.calls++ % 10 != 9) ? SHORT : 2 * SHORT);
		}

	}

}
