package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.server.metrics.ServerUse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the text of {@link BottleneckFinder}.
 */
class BottleneckFinderTests {

	private static final LatencySplit SPLIT = LatencySplit.of(20_000, 18_000, 17_000.0, 14_200.0, 2.0);

	private static final RunFigures.Cpu CPU = new RunFigures.Cpu(0.23, 0.11, 2, true);

	@Test
	void whenSomethingHeldTheRunUpThenItsFiguresAreThere() {
		assertThat(text(4_800, CPU, 0.31, SPLIT, use(null)))
			.isEqualTo("refused by the limit: 48 % of the calls (4,800) were refused, server CPU 23 %");
		assertThat(text(0, CPU, 0.31, SPLIT, use(null)))
			.isEqualTo("GC: 31 % of the time was spent in pauses, 12 full collections, server CPU 23 %");
		assertThat(text(0, new RunFigures.Cpu(0.83, 0.11, 2, true), 0, SPLIT, use(null)))
			.isEqualTo("CPU-bound: the server took 83 % of 2 processors, the client 11 %");
		assertThat(text(0, new RunFigures.Cpu(0.23, 0.71, 2, true), 0, SPLIT, use(null)))
			.isEqualTo("load generator saturated: the server took 23 % of 2 processors, the client 71 %");
		assertThat(text(0, CPU, 0, SPLIT, use(4_800.0))).isEqualTo(
				"event loop blocked: its tasks waited 4.8 ms (p99 9.9 ms), with a service time of 18.0 ms, server CPU 23 %");
		assertThat(text(0, CPU, 0, SPLIT, use(null))).isEqualTo(
				"queueing in the executor: 71 % of the response time was spent in the executor's queue (p50 wait 12.0 ms), 200 tasks queued, server CPU 23 %");
		assertThat(text(0, CPU, 0, LatencySplit.of(20_000, 18_000, 17_000.0, 2_800.0, 2.0), use(null))).isEqualTo(
				"waiting in the handler: 71 % of the response time was spent in the handler (14.2 ms), server CPU 23 %");
		assertThat(text(0, CPU, 0, LatencySplit.of(100, 90, 60.0, 30.0, 2.0), use(null)))
			.isEqualTo("none shown: 30 % of the response time was spent in the executor's queue, server CPU 23 %");
	}

	@Test
	void whenTheClientSaysWhatHeldItBackThenThatIsRepeated() {
		assertThat(BottleneckFinder
			.find(new RunFigures("load.max-open-calls=4000 was reached", 1, 0, null, null, null, null))
			.text()).isEqualTo("load generator saturated: load.max-open-calls=4000 was reached");
	}

	@Test
	void whenFiguresOfTheServersTasksAreMissingThenTheTextIsWhole() {
		ServerUse lag = new ServerUse(1, 1, 0, 2, null, null, null, null, null, 27_000.0, null, null);
		assertThat(text(0, null, 0, SPLIT, lag))
			.isEqualTo("event loop blocked: its tasks waited 27.0 ms, with a service time of 18.0 ms");
		assertThat(text(0, null, 0, SPLIT, null))
			.isEqualTo("queueing in the executor: 71 % of the response time was spent in the executor's queue");
	}

	@Test
	void whenTheServerIsElsewhereThenTheClientsProcessorsAreNotItsOwn() {
		assertThat(text(0, new RunFigures.Cpu(0.95, 0.5, 16, false), 0, null, null))
			.isEqualTo("CPU-bound: the server took 95 % of 16 processors");
	}

	@Test
	void whenNoneIsShownThenTheLargestPartIsNamed() {
		assertThat(none(LatencySplit.of(100, 40, null, null, null)))
			.isEqualTo("none shown: 60 % of the response time was spent in the client before the send");
		assertThat(none(LatencySplit.of(100, 90, 20.0, 5.0, 2.0)))
			.isEqualTo("none shown: 70 % of the response time was spent between client and server");
		assertThat(none(LatencySplit.of(100, 65, 38.0, 3.0, 2.0)))
			.isEqualTo("none shown: 35 % of the response time was spent in the handler (35 µs)");
		assertThat(none(LatencySplit.of(100, 90, 80.0, null, null)))
			.isEqualTo("none shown: 80 % of the response time was spent in the server");
		assertThat(none(null)).isEqualTo("none shown: no call was answered");
	}

	private static String none(@Nullable LatencySplit split) {
		return text(0, null, 0, split, null);
	}

	private static String text(long refused, RunFigures.@Nullable Cpu cpu, double gc, @Nullable LatencySplit split,
			@Nullable ServerUse use) {
		return BottleneckFinder.find(new RunFigures(null, 10_000, refused, cpu, new RunFigures.Gc(gc, 12), split, use))
			.text();
	}

	private static ServerUse use(@Nullable Double lagMicros) {
		return new ServerUse(1, 1, 0, 2, null, null, 12_000.0, null, 200.4, lagMicros, 9_900.0, null);
	}

}
