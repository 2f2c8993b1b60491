package dev.grpctuning.load.diagnosis;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LatencySplit}. */
class LatencySplitTests {

	@Test
	void whenBothSidesAreKnownThenThePartsAddUp() {
		LatencySplit split = LatencySplit.of(1000, 800, 500.0, 300.0, 1.0);
		assertThat(split).isEqualTo(new LatencySplit(1000, 200, 300.0, 500.0, 300.0, 200.0));
		assertThat(split.serviceMicros()).isEqualTo(800);
		assertThat(split.share(split.executorWaitMicros())).isEqualTo(0.3);
	}

	@Test
	void whenACallIsSeveralTasksThenItWaitsForEach() {
		assertThat(LatencySplit.of(1000, 1000, 900.0, 100.0, 5.0).executorWaitMicros()).isEqualTo(500);
		assertThat(LatencySplit.of(1000, 1000, 900.0, 100.0, 1.0).executorWaitMicros()).isEqualTo(100);
		assertThat(LatencySplit.of(1000, 1000, 900.0, 100.0, null).executorWaitMicros()).isEqualTo(100);
	}

	@Test
	void whenTheExecutorIsNotKnownThenTheServersTimeIsNotSplit() {
		assertThat(LatencySplit.of(1000, 800, 500.0, null, null))
			.isEqualTo(new LatencySplit(1000, 200, 300.0, 500.0, null, null));
	}

	@Test
	void whenTheServerIsNotKnownThenOnlyTheClientsWaitIs() {
		assertThat(LatencySplit.of(1000, 800, null, 300.0, 2.0))
			.isEqualTo(new LatencySplit(1000, 200, null, null, null, null));
	}

	@Test
	void whenTheSidesDisagreeThenNoPartIsLongerThanWhatItIsPartOf() {
		assertThat(LatencySplit.of(1000, 800, 900.0, 2000.0, 2.0))
			.isEqualTo(new LatencySplit(1000, 200, 0.0, 800.0, 800.0, 0.0));
		assertThat(LatencySplit.of(1000, 1001, null, null, null).clientWaitMicros()).isZero();
	}

	@Test
	void whenNothingTookAnyTimeThenNoShareIsInfinite() {
		assertThat(LatencySplit.of(0, 0, 0.0, 0.0, 2.0).share(0.0)).isZero();
	}

}
