package dev.grpctuning.load.schedule;

/**
 * When calls are due that arrive whatever becomes of those before them. Nothing here
 * reads a clock: a due time depends on the index of the call alone. Not safe for
 * concurrent use, since a schedule may keep what it needs for the calls that follow.
 */
@FunctionalInterface
public interface ArrivalSchedule extends AutoCloseable {

	/**
	 * The time at which a call is due. It does not decrease with the index.
	 * @param index index of the call, from 0
	 * @return nanoseconds since the schedule began; {@link Long#MAX_VALUE} if there is no
	 * such call, or not in the time that a {@code long} can say
	 * @throws ScheduleLostException if what it reads from has been changed
	 */
	long dueNanos(long index);

	/**
	 * Lets go of what it reads from, if anything.
	 */
	@Override
	default void close() {
	}

}
