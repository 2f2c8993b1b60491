package dev.grpctuning.hello.codec;

import java.io.IOException;

/**
 * How messages of one type become bytes.
 *
 * @param <T> type of the messages
 */
interface MessageFormat<T> {

	/**
	 * Writes a message.
	 */
	MessageBytes write(T message);

	/**
	 * Reads a message.
	 * @throws IOException if the bytes are no message of this format; any
	 * {@link RuntimeException} says the same
	 */
	T read(byte[] bytes) throws IOException;

}
