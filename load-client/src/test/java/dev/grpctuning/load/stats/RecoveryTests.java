package dev.grpctuning.load.stats;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.engine.result.TimelinePoint.ProcessUse;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link Recovery}: a spike from 2 s to 4 s, and the end after 6 s. */
class RecoveryTests {

	private static final Duration OBJECTIVE = Duration.ofMillis(100);

	private final List<TimelinePoint> timeline = new ArrayList<>();

	@BeforeEach
	void spike() {
		good(10);
		bad(10);
	}

	@Test
	void whenTheSecondAfterTheSpikeIsGoodThenTheShortestTimeIsAnInterval() {
		good(10);
		assertThat(recovery()).isEqualTo(new Recovery(0.2, true));
	}

	@Test
	void whenCallsFailOrNoneAreAnsweredThenTheIntervalIsNotGood() {
		add(100, 2, 1);
		add(0, 0, 0);
		good(8);
		assertThat(seconds()).isCloseTo(0.4, within(1e-9));
	}

	@Test
	void whenLessThanASecondIsGoodThenItIsNotOver() {
		bad(1);
		good(4);
		bad(1);
		good(4);
		assertThat(recovery()).isEqualTo(new Recovery(2, false));
	}

	@Test
	void whenNoStepFallsThenThereIsNoRecovery() {
		assertThat(Recovery.of(model(100, 100, 300), OBJECTIVE, this.timeline)).isNull();
		assertThat(Recovery.of(open(new Rate.Constant(100)), OBJECTIVE, this.timeline)).isNull();
	}

	private double seconds() {
		return recovery().seconds();
	}

	private Recovery recovery() {
		return Optional.ofNullable(Recovery.of(model(100, 300, 100), OBJECTIVE, this.timeline)).orElseThrow();
	}

	private void good(int intervals) {
		for (int interval = 0; interval < intervals; interval++) {
			add(100, 0, 99_000);
		}
	}

	private void bad(int intervals) {
		for (int interval = 0; interval < intervals; interval++) {
			add(100, 0, 101_000);
		}
	}

	private void add(long ok, long failed, long p99Micros) {
		this.timeline.add(new TimelinePoint((this.timeline.size() + 1) * 0.2, ok + failed, ok, failed, 0, 1, 1, 1,
				p99Micros, null, new ProcessUse(0, 0, 0, 1), null));
	}

	private static LoadModel model(double... rates) {
		return open(new Rate.Steps(Arrays.stream(rates).boxed().toList(), Duration.ofSeconds(2)));
	}

	private static LoadModel open(Rate rate) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(rate, Arrivals.CONSTANT, 1, Shard.ALL), Duration.ofMillis(10),
				0.01, Warmup.NONE, Duration.ofSeconds(6));
	}

}
