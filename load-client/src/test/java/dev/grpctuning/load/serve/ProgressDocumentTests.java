package dev.grpctuning.load.serve;

import java.time.Duration;
import java.util.List;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link StatusDocument.RunProgress}. */
class ProgressDocumentTests {

	private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

	private static final LoadModel OPEN = open(new Rate.Constant(1000), TEN_SECONDS);

	private static LoadModel open(Rate rate, Duration duration) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(rate, Arrivals.CONSTANT, 1, new Shard(0, 2)), TEN_SECONDS, 1,
				new Warmup.Fixed(Duration.ofSeconds(3)), duration);
	}

	@Test
	void whenSecondsPassThenTheirCountsAreAddedUp() {
		StatusDocument.RunProgress first = StatusDocument.RunProgress.of(null, second(1, false, OPEN), OPEN);
		StatusDocument.RunProgress second = StatusDocument.RunProgress.of(first, second(2, false, OPEN), OPEN);
		assertThat(List.of(first.sent(), first.answered(), first.failed(), first.open())).containsExactly(1000L, 900L,
				50L, 45L);
		assertThat(List.of(second.sent(), second.answered(), second.failed(), second.open())).containsExactly(2000L,
				1800L, 100L, 45L);
		assertThat(second.lastSecond()).isEqualTo(Samples.point(2));
		assertThat(second.loadGeneratorSaturated()).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "1.5, 8.5, 750", "9.9, 0.1, 4950", "12, 0, 5000" })
	void whenCallsAreDueAtARateThenThoseOfThisClientAreTold(double elapsed, double left, long due) {
		StatusDocument.RunProgress progress = StatusDocument.RunProgress.of(null, second(elapsed, false, OPEN), OPEN);
		assertThat(progress.elapsedSeconds()).isEqualTo(elapsed);
		assertThat(progress.leftSeconds()).isCloseTo(left, Offset.offset(1e-9));
		assertThat(progress.due()).isEqualTo(due);
	}

	@Test
	void whenItWarmsUpOrCallsFollowFromAnswersThenNoneIsDue() {
		LoadModel closed = new LoadModel.Closed(new Concurrency.Constant(4), Warmup.NONE, TEN_SECONDS);
		assertThat(StatusDocument.RunProgress.of(null, second(1, true, OPEN), OPEN).due()).isZero();
		assertThat(StatusDocument.RunProgress.of(null, second(1, false, closed), closed).due()).isNull();
	}

	private static Progress second(double seconds, boolean warmingUp, LoadModel model) {
		TimelinePoint point = Samples.point(seconds);
		return new Progress(point, warmingUp, 0, Progress.left(model, warmingUp, seconds), 0, 0, true, null);
	}

}
