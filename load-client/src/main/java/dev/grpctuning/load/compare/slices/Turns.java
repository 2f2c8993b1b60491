package dev.grpctuning.load.compare.slices;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** When slices begin. */
@FunctionalInterface
public interface Turns {

	/** Each begins when the one before has ended. */
	Turns AT_ONCE = (slice) -> true;

	/**
	 * Waits until a slice begins.
	 * @param slice number of the slice, from 0
	 * @return {@code false} if it began too long ago to be used
	 */
	boolean await(long slice) throws InterruptedException;

	/**
	 * Turns that begin at fixed times, because the server changes its settings at these
	 * times. A tenth of a slice may be lost: its beginning does not count.
	 * @param startNanos start of the first slice by {@link System#nanoTime()}
	 */
	static Turns at(long startNanos, Duration slice) {
		return (number) -> {
			long due = startNanos + number * slice.toNanos();
			TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
			return System.nanoTime() - due <= slice.toNanos() / 10;
		};
	}

}
