package dev.grpctuning.alternate;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What slices know of time. */
interface SliceClock {

	/** The clocks of the system. */
	SliceClock SYSTEM = new SliceClock() {

		@Override
		public long nanoTime() {
			return System.nanoTime();
		}

		@Override
		public long epochMicros() {
			Instant now = Instant.now();
			return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1000;
		}

		@Override
		public void pause(long nanos) {
			LockSupport.parkNanos(nanos);
		}
	};

	long nanoTime();

	/** Microseconds since 1970. */
	long epochMicros();

	/** Waits for about that long, or until the thread is unparked. */
	void pause(long nanos);

}
