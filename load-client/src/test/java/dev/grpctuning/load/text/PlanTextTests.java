package dev.grpctuning.load.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.result.plan.PlanDocument;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Replay;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PlanText}.
 */
class PlanTextTests {

	private static final String CALL = "; hello.v1.HelloService/SayHello in protobuf, 3 channels, blocking stub";

	private static final Duration MINUTE = Duration.ofMinutes(1);

	@Test
	void whenThereAreTurnsThenTheirFiguresAreSaid() {
		assertThat(PlanText.of(PlanDocument.of(Samples.bursts())))
			.isEqualTo("10 bursts of 500 calls, 200 ms apart" + CALL);
	}

	@Test
	void whenCallsAreKeptOpenThenTheirNumberIsSaid() {
		assertThat(PlanText.of(PlanDocument.of(Samples.closed())))
			.isEqualTo("7 calls kept open on each channel for 1.5 s, after a warm-up of 2 s" + CALL);
		assertThat(text(closed(new Concurrency.Ramp(1, 8, MINUTE))))
			.isEqualTo("from 1 to 8 (over 60 s) calls kept open on each channel for 60 s" + CALL);
		assertThat(text(closed(new Concurrency.Steps(List.of(1, 8), MINUTE))))
			.isEqualTo("1, 8 (each 60 s) calls kept open on each channel for 60 s" + CALL);
	}

	@Test
	void whenCallsArriveThenTheirRateIsSaid() {
		assertThat(PlanText.of(PlanDocument.of(Samples.open())))
			.isEqualTo("333.5 calls per second for 1.5 s (poisson arrivals), after a warm-up of 2 s" + CALL);
		assertThat(text(open(new Rate.Ramp(0, 5000, MINUTE))))
			.isEqualTo("from 0 to 5,000 (over 60 s) calls per second for 60 s (constant arrivals)" + CALL);
		assertThat(text(open(new Rate.Steps(List.of(1.0, 2.25), MINUTE))))
			.isEqualTo("1, 2.25 (each 60 s) calls per second for 60 s (constant arrivals)" + CALL);
	}

	@Test
	void whenAFileIsReplayedThenItIsNamed() {
		assertThat(text(new LoadModel.Open(new ArrivalPlan.OfFile(new Replay(Path.of("times.txt"), 7000, 1), Shard.ALL),
				Duration.ofMillis(10), 0.01, Warmup.NONE, MINUTE)))
			.isEqualTo("7,000 calls when times.txt says" + CALL);
	}

	@Test
	void whenClientsAreBlockingThenTheirNumberIsSaid() {
		assertThat(text(new LoadModel.Blocking(12, new Warmup.UntilSteady(MINUTE), MINUTE)))
			.isEqualTo("12 blocking clients for 60 s, after a warm-up of up to 60 s" + CALL);
	}

	private static LoadModel closed(Concurrency concurrency) {
		return new LoadModel.Closed(concurrency, Warmup.NONE, MINUTE);
	}

	private static LoadModel open(Rate rate) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(rate, Arrivals.CONSTANT, 9, Shard.ALL), Duration.ofMillis(10),
				0.01, Warmup.NONE, MINUTE);
	}

	private static String text(LoadModel model) {
		return PlanText.of(PlanDocument.of(Samples.plan(model)));
	}

}
