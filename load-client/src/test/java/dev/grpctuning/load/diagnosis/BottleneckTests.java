package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.diagnosis.RunFigures.Cpu;
import dev.grpctuning.load.diagnosis.RunFigures.Gc;
import dev.grpctuning.load.diagnosis.RunFigures.Machine;
import dev.grpctuning.load.server.metrics.ServerUse;
import dev.grpctuning.observe.Cause;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link BottleneckFinder}, each border from both sides. */
class BottleneckTests {

	private static final Cpu IDLE = new Cpu(0.1, 0.1, 2, true);

	private static final Gc NO_GC = new Gc(0.01, 0);

	private static final ServerUse NO_LAG = lag(100);

	/** All parts of the same size, so that none is the one. */
	private static final LatencySplit EVEN = split(25, 25, 25, 25);

	@Test
	void whenNothingIsOutOfTheOrdinaryThenNoneIsShown() {
		assertThat(kind(run(IDLE, NO_GC, NO_LAG, EVEN))).isEqualTo(Cause.NONE_SHOWN);
	}

	@Test
	void whenNothingWasMeasuredThenNoneIsShown() {
		assertThat(kind(new RunFigures(null, 0, 0, null, null, null, null, null, null))).isEqualTo(Cause.NONE_SHOWN);
	}

	@Test
	void whenTheClientSaysSoThenItIsTheClientWhateverTheServerShows() {
		assertThat(kind(new RunFigures("load.max-open-calls=4000 was reached", 100, 50, new Cpu(0.9, 0.1, 2, true),
				new Gc(0.9, 9), split(0, 0, 100, 0), NO_LAG, null, null)))
			.isEqualTo(Cause.LOAD_GENERATOR_SATURATED);
	}

