package dev.grpctuning.autopilot;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.grpctuning.autopilot.experiment.Sample.Calls;
import dev.grpctuning.autopilot.experiment.Verdict;
import dev.grpctuning.observe.DurationCounts;

import static org.assertj.core.api.Assertions.assertThat;

class ExploringTests {

	private final Exploring exploring = new Exploring(
			new AutopilotSettings(AutopilotMode.APPLY, Bounds.NONE, Duration.ZERO, 1, 0.001, Duration.ofMinutes(2)), 0);

	@Test
	void whenACandidateHadFewerCallsOutsideThanUsualThenTheNextOneMayNotHaveMore() {
		this.exploring.add(calls(1_000_000, 0), 0.02);
		this.exploring.count(Verdict.NO_GAIN);
		assertThat(this.exploring.exhausted(0, 1000)).isNull();
		this.exploring.add(calls(1_000_000, 25_000), 0.02);
		assertThat(this.exploring.exhausted(0, 1000)).contains("5000 calls outside the objective");
		this.exploring.count(Verdict.HARMFUL);
		assertThat(this.exploring.exhausted(0, 1000)).contains("5000 calls outside the objective");
		assertThat(this.exploring.shown(0).outside()).isEqualTo(5000);
	}

	private static Calls calls(long ended, long outside) {
		return new Calls(1, ended, outside, 0, new DurationCounts().snapshot());
	}

}
