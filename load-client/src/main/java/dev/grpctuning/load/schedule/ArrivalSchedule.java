package dev.grpctuning.load.schedule;

/**
 * When calls are due that arrive whatever becomes of those before them. Nothing here
 * reads a clock: a due time depends on the index of the call alone.
 */
public interface ArrivalSchedule {

	/**
	 * The time at which a call is due. It never decreases with the index.
	 * @param index index of the call, from 0
	 * @return nanoseconds since the first call was due, so 0 for the first one;
	 * {@link Long#MAX_VALUE} if it is further away than a {@code long} can say
	 */
	long dueNanos(long index);

}
