package dev.grpctuning.load.server;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.server.metrics.ServerSample;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ObservedServer.Settling}, with a sample every 400 ms. */
class SettlingTests {

	private final ObservedServer.Settling settling = new ObservedServer.Settling();

	private int samples;

	private double cpuSeconds = 12;

	@Test
	void whenTwoIntervalsAreCalmThenItHasSettled() {
		assertThat(used(5)).as("nothing to compare with").isFalse();
		assertThat(used(0.09)).isFalse();
		assertThat(used(0.09)).isTrue();
	}

	@Test
	void whenItUsesAQuarterOfAProcessorThenItHasNotSettled() {
		used(0);
		for (int i = 0; i < 10; i++) {
			assertThat(used(0.11)).isFalse();
		}
	}

	@Test
	void whenItIsBusyInBetweenThenItMustBeCalmTwiceAgain() {
		used(0);
		assertThat(used(0.01)).isFalse();
		assertThat(used(0.3)).isFalse();
		assertThat(used(0.01)).isFalse();
		assertThat(used(0.01)).isTrue();
	}

	@Test
	void whenItDoesNotAnswerThenItHasNotSettled() {
		used(0);
		assertThat(used(0.01)).isFalse();
		this.samples++;
		assertThat(this.settling.add(null)).isFalse();
		assertThat(used(0)).as("nothing to compare with").isFalse();
		assertThat(used(0)).isFalse();
		assertThat(used(0)).isTrue();
	}

	private boolean used(double seconds) {
		this.cpuSeconds += seconds;
		this.samples++;
		return this.settling
			.add(new ServerSample(400_000_000L * this.samples, this.cpuSeconds, 1, 1, 1, 1, 0, 0, 9000, 0, null, null));
	}

}
