package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.List;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.load.engine.channel.WarmupCalls;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WarmupCalls}.
 */
class WarmupCallsTests extends AbstractLoadRunTests {

	@Test
	void whenASecondEndsThenItHasItsOwnCallsAndAllFailures() {
		WarmupCalls calls = new WarmupCalls();
		WarmupCalls.Ends ends = calls.onOneThread();
		for (int i = 0; i < 100; i++) {
			ends.answered(((i < 98) ? 1_000 : 50_000) * 1000L);
		}
		ends.failed(Status.UNAVAILABLE);
		assertThat(calls.endSecond()).isEqualTo(new WarmupFigures(100, 50_015, 1));
		WarmupCalls.Ends others = calls.onOneThread();
		ends.answered(1_000);
		others.answered(Duration.ofHours(2).toNanos());
		others.failed(Status.INTERNAL);
		WarmupFigures second = calls.endSecond();
		assertThat(second.ok()).isEqualTo(2);
		assertThat(second.responseP99Micros()).isGreaterThanOrEqualTo(Duration.ofHours(1).toSeconds() * 1_000_000);
		assertThat(second.failed()).isEqualTo(2);
		assertThat(calls.endSecond()).isEqualTo(new WarmupFigures(0, 0, 2));
		assertThat(calls.ok()).isEqualTo(102);
	}

	@Test
	void whenMomentsEndThenSecondsHaveTheirCallsAllTheSame() {
		WarmupCalls calls = new WarmupCalls();
		WarmupCalls.Ends ends = calls.onOneThread();
		ends.answered(1_000_000);
		assertThat(calls.endInterval()).isEqualTo(new WarmupFigures(1, 1_000, 0));
		ends.answered(2_000_000);
		assertThat(calls.endInterval()).isEqualTo(new WarmupFigures(1, 2_000, 0));
		ends.answered(2_000_000);
		assertThat(calls.endSecond()).isEqualTo(new WarmupFigures(3, 2_000, 0));
		assertThat(calls.endInterval()).isEqualTo(new WarmupFigures(1, 2_000, 0));
		assertThat(calls.endSecond()).isEqualTo(new WarmupFigures(0, 0, 0));
	}

	@Test
	@Timeout(60)
	void whenARunWarmsUpThenItsProgressSaysHow() throws Exception {
		use(1, (call) -> {
			if (call.number() % 4 == 0) {
				call.failLater(Status.INTERNAL);
			}
			else {
				call.answerLater();
			}
		});
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

}
