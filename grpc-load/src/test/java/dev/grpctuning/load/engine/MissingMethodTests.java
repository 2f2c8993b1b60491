package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LoadRun}: a server that does not have the method. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class MissingMethodTests extends AbstractLoadRunTests {

	private static final Duration MOMENT = Duration.ofMillis(20);

	@Test
	void whenNothingButUnimplementedComesThenTheRunEndsSoon() throws Exception {
		use(2, FakeChannels.failing(Status.UNIMPLEMENTED));
		LoadResult result = run(bursts(10_000, 3, MOMENT));
		assertThat(result.stoppedBy()).isEqualTo(StopReason.UNIMPLEMENTED);
		assertThat(result.counts().started()).isPositive().isLessThan(10_000);
		assertThat(result.counts().failed()).containsExactly(Map.entry("UNIMPLEMENTED", result.counts().started()));
	}

	@Test
	void whenItComesInTheWarmUpThenTheRunEndsThere() throws Exception {
		use(1, FakeChannels.failing(Status.UNIMPLEMENTED));
		LoadResult result = run(new LoadModel.Blocking(2, new Warmup.Fixed(LONG), LONG));
		assertThat(result.stoppedBy()).isEqualTo(StopReason.UNIMPLEMENTED);
		assertThat(result.counts()).isEqualTo(new Counts(0, 0, Map.of(), 0, 0));
		assertThat(result.warmup()).isEqualTo(new WarmupResult(0, null));
	}

	@Test
	void whenTheRunIsOverSoonerThenItIsJudgedByTheSameRule() throws Exception {
		use(1, (call) -> call.failLater((call.number() == 3) ? Status.UNAVAILABLE : Status.UNIMPLEMENTED));
		LoadResult result = run(bursts(1, 10));
		assertThat(result.stoppedBy()).isEqualTo(StopReason.UNIMPLEMENTED);
		assertThat(result.counts()).isEqualTo(new Counts(10, 0, Map.of("UNAVAILABLE", 1L, "UNIMPLEMENTED", 9L), 0, 0));
	}

	@ParameterizedTest
	@ValueSource(strings = { "answered", "cancelled", "other", "warm-up" })
	void whenOneCallEndsOtherwiseThenTheRunGoesOn(String kind) throws Exception {
		use(1, (call) -> {
			if (call.number() != 1) {
				call.failLater(Status.UNIMPLEMENTED);
			}
			else {
				switch (kind) {
					case "cancelled" -> call.cancelLater();
					case "other" -> call.failLater(Status.INTERNAL);
					default -> call.answerLater();
				}
			}
		});
		LoadModel.Burst bursts = (LoadModel.Burst) bursts(80, 1, MOMENT);
		LoadResult result = run(
				kind.equals("warm-up") ? new LoadModel.Burst(bursts.schedule(), new Warmup.Fixed(MOMENT)) : bursts);
		assertThat(result.stoppedBy()).isNull();
		assertThat(result.counts().started()).isEqualTo(80);
		assertThat(this.progress).isNotEmpty();
	}

	@Test
	void whenLoadHasNoEndThenItGoesOn() throws Exception {
		use(1, FakeChannels.failing(Status.UNIMPLEMENTED));
		LoadRun load = load(plan(bursts(1_000_000, 1, MOMENT), MANY, LONG, LoadModel.ENDLESS));
		FutureTask<MeasuredLoad> run = start(load);
		await().atMost(30, TimeUnit.SECONDS).until(() -> this.progress.size() >= 2);
		load.finish();
		assertThat(run.get().result().stoppedBy()).isNull();
	}

}
