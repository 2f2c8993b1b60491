package dev.grpctuning.call;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the fastest calls of a method take now. */
class MethodDurationsTests {

	private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

	private final AtomicLong now = new AtomicLong();

	private final MethodDurations durations = new MethodDurations(this.now::get);

	@Test
	void whenTheFastestCallFitsIntoTheTimeThatIsLeftThenTheCallRuns() {
		assertThat(this.durations.exceeds("unknown", 1)).isFalse();
		this.durations.record("slow", 1000 * MILLISECOND);
		this.durations.record("fast", MILLISECOND);
		this.durations.record("slow", 800 * MILLISECOND);
		assertThat(this.durations.exceeds("slow", 799 * MILLISECOND)).isTrue();
		assertThat(this.durations.exceeds("slow", 800 * MILLISECOND)).isFalse();
		assertThat(this.durations.exceeds("fast", MILLISECOND)).isFalse();
	}

	@Test
	void whenAMethodHasBecomeSlowerThenThatShowsAfterTwoMinutes() {
		this.durations.record("method", MILLISECOND);
		for (int second = 0; second < 120; second++) {
			assertThat(this.durations.exceeds("method", 10 * MILLISECOND)).isFalse();
			this.now.addAndGet(TimeUnit.SECONDS.toNanos(1));
			this.durations.record("method", 1000 * MILLISECOND);
		}
		assertThat(this.durations.exceeds("method", 10 * MILLISECOND)).isTrue();
	}

}
