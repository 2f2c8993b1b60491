package dev.grpctuning.load.latency;

import java.util.List;
import java.util.Objects;
import java.util.Random;

import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link StageTimes}. */
class StageTimesTests {

	private final LatencyRecorder recorder = new LatencyRecorder();

	private final LatencyInterval sum = new LatencyInterval();

	@Test
	void whenNothingIsSampledThenThereAreNoStages() {
		this.recorder.record(-1_000_000, -1_000_000, 0);
		assertThat(drained().stages()).isNull();
	}

	@Test
	void whenTheSlowCallsAreOtherOnesThenTheirStagesAreSeen() {
		for (int i = 0; i < 990; i++) {
			call(1_000_000 + i, Stage.HANDLER);
		}
		for (int i = 0; i < 10; i++) {
			call(80_000_000 + i, Stage.EXECUTOR_QUEUE);
		}
		LatencyInterval latencies = drained();
		StageTimes stages = Objects.requireNonNull(latencies.stages());
		List<StageTimes.Band> bands = stages.around(latencies.response(), 50, 90, 99, 99.9);
		assertThat(bands).extracting(StageTimes.Band::percentile).containsExactly(50.0, 90.0, 99.0, 99.9);
		assertThat(share(bands.get(0), Stage.HANDLER)).isEqualTo(1, Offset.offset(1e-9));
		assertThat(share(bands.get(3), Stage.EXECUTOR_QUEUE)).isEqualTo(1, Offset.offset(1e-9));
		assertThat(bands.get(3).responseMicros()).isEqualTo(80_000, Offset.offset(1.0));
		assertThat(stages.mean(latencies.response()).responseMicros()).isEqualTo(0.99 * 1000 + 0.01 * 80_000,
				Offset.offset(2.0));
	}

	@Test
	void whenOnlySomeFastCallsAreSampledThenTheMeanIsStillThatOfAllCalls() {
		for (int i = 0; i < 9_900; i++) {
			if (i % 100 == 0) {
				call(1_000_000, Stage.HANDLER);
			}
			else {
				this.recorder.record(-1_000_000, -1_000_000, 0);
			}
		}
		for (int i = 0; i < 100; i++) {
			call(100_000_000, Stage.EXECUTOR_QUEUE);
		}
		LatencyInterval latencies = drained();
		StageTimes.Band mean = Objects.requireNonNull(latencies.stages()).mean(latencies.response());
		assertThat(mean.responseMicros()).isEqualTo(latencies.response().getMean(), Offset.offset(20.0));
		assertThat(mean.calls()).isEqualTo(199);
		assertThat(share(mean, Stage.HANDLER)).isEqualTo(990.0 / 1990, Offset.offset(0.01));
	}

	@Test
	void whenNoCallAroundAPercentileIsSampledThenItIsLeftOut() {
		call(1_000_000, Stage.HANDLER);
		for (int i = 0; i < 100; i++) {
			this.recorder.record(-50_000_000, -50_000_000, 0);
		}
		LatencyInterval latencies = drained();
		assertThat(Objects.requireNonNull(latencies.stages()).around(latencies.response(), 50, 99)).isEmpty();
	}

	@Test
	void aStepIsAtMostA32ndOfTheValueAndEachCallIsInOne() {
		Random random = new Random(4711);
		for (int i = 0; i < 10_000; i++) {
			call((long) Math.pow(10, 3 + 9 * random.nextDouble()), Stage.HANDLER);
		}
		LatencyInterval latencies = drained();
		Histogram response = latencies.response();
		StageTimes stages = Objects.requireNonNull(latencies.stages());
		assertThat(stages.calls()).isEqualTo(10_000);
		for (StageTimes.Band band : stages.around(response, 10, 50, 90, 99)) {
			double half = (100 - band.percentile()) / 2;
			assertThat(band.responseMicros()).isBetween(
					31 / 32.0 * response.getValueAtPercentile(band.percentile() - half),
					33 / 32.0 * response.getValueAtPercentile(band.percentile() + half));
		}
		assertThat(stages.mean(response).responseMicros() / response.getMean()).isEqualTo(1, Offset.offset(0.01));
	}

	@Test
	void intervalsAddUp() {
		call(1_000_000, Stage.HANDLER);
		drained();
		call(3_000_000, Stage.EVENT_LOOP);
		LatencyInterval latencies = drained();
		assertThat(Objects.requireNonNull(latencies.stages()).calls()).isEqualTo(2);
		assertThat(Objects.requireNonNull(latencies.stages()).mean(latencies.response()).micros())
			.containsEntry(Stage.HANDLER, 500.0)
			.containsEntry(Stage.EVENT_LOOP, 1500.0);
	}

	private void call(long nanos, Stage stage) {
		long[] stages = new long[Stage.values().length];
		stages[stage.ordinal()] = nanos;
		this.recorder.record(-nanos, -nanos, 0);
		this.recorder.recordStages(nanos, stages);
	}

	private LatencyInterval drained() {
		this.recorder.drainTo(this.sum);
		return this.sum;
	}

	private static double share(StageTimes.Band band, Stage stage) {
		return band.micros().getOrDefault(stage, 0.0) / band.responseMicros();
	}

}
