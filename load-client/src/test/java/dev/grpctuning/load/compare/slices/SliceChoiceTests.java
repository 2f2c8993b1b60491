package dev.grpctuning.load.compare.slices;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencyRecorder;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

class SliceChoiceTests {

	private static final LoadModel CLOSED = Samples.closed().model();

	@ParameterizedTest
	@CsvSource({ "true, 1, 50", "false, 1, 100", "true, 12, 120", "true, 49, 490" })
	void whenCallsTakeLongThenSlicesAreLong(boolean oneServer, long callMillis, long sliceMillis) {
		SliceChoice choice = SliceChoice.shortest(oneServer).with("one", CLOSED, taking(callMillis));
		assertThat(choice.obstacle()).isNull();
		assertThat(choice.slice()).isBetween(Duration.ofMillis(sliceMillis), Duration.ofMillis(sliceMillis + 10));
	}

	@Test
	void whenCallsTakeTooLongForASliceThenThatIsTheObstacle() {
		assertThat(SliceChoice.shortest(true).with("slow", CLOSED, taking(60)).obstacle())
			.isEqualTo("calls of slow take 60 ms (median, at most 50 ms)");
	}

	@Test
	void whenCallsFailThenThatIsTheObstacle() {
		LoadResult load = Samples.load(new Counts(1000, 990, Map.of("UNAVAILABLE", 10L), 0, 0), Map.of(), null, null)
			.result();
		assertThat(SliceChoice.shortest(true).with("limited", CLOSED, load).obstacle())
			.isEqualTo("10 of 1,000 calls of limited failed");
	}

	@Test
	void whenTheLoadChangesWithTimeThenThatIsTheObstacle() {
		assertThat(SliceChoice.shortest(true).with("one", Samples.bursts().model(), taking(1)).obstacle())
			.isEqualTo("the load of one is not constant (closed or open model)");
	}

	@Test
	void whenThereIsAnObstacleThenItStays() {
		SliceChoice choice = SliceChoice.none("a recovery takes longer than a slice");
		assertThat(choice.with("one", CLOSED, taking(1))).isEqualTo(choice);
	}

	private static LoadResult taking(long millis) {
		LatencyRecorder recorder = new LatencyRecorder();
		for (int call = 0; call < 100; call++) {
			recorder.record(1, 1, 1 + Duration.ofMillis(millis).toNanos());
		}
		LatencyInterval latencies = new LatencyInterval();
		recorder.drainTo(latencies);
		return Samples.with(latencies).result();
	}

}
