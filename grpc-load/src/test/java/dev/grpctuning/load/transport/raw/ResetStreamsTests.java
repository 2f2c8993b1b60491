package dev.grpctuning.load.transport.raw;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.transport.raw.Streams.ResetStreams;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ResetStreams}. */
class ResetStreamsTests {

	private static final int MILLION = 2 << 20;

	private final ResetStreams streams = new ResetStreams();

	@Test
	void whenAStreamIsResetThenItAloneIs() {
		this.streams.add(5);
		assertThat(this.streams.contains(5)).isTrue();
		assertThat(this.streams.contains(3)).isFalse();
		assertThat(this.streams.contains(7)).isFalse();
	}

	@Test
	void whenManyAreResetThenTheLastMillionIsKnown() {
		for (int stream = 1; stream < 5 * MILLION; stream += 2) {
			this.streams.add(stream);
		}
		int last = 5 * MILLION - 1;
		assertThat(this.streams.contains(last)).isTrue();
		assertThat(this.streams.contains(last - MILLION + 2)).isTrue();
		assertThat(this.streams.contains(1)).isFalse();
		assertThat(this.streams.contains(last + 2)).isFalse();
	}

	@Test
	void whenTheFirstResetComesLateThenItIsKnown() {
		this.streams.add(Integer.MAX_VALUE);
		assertThat(this.streams.contains(Integer.MAX_VALUE)).isTrue();
		assertThat(this.streams.contains(Integer.MAX_VALUE - 2)).isFalse();
		this.streams.add(Integer.MAX_VALUE - 2);
		assertThat(this.streams.contains(Integer.MAX_VALUE - 2)).isTrue();
	}

}
