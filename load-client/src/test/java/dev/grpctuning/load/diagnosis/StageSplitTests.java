package dev.grpctuning.load.diagnosis;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.latency.Stage;
import dev.grpctuning.load.latency.StageTimes;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link StageSplit} and {@link StageBand}. */
class StageSplitTests {

	private static final MeasuredLoad LOAD = Samples.staged();

	private final StageSplit stages = Objects.requireNonNull(StageSplit.of(LOAD));

	@Test
	void whenTheServerReportsNoStagesThenThereIsNoSplit() {
		assertThat(StageSplit.of(Samples.answered())).isNull();
	}

	@Test
	void theStagesOfEachBandAddUp() {
		assertThat(Stream.concat(Stream.of(this.stages.mean()), this.stages.percentiles().stream()))
			.allSatisfy((band) -> {
				assertThat(sum(band)).isEqualTo(band.responseMicros(), Offset.offset(0.5));
				assertThat(band.unexplainedMicros()).isCloseTo(0, Offset.offset(0.5));
				assertThat(band.networkMicros()).isNull();
			});
	}

	@Test
	void whenTheSlowCallsWaitForAThreadThenTheirPercentilesSayIt() {
		assertThat(this.stages.percentiles()).extracting(StageBand::title)
			.containsExactly("p50", "p90", "p99", "p99.9");
		assertThat(this.stages.percentiles().get(0).executorQueueMicros()).isEqualTo(30);
		assertThat(this.stages.percentiles().get(2).executorQueueMicros()).isEqualTo(20_000);
		assertThat(this.stages.mean().executorQueueMicros()).isBetween(1000.0, 1060.0);
		assertThat(this.stages.mean().calls()).isEqualTo(200);
	}

	@Test
	void whenTooFewCallsHaveAPercentileThenItHasNoBand() {
		MeasuredLoad few = Samples.staged(900);
		assertThat(Objects.requireNonNull(StageSplit.of(few)).percentiles()).extracting(StageBand::title)
			.containsExactly("p50", "p90", "p99");
	}

	@Test
	void theMeanLatencyIsThatOfTheStages() {
		double queue = this.stages.mean().executorQueueMicros();
		assertThat(LatencySplit.of(LOAD, null)).isEqualTo(LatencySplit.of(
				LOAD.result().latencyMicros().response().mean(), LOAD.result().latencyMicros().service().mean(),
				queue + this.stages.mean().handlerMicros(), queue, null));
	}

	@Test
	void whenTheClocksDifferThenOnlyBothWaysTogetherAreKnown() {
		StageBand band = StageBand
			.of(new StageTimes.Band(99.9, 3, 100, Map.of(Stage.HANDLER, 60.0, Stage.NETWORK, 39.96)));
		assertThat(band).isEqualTo(new StageBand(99.9, 3, 100, 0, 0, null, 0, 0, 60, null, 40.0, 0));
	}

	private static double sum(StageBand band) {
		return band.scheduleSlipMicros() + band.streamWaitMicros()
				+ Objects.requireNonNullElse(band.writeAndNetworkMicros(), 0.0) + band.eventLoopMicros()
				+ band.executorQueueMicros() + band.handlerMicros()
				+ Objects.requireNonNullElse(band.flushAndNetworkMicros(), 0.0) + band.clientEventLoopMicros();
	}

}
