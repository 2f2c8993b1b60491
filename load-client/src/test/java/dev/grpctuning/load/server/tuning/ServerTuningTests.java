package dev.grpctuning.load.server.tuning;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ServerTuning}. */
class ServerTuningTests {

	private static final ServerTuning TUNING = new ServerTuning(
			List.of(new Knob("executor.type", "FORK_JOIN", "fork-join", null, "profile", null, null),
					new Knob("transport", "auto", "epoll", null, "profile", null, null),
					new Knob("flow-control-window", null, "1048576", null, null, "bytes", null),
					new Knob("limit.concurrent-calls", "100", "73", null, "profile", null, null),
					new Knob("limit.algorithm", "throughput", "throughput", null, "profile", null, null),
					new Knob("max-connections", null, null, null, null, null, null)),
			0, null);

	@Test
	void whenAValueIsConfiguredOrInForceThenItIsSet() {
		assertThat(TUNING.isSet("executor.type", "fork-join")).isTrue();
		assertThat(TUNING.isSet("executorType", "Fork_Join")).isTrue();
		assertThat(TUNING.isSet("transport", "auto")).isTrue();
		assertThat(TUNING.isSet("transport", "epoll")).isTrue();
		assertThat(TUNING.isSet("flow-control-window", "1MB")).isTrue();
	}

	@Test
	void whenAValueIsAnotherThenItIsNotSet() {
		assertThat(TUNING.isSet("executor.type", "virtual")).isFalse();
		assertThat(TUNING.isSet("flow-control-window", "4MB")).isFalse();
		assertThat(TUNING.isSet("max-connections", "100")).isFalse();
		assertThat(TUNING.isSet("no-such-knob", "1")).isFalse();
	}

	@Test
	void whenTheServerMovesAKnobThenOnlyWhatItIsConfiguredToIsSet() {
		assertThat(TUNING.isSet("limit.concurrent-calls", "100")).isTrue();
		assertThat(TUNING.isSet("limit.concurrent-calls", "73")).isFalse();
	}

	@Test
	void whenAKnobGaveWayToAnotherThenItIsFound() {
		ServerTuning changed = new ServerTuning(
				List.of(new Knob("worker-threads", "1", "1", null, "actuator", null, null),
						new Knob("worker-threads-min", null, null, null, "actuator", null, null)),
				0, null);
		assertThat(changed.changedBeside(List.of("workerThreads"))).contains("worker-threads-min");
		assertThat(changed.changedBeside(List.of("worker-threads", "worker-threads-min"))).isEmpty();
		assertThat(TUNING.changedBeside(List.of())).isEmpty();
	}

}
