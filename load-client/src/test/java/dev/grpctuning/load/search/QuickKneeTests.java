package dev.grpctuning.load.search;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.KneeFinder;
import dev.grpctuning.load.compare.experiment.LatencyLoad;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencyRecorder;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link QuickKnee}. */
class QuickKneeTests {

	private static final LatencyLoad LOAD = new LatencyLoad(0.6, Duration.ofMillis(50), Duration.ofMillis(5), 0.01);

	private final List<LoadPlan> driven = new ArrayList<>();

	private final List<String> lines = new ArrayList<>();

	@Test
	void whenTheServerKeepsUpToARateThenThatIsFoundInAFewShortTrials() throws Exception {
		KneeFinder.Found found = find(1500);
		assertThat(found.callsPerSecond()).isBetween(1000.0, 1650.0);
		assertThat(found.limitedByClient()).isFalse();
		assertThat(this.driven.getFirst().model()).as("shows where to begin").isInstanceOf(LoadModel.Closed.class);
		assertThat(this.driven).hasSizeLessThanOrEqualTo(1 + KneeFinder.TRIALS);
		assertThat(this.lines).hasSize(this.driven.size() - 1);
		assertThat(this.lines.getFirst()).contains("1,000/s", "p99", "held");
		assertThat(this.driven.subList(1, this.driven.size())).allSatisfy((plan) -> {
			assertThat(plan.model().sendingTime()).isEqualTo(Duration.ofMillis(800));
			assertThat(plan.call()).isEqualTo(Samples.closed().call());
			assertThat(((ArrivalPlan.OfRate) ((LoadModel.Open) plan.model()).arrivals()).arrivals())
				.isEqualTo(Arrivals.POISSON);
		});
	}

	@Test
	void whenNoRateHoldsThenTheFailureSaysWhatWasTried() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> find(0))
			.withMessage(
					"p99 < 50ms held at no rate from 125 to 1,000 calls per second; try again when the machine is free, or do without with --experiment.latency-at=");
		assertThat(this.driven).as("four rates, twice").hasSize(1 + 2 * 4);
	}

	@Test
	void whenTheMachineIsBusyAtFirstThenItIsSearchedForAgain() throws Exception {
		KneeFinder.Found found = new QuickKnee().find(LOAD, Samples.closed(), (plan) -> {
			this.driven.add(plan);
			return answer((this.driven.size() > 5 && rate(plan) <= 1500) ? 1 : 80);
		}, this.lines::add);
		assertThat(found.callsPerSecond()).isBetween(1000.0, 1650.0);
	}

	@Test
	void whenTheClientCannotSendMoreThenItSaysSo() throws Exception {
		KneeFinder.Found found = new QuickKnee().find(LOAD, Samples.closed(),
				(plan) -> (rate(plan) > 1200) ? late() : answer(1), this.lines::add);
		assertThat(found.limitedByClient()).isTrue();
		assertThat(found.callsPerSecond()).isBetween(1000.0, 1200.0);
	}

	@Test
	void whenTheServerHoldsFarMoreThanUnderTheClosedLoadThenTheSearchGoesOn() throws Exception {
		KneeFinder.Found found = new QuickKnee().find(LOAD, Samples.closed(),
				(plan) -> (rate(plan) > 100_000) ? answer(80) : allOf(plan), this.lines::add);
		assertThat(found.callsPerSecond()).isBetween(66_000.0, 110_000.0);
	}

	private KneeFinder.Found find(double capacity) throws IOException, InterruptedException {
		return new QuickKnee().find(LOAD, Samples.closed(), (plan) -> {
			this.driven.add(plan);
			return answer((rate(plan) <= capacity) ? 1 : 80);
		}, this.lines::add);
	}

	private static double rate(LoadPlan plan) {
		return (plan.model() instanceof LoadModel.Open) ? plan.model().callsPerSecond(0) : 0;
	}

	private static MeasuredLoad late() {
		return with(answer(1).result().counts(), new Saturation(Saturation.Cause.LATE_CALLS, "late"));
	}

	/** All calls of an open load, answered. */
	private static MeasuredLoad allOf(LoadPlan plan) {
		long calls = Math.max(1000, Math.round(rate(plan) * plan.model().duration().toNanos() / 1e9));
		return with(new Counts(calls, calls, Map.of(), 0, 0), null);
	}

	private static MeasuredLoad with(Counts counts, @Nullable Saturation saturation) {
		return new SampleLoad().counts(counts)
			.rate(0.6, 2.5, 2000.4)
			.latencies(latencies(1))
			.saturation(saturation)
			.build();
	}

	/** 2,000 calls per second, all answered in this time. */
	private static MeasuredLoad answer(long millis) {
		return Samples.with(latencies(millis));
	}

	private static LatencyInterval latencies(long millis) {
		LatencyRecorder recorder = new LatencyRecorder();
		for (int i = 0; i < 1000; i++) {
			recorder.record(-millis * 1_000_000, -millis * 1_000_000, 0);
		}
		LatencyInterval latencies = new LatencyInterval();
		recorder.drainTo(latencies);
		return latencies;
	}

}
