package dev.grpctuning.load.schedule;

/**
 * When calls are due, whatever becomes of earlier calls. A due time depends only on the
 * call's index; nothing here reads a clock. Not safe for concurrent use.
 */
@FunctionalInterface
public interface ArrivalSchedule extends AutoCloseable {

	/**
	 * When a call is due, which does not decrease with the index. Calls of a file must be
	 * asked for in their order.
	 */
	long dueNanos(long index);

	@Override
	default void close() {
	}

	/** Thrown when the schedule cannot be read any more. */
	class LostException extends RuntimeException {

		LostException(String message, Throwable cause) {
			super(message, cause);
		}

	}

}