	@ParameterizedTest
	@CsvSource({ "0.36, 0.54, true, LOAD_GENERATOR_SATURATED", "0.37, 0.53, true, CPU_BOUND",
			"0.35, 0.54, true, NONE_SHOWN", "0.36, 0.54, false, NONE_SHOWN", "0.9, 0.1, false, CPU_BOUND",
			"0.89, 0.5, false, NONE_SHOWN", "0.1, 0.9, false, LOAD_GENERATOR_SATURATED",
			"0.95, 0.9, false, LOAD_GENERATOR_SATURATED", "0.1, 0.89, false, NONE_SHOWN", "0.8, 0.1, true, CPU_BOUND",
			"0.8, 0.09, true, NONE_SHOWN" })
	void whenProcessorsAreTakenThenItIsWhoeverTakesThem(double server, double client, boolean together,
			Cause expected) {
		assertThat(kind(run(new Cpu(server, client, 2, together), NO_GC, NO_LAG, EVEN))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "10, REFUSED_BY_THE_LIMIT", "9, NONE_SHOWN", "0, NONE_SHOWN" })
	void whenALimitRefusesCallsThenItIsTheLimit(long refused, Cause expected) {
		assertThat(kind(new RunFigures(null, 1000, refused, IDLE, NO_GC, EVEN, NO_LAG, null, null)))
			.isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "0.2, GC", "0.19, NONE_SHOWN" })
	void whenTheServerStandsStillThenItIsGc(double share, Cause expected) {
		assertThat(kind(run(IDLE, new Gc(share, 0), NO_LAG, EVEN))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "20000, 100000, EVENT_LOOP_BLOCKED", "19999, 100000, NONE_SHOWN", "1000, 1500, EVENT_LOOP_BLOCKED",
			"999, 1500, NONE_SHOWN" })
	void whenEventLoopsAreLateThenTheyAreBlocked(double lagMicros, double serviceMicros, Cause expected) {
		LatencySplit split = LatencySplit.of(serviceMicros, serviceMicros, serviceMicros / 3, serviceMicros / 6, 1.0);
		assertThat(kind(run(IDLE, NO_GC, lag(lagMicros), split))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "20, 10, 40, 30, QUEUEING_IN_THE_EXECUTOR", "20, 11, 39, 30, NONE_SHOWN",
			"10, 5, 42, 43, WAITING_IN_THE_HANDLER", "10, 5, 43, 42, QUEUEING_IN_THE_EXECUTOR",
			"45, 5, 42, 8, NONE_SHOWN", "5, 50, 5, 40, NONE_SHOWN", "25, 25, 10, 40, WAITING_IN_THE_HANDLER",
			"25, 26, 10, 39, NONE_SHOWN" })
	void whenOnePartOfTheTimeIsLargestAndLargeThenItIsThat(double client, double network, double wait, double handler,
			Cause expected) {
		assertThat(kind(run(IDLE, NO_GC, NO_LAG, split(client, network, wait, handler)))).isEqualTo(expected);
	}

	@Test
	void whenTheServersTimeIsNotSplitThenNeitherQueueNorHandlerIsShown() {
		LatencySplit split = LatencySplit.of(100_000, 100_000, 99_000.0, null, null);
		assertThat(kind(run(IDLE, NO_GC, null, split))).isEqualTo(Cause.NONE_SHOWN);
	}

	@ParameterizedTest
	@CsvSource({ "0.9, 0.25, 0.5, 0.25, MACHINE_CONTENDED_BY_OTHERS",
			"0.9, 0.25, 0.9, 0.1, MACHINE_CONTENDED_BY_OTHERS", "0.9, 0.25, , , MACHINE_CONTENDED_BY_OTHERS",
			"0.89, 0.25, 1, 1, NONE_SHOWN", "0.9, 0.24, 1, 1, NONE_SHOWN", "0.9, 0.25, 0.89, 0.24, NONE_SHOWN" })
	void whenOthersTakeWhatTheServerWouldUseThenItIsThey(double used, double others, @Nullable Double wanted,
			@Nullable Double waited, Cause expected) {
		assertThat(kind(run(IDLE, EVEN, new Machine(used, others, wanted, waited, 0, 0, 0.5, 16)))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "0.25, 0, THROTTLED_BY_ITS_QUOTA", "0.24, 0, NONE_SHOWN", "0, 0.25, THROTTLED_BY_ITS_QUOTA",
			"0, 0.24, NONE_SHOWN" })
	void whenTheQuotaIsUsedUpThenItIsThat(double server, double client, Cause expected) {
		assertThat(kind(run(IDLE, EVEN, new Machine(0.2, 0, 1.0, 5.0, server, client, 0, 0)))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "0.9, ONE_EVENT_LOOP_SATURATED", "0.89, NONE_SHOWN" })
	void whenOneEventLoopIsBusyThenItIsSaturated(double busy, Cause expected) {
		Machine machine = new Machine(0.1, 0, 0.1, 0.01, 0, 0, busy, 16);
		assertThat(kind(run(new Cpu(0.06, 0.02, 16, true), EVEN, machine))).isEqualTo(expected);
		assertThat(kind(run(new Cpu(0.95, 0.02, 16, true), EVEN, machine))).isEqualTo(Cause.CPU_BOUND);
	}

	@ParameterizedTest
	@CsvSource({ "40, WAITING_FOR_A_STREAM", "39, NONE_SHOWN" })
	void whenCallsWaitForAStreamThenItIsThat(double millis, Cause expected) {
		StreamWait wait = new StreamWait(1000 * millis, 0.9, "1000");
		LatencySplit raw = split(millis + 15, 20, 5, 60 - millis);
		LatencySplit stub = split(15, millis + 20, 5, 60 - millis);
		LatencySplit unobserved = LatencySplit.of(100_000, 99_000, null, null, null);
		for (LatencySplit split : new LatencySplit[] { raw, stub, unobserved }) {
			assertThat(kind(new RunFigures(null, 1000, 0, IDLE, NO_GC, split, NO_LAG, null, wait))).isEqualTo(expected);
		}
	}

	@Test
	void whenThereIsACauseThenWhatItCausesIsNotTheOne() {
		LatencySplit queued = split(0, 0, 90, 10);
		ServerUse late = lag(50_000);
		Cpu busy = new Cpu(0.9, 0.1, 2, true);
		assertThat(kind(run(busy, new Gc(0.3, 0), late, queued))).isEqualTo(Cause.GC);
		assertThat(kind(run(busy, NO_GC, late, queued))).isEqualTo(Cause.CPU_BOUND);
		assertThat(kind(run(IDLE, NO_GC, late, queued))).isEqualTo(Cause.EVENT_LOOP_BLOCKED);
		Machine contended = new Machine(1, 0.5, 1.0, 1.0, 0, 0, 1, 1);
		assertThat(kind(new RunFigures("late", 1000, 500, busy, new Gc(0.3, 0), queued, late, contended, null)))
			.isEqualTo(Cause.MACHINE_CONTENDED_BY_OTHERS);
		Machine throttled = new Machine(1, 0.5, 1.0, 1.0, 0.5, 0, 1, 1);
		assertThat(kind(new RunFigures(null, 1000, 0, busy, NO_GC, queued, late, throttled, null)))
			.isEqualTo(Cause.THROTTLED_BY_ITS_QUOTA);
	}

	private static Cause kind(RunFigures run) {
		return BottleneckFinder.find(run).kind();
	}

	private static ServerUse lag(double meanMicros) {
		return new ServerUse(1, 1, 0, 2, null, null, 1000.0, null, 5.0, new ServerUse.Lag(meanMicros, null, null), null,
				null);
	}

	private static RunFigures run(@Nullable Cpu cpu, @Nullable Gc gc, @Nullable ServerUse use, LatencySplit split) {
		return new RunFigures(null, 1000, 0, cpu, gc, split, use, null, null);
	}

	private static RunFigures run(Cpu cpu, LatencySplit split, Machine machine) {
		return new RunFigures(null, 1000, 0, cpu, NO_GC, split, NO_LAG, machine, null);
	}

	/** Parts in milliseconds. */
	private static LatencySplit split(double client, double network, double wait, double handler) {
		double response = client + network + wait + handler;
		return LatencySplit.of(1000 * response, 1000 * (response - client), 1000 * (wait + handler), 1000 * wait, 1.0);
	}

}
