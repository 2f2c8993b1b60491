package dev.grpctuning.load;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.failure.UsageException;

/**
 * When a run begins, so that several clients begin together.
 *
 * @param at the time, {@code null} for now
 */
record StartTime(@Nullable Instant at) {

	private static final Duration LONGEST = Duration.ofHours(1);

	/**
	 * Refuses a time that cannot be kept.
	 */
	void check() {
		Instant now = Instant.now();
		if (this.at != null && this.at.isAfter(now.plus(LONGEST))) {
			throw new UsageException(
					"load.start-at: %s is more than an hour away; name a time in the next hour, in UTC."
						.formatted(this.at));
		}
		if (this.at != null && !this.at.isAfter(now)) {
			throw new UsageException(
					"load.start-at: %s has passed; name a later time, in UTC, by which every client is connected."
						.formatted(this.at));
		}
	}

	/**
	 * Waits until it is time.
	 */
	void await() throws InterruptedException {
		await(new CountDownLatch(1));
	}

	/**
	 * Waits until it is time, or until there is nothing to wait for any more.
	 * @param stopped counted down then
	 */
	void await(CountDownLatch stopped) throws InterruptedException {
		if (this.at != null) {
			check();
			stopped.await(Duration.between(Instant.now(), this.at).toNanos(), TimeUnit.NANOSECONDS);
		}
	}

}
