package dev.grpctuning.hello.codec;

import java.io.IOException;

/**
 * How messages of one type become bytes.
 */
interface MessageFormat<T> {

	/**
	 * Writes a message.
	 */
	MessageBytes write(T message);

	/**
	 * Reads a message.
	 */
	T read(byte[] bytes) throws IOException;

}
