package dev.grpctuning.transport;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LateEventLoops}. */
class LateEventLoopsTests {

	private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

	private final LateEventLoops late = new LateEventLoops();

	@Test
	void whenTimesOfALoopTouchThenTheyAreOne() {
		this.late.add("loop-1", Duration.ofMillis(300), NOW);
		this.late.add("loop-1", Duration.ofMillis(100), NOW);
		this.late.add("loop-2", Duration.ofMillis(50), NOW);
		this.late.add("loop-1", Duration.ofMillis(200), NOW.plusMillis(150));
		this.late.add("loop-1", Duration.ofMillis(10), NOW.plusMillis(1000));
		assertThat(this.late.latest()).containsExactly(
				new EventLoopProbe.LateEventLoop("loop-2", NOW.minusMillis(50), NOW),
				new EventLoopProbe.LateEventLoop("loop-1", NOW.minusMillis(300), NOW.plusMillis(150)),
				new EventLoopProbe.LateEventLoop("loop-1", NOW.plusMillis(990), NOW.plusMillis(1000)));
	}

	@Test
	void whenThereAreManyThenTheLatestAreKept() {
		for (int i = 0; i <= LateEventLoops.MOST; i++) {
			this.late.add("loop-1", Duration.ofMillis(10), NOW.plusSeconds(i));
		}
		assertThat(this.late.latest()).hasSize(LateEventLoops.MOST);
		assertThat(this.late.latest().get(0).until()).isEqualTo(NOW.plusSeconds(1));
	}

}
