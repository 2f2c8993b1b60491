package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.observe.LinuxCpu;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link CpuShare}. */
class CpuShareTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final LoadModel CLOSED = new LoadModel.Closed(new Concurrency.Constant(4), Warmup.NONE, SECOND);

	@ParameterizedTest
	@CsvSource({ "0.9, -1, true", "0.89, -1, false", "0.54, 0.9, true", "0.53, 0.9, false", "0.6, 0.89, false",
			"0.6, 1, true", "0.59, 1, false" })
	void whenTheClientTakesMostOfAMachineThatHasNothingLeftThenItIsSaturated(double client, double machine,
			boolean saturated) {
		assertThat(saturation(client, machine, CLOSED) != null).isEqualTo(saturated);
	}

	@Test
	void whenItIsSaturatedThenItsShareIsNamed() {
		assertThat(new CpuShare(0.954, 1, 2, 1).saturation(CLOSED))
			.isEqualTo(new Saturation(Saturation.Cause.CPU, "the client took 95 % of 2 processors, and had no more"));
		assertThat(saturation(1, 1, new LoadModel.Blocking(4, Warmup.NONE, SECOND))).isNotNull();
	}

	@Test
	void whenCallsHaveADueTimeThenTheirLagShowsIt() {
		assertThat(saturation(1, 1,
				new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(1), Arrivals.CONSTANT, 1, Shard.ALL),
						SECOND, 1, Warmup.NONE, SECOND)))
			.isNull();
	}

	@Test
	void whenTheRunIsTooShortThenTheJvmIsStillCompiling() {
		assertThat(new CpuShare(1, 1, 2, 0.99).saturation(CLOSED)).isNull();
		assertThat(CpuShare.UNKNOWN.saturation(CLOSED)).isNull();
	}

	@Test
	void whenCpuTimeIsKnownThenItsShareIsThatOfAllProcessors() {
		int processors = Runtime.getRuntime().availableProcessors();
		assertThat(CpuShare.between(counters(1, 2, machine(10, 5, 20), 0, 0), counters(3, 5, machine(15, 6, 24), 0, 0)))
			.isEqualTo(new CpuShare(1.5 / processors, 0.6, processors, 2));
	}

	@Test
	void whenAQuotaIsUsedUpOnAnIdleMachineThenNothingIsLeftEither() {
		assertThat(
				CpuShare.between(counters(1, 2, machine(10, 0, 20), 40, 10), counters(3, 5, machine(11, 0, 29), 60, 29))
					.machine())
			.isEqualTo(0.95);
	}

	@Test
	void whenNothingIsCountedThenTheShareOfTheMachineIsNotKnown() {
		assertThat(CpuShare.between(counters(1, 2, null, 0, 0), counters(3, 5, machine(1, 0, 1), 0, 0)).machine())
			.isNegative();
	}

	private static CpuShare.Counters counters(long seconds, double client, LinuxCpu.@Nullable Machine machine,
			double periods, double throttled) {
		return new CpuShare.Counters(TimeUnit.SECONDS.toNanos(seconds), client, machine, periods, throttled);
	}

	private static LinuxCpu.Machine machine(double busy, double steal, double idle) {
		return new LinuxCpu.Machine(busy, steal, idle);
	}

	private static @Nullable Saturation saturation(double client, double machine, LoadModel model) {
		return new CpuShare(client, machine, 2, 1).saturation(model);
	}

}
