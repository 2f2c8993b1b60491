package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.diagnosis.RunFigures.Cpu;
import dev.grpctuning.load.diagnosis.RunFigures.Gc;
import dev.grpctuning.load.diagnosis.RunFigures.Lag;
import dev.grpctuning.load.diagnosis.RunFigures.Queue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Bottleneck}, each border from both sides.
 */
class BottleneckTests {

	private static final Cpu IDLE = new Cpu(0.1, 0.1, 2, true);

	private static final Gc NO_GC = new Gc(0.01, 0);

	private static final Lag NO_LAG = new Lag(100, 200.0);

	/**
	 * All parts of the same size, so that none is the one.
	 */
	private static final LatencySplit EVEN = split(25, 25, 25, 25);

	@Test
	void whenNothingIsOutOfTheOrdinaryThenNoneIsShown() {
		assertThat(Bottleneck.of(run(IDLE, NO_GC, NO_LAG, EVEN))).isEqualTo(Bottleneck.NONE_SHOWN);
	}

	@Test
	void whenNothingWasMeasuredThenNoneIsShown() {
		assertThat(Bottleneck.of(new RunFigures(null, 0, null, null, null, null, null, null)))
			.isEqualTo(Bottleneck.NONE_SHOWN);
	}

	@Test
	void whenTheClientSaysSoThenItIsTheClientWhateverTheServerShows() {
		assertThat(Bottleneck.of(new RunFigures("load.max-open-calls=4000 was reached", 100, 50L,
				new Cpu(0.9, 0.1, 2, true), new Gc(0.9, 9), split(0, 0, 100, 0), NO_LAG, null)))
			.isEqualTo(Bottleneck.LOAD_GENERATOR_SATURATED);
	}

	@ParameterizedTest
	@CsvSource({ "0.36, 0.54, true, LOAD_GENERATOR_SATURATED", "0.37, 0.53, true, CPU_BOUND",
			"0.35, 0.54, true, NONE_SHOWN", "0.36, 0.54, false, NONE_SHOWN", "0.9, 0.1, false, CPU_BOUND",
			"0.89, 0.5, false, NONE_SHOWN", "0.8, 0.1, true, CPU_BOUND", "0.8, 0.09, true, NONE_SHOWN" })
	void whenProcessorsAreTakenThenItIsWhoeverTakesThem(double server, double client, boolean together,
			Bottleneck expected) {
		assertThat(Bottleneck.of(run(new Cpu(server, client, 2, together), NO_GC, NO_LAG, EVEN))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "10, REFUSED_BY_THE_LIMIT", "9, NONE_SHOWN", ", NONE_SHOWN" })
	void whenALimitRefusesCallsThenItIsTheLimit(@Nullable Long refused, Bottleneck expected) {
		assertThat(Bottleneck.of(new RunFigures(null, 1000, refused, IDLE, NO_GC, EVEN, NO_LAG, null)))
			.isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "0.2, GC", "0.19, NONE_SHOWN" })
	void whenTheServerStandsStillThenItIsGc(double share, Bottleneck expected) {
		assertThat(Bottleneck.of(run(IDLE, new Gc(share, 0), NO_LAG, EVEN))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "20000, 100000, EVENT_LOOP_BLOCKED", "19999, 100000, NONE_SHOWN", "1000, 1500, EVENT_LOOP_BLOCKED",
			"999, 1500, NONE_SHOWN" })
	void whenEventLoopsAreLateThenTheyAreBlocked(double lagMicros, double serviceMicros, Bottleneck expected) {
		LatencySplit split = LatencySplit.of(serviceMicros, serviceMicros, serviceMicros / 3, serviceMicros / 6, 2.0);
		assertThat(Bottleneck.of(run(IDLE, NO_GC, new Lag(lagMicros, null), split))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "20, 10, 40, 30, QUEUEING_IN_THE_EXECUTOR", "20, 11, 39, 30, NONE_SHOWN",
			"10, 5, 42, 43, WAITING_IN_THE_HANDLER", "10, 5, 43, 42, QUEUEING_IN_THE_EXECUTOR",
			"45, 5, 42, 8, NONE_SHOWN", "5, 50, 5, 40, NONE_SHOWN", "25, 25, 10, 40, WAITING_IN_THE_HANDLER",
			"25, 26, 10, 39, NONE_SHOWN" })
	void whenOnePartOfTheTimeIsLargestAndLargeThenItIsThat(double client, double network, double wait, double handler,
			Bottleneck expected) {
		assertThat(Bottleneck.of(run(IDLE, NO_GC, NO_LAG, split(client, network, wait, handler)))).isEqualTo(expected);
	}

	@Test
	void whenTheServersTimeIsNotSplitThenNeitherQueueNorHandlerIsShown() {
		LatencySplit split = LatencySplit.of(100_000, 100_000, 99_000.0, null, null);
		assertThat(Bottleneck.of(run(IDLE, NO_GC, null, split))).isEqualTo(Bottleneck.NONE_SHOWN);
	}

	@Test
	void whenThereIsACauseThenWhatItCausesIsNotTheOne() {
		LatencySplit queued = split(0, 0, 90, 10);
		Lag late = new Lag(50_000, null);
		Cpu busy = new Cpu(0.9, 0.1, 2, true);
		assertThat(Bottleneck.of(run(busy, new Gc(0.3, 0), late, queued))).isEqualTo(Bottleneck.GC);
		assertThat(Bottleneck.of(run(busy, NO_GC, late, queued))).isEqualTo(Bottleneck.CPU_BOUND);
		assertThat(Bottleneck.of(run(IDLE, NO_GC, late, queued))).isEqualTo(Bottleneck.EVENT_LOOP_BLOCKED);
	}

	private static RunFigures run(@Nullable Cpu cpu, @Nullable Gc gc, @Nullable Lag lag, LatencySplit split) {
		return new RunFigures(null, 1000, 0L, cpu, gc, split, lag, new Queue(5, 1000.0));
	}

	/**
	 * Parts in milliseconds.
	 */
	private static LatencySplit split(double client, double network, double wait, double handler) {
		double response = client + network + wait + handler;
		return LatencySplit.of(1000 * response, 1000 * (response - client), 1000 * (wait + handler), 1000 * wait, 2.0);
	}

}
