package dev.grpctuning.load.diagnosis;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BottleneckText}.
 */
class BottleneckTextTests {

	private static final LatencySplit SPLIT = LatencySplit.of(20_000, 18_000, 17_000.0, 14_200.0, 2.0);

	private static final RunFigures RUN = new RunFigures(null, 10_000, 4_800L, new RunFigures.Cpu(0.23, 0.11, 2, true),
			new RunFigures.Gc(0.31, 12), SPLIT, new RunFigures.Lag(4_800, 9_900.0),
			new RunFigures.Queue(200.4, 12_000.0));

	@Test
	void whenSomethingHeldTheRunUpThenItsFiguresSaySo() {
		assertThat(text(Bottleneck.REFUSED_BY_THE_LIMIT))
			.isEqualTo("refused by the limit: 48 % of the calls (4,800) were refused, server CPU 23 %");
		assertThat(text(Bottleneck.GC))
			.isEqualTo("GC: 31 % of the time was spent in pauses, 12 full collections, server CPU 23 %");
		assertThat(text(Bottleneck.CPU_BOUND))
			.isEqualTo("CPU-bound: the server took 23 % of 2 processors, the client 11 %");
		assertThat(text(Bottleneck.EVENT_LOOP_BLOCKED)).isEqualTo(
				"event loop blocked: its tasks waited 4.8 ms (p99 9.9 ms), 27 % of the service time, server CPU 23 %");
		assertThat(text(Bottleneck.QUEUEING_IN_THE_EXECUTOR)).isEqualTo(
				"queueing in the executor: 71 % of the response time was spent in the queue (p50 wait 12.0 ms), 200 tasks queued, server CPU 23 %");
		assertThat(text(Bottleneck.WAITING_IN_THE_HANDLER)).isEqualTo(
				"waiting in the handler: 14 % of the response time was spent in the handler (2.8 ms), server CPU 23 %");
		assertThat(text(Bottleneck.NONE_SHOWN))
			.isEqualTo("none shown: 71 % of the response time was spent in the executor's queue, server CPU 23 %");
		assertThat(text(Bottleneck.LOAD_GENERATOR_SATURATED))
			.isEqualTo("load generator saturated: the server took 23 % of 2 processors, the client 11 %");
	}

	@Test
	void whenTheClientSaysWhatHeldItBackThenThatIsRepeated() {
		assertThat(BottleneckText.of(Bottleneck.LOAD_GENERATOR_SATURATED,
				new RunFigures("load.max-open-calls=4000 was reached", 1, null, null, null, null, null, null)))
			.isEqualTo("load generator saturated: load.max-open-calls=4000 was reached");
	}

	@Test
	void whenTasksOfAnEventLoopWaitLongerThanCallsTakeThenThatIsNoShareOfThem() {
		assertThat(BottleneckText.of(Bottleneck.EVENT_LOOP_BLOCKED,
				new RunFigures(null, 1, null, null, null, SPLIT, new RunFigures.Lag(27_000, null), null)))
			.isEqualTo("event loop blocked: its tasks waited 27.0 ms, longer than the service time of 18.0 ms");
	}

	@Test
	void whenTheServerIsElsewhereThenTheClientsProcessorsAreNotItsOwn() {
		assertThat(BottleneckText.of(Bottleneck.CPU_BOUND,
				new RunFigures(null, 1, null, new RunFigures.Cpu(0.95, 0.5, 16, false), null, null, null, null)))
			.isEqualTo("CPU-bound: the server took 95 % of 16 processors");
	}

	@Test
	void whenNoneIsShownThenTheLargestPartIsNamed() {
		assertThat(none(LatencySplit.of(100, 40, null, null, null)))
			.isEqualTo("none shown: 60 % of the response time was spent in the client before the send");
		assertThat(none(LatencySplit.of(100, 90, 20.0, 5.0, 2.0)))
			.isEqualTo("none shown: 70 % of the response time was spent between client and server");
		assertThat(none(LatencySplit.of(100, 90, 80.0, 5.0, 2.0)))
			.isEqualTo("none shown: 75 % of the response time was spent in the handler");
		assertThat(none(LatencySplit.of(100, 90, 80.0, null, null)))
			.isEqualTo("none shown: 80 % of the response time was spent in the server");
		assertThat(none(null)).isEqualTo("none shown: no call was answered");
	}

	@Test
	void whenFiguresAreMissingThenEveryTextIsStillWhole() {
		RunFigures nothing = new RunFigures(null, 0, null, null, null, null, null, null);
		assertThat(Arrays.stream(Bottleneck.values()).map((bottleneck) -> BottleneckText.of(bottleneck, nothing)))
			.noneMatch((text) -> text.contains("null"));
	}

	private static String text(Bottleneck bottleneck) {
		return BottleneckText.of(bottleneck, RUN);
	}

	private static String none(@Nullable LatencySplit split) {
		return BottleneckText.of(Bottleneck.NONE_SHOWN, new RunFigures(null, 1, null, null, null, split, null, null));
	}

}
