package dev.grpctuning.load.compare.slices;

import java.time.Duration;

/**
 * Times of a slice.
 *
 * @param slice its length
 * @param discarded time at its beginning that does not count, because the previous
 * variant still affects caches, queues and the scheduler
 * @param rest time at its end in which the last calls end
 */
public record SliceTimes(Duration slice, Duration discarded, Duration rest) {

	private static final Duration SHORTEST_DISCARDED = Duration.ofMillis(10);

	private static final int DISCARDED_PART = 5;

	/** Times of slices of which a fifth, at least 10 ms, does not count. */
	public static SliceTimes of(Duration slice) {
		return new SliceTimes(slice, longer(slice.dividedBy(DISCARDED_PART), SHORTEST_DISCARDED), Duration.ZERO);
	}

	/**
	 * These times, with a longer beginning that does not count if the previous variant
	 * affects more of the slice.
	 */
	SliceTimes with(Duration carriedOver) {
		return new SliceTimes(this.slice, longer(this.discarded, carriedOver), this.rest);
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) >= 0) ? one : other;
	}

	/** These times, with a time in which the last calls end before the server changes. */
	public SliceTimes withRest(Duration time) {
		return new SliceTimes(this.slice, this.discarded, time);
	}

	/** Time in which calls are started and count. */
	public Duration counted() {
		return this.slice.minus(this.discarded).minus(this.rest);
	}

}
