package dev.grpctuning.hello.codec;

import java.util.function.Consumer;
import java.util.function.LongConsumer;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

/**
 * Fields of messages of one type in Chronicle Wire. Fields with their default value are
 * omitted, as in Protocol Buffers.
 */
abstract class WireFields<T> {

	/**
	 * Room for all fields but the data and the payload, of which the texts are short.
	 */
	private static final int OTHER_BYTES = 128;

	/**
	 * A long and what says that it is one.
	 */
	private static final int LONG_BYTES = 9;

	/**
	 * Bytes that a message will take; it may take more.
	 */
	abstract int expectedSize(T message);

	abstract void write(T message, WireOut wire);

	abstract T read(WireIn wire);

	static int expectedSize(int longs, ByteString payload) {
		return Math.addExact(OTHER_BYTES + payload.size(), Math.multiplyExact(longs, LONG_BYTES));
	}

	static void write(WireOut wire, String name, String value) {
		if (!value.isEmpty()) {
			wire.write(name).text(value);
		}
	}

	static void write(WireOut wire, String name, long value) {
		if (value != 0) {
			wire.write(name).int64(value);
		}
	}

	static void write(WireOut wire, String name, ByteString value) {
		if (!value.isEmpty()) {
			wire.write(name).bytes(value.toByteArray());
		}
	}

	/**
	 * Reads all fields, of which unknown ones are skipped.
	 */
	static void readFields(WireIn wire, FieldReader fields) {
		StringBuilder name = new StringBuilder();
		while (wire.hasMore()) {
			long start = wire.bytes().readPosition();
			ValueIn value = wire.read(name);
			if (!fields.read(name.toString(), value)) {
				value.skipValue();
			}
			checkProgress(wire, start);
		}
	}

	/**
	 * Reads bytes, of which there cannot be more than the message has: Chronicle's own
	 * method would first make an array of whatever size it reads.
	 */
	static void readBytes(ValueIn value, Consumer<ByteString> consumer) {
		value.bytes((bytes) -> {
			byte[] array = new byte[Math.toIntExact(bytes.readRemaining())];
			bytes.read(array);
			consumer.accept(UnsafeByteOperations.unsafeWrap(array));
		});
	}

	static void readLongs(ValueIn values, LongConsumer consumer) {
		while (values.hasNextSequenceItem()) {
			long start = values.wireIn().bytes().readPosition();
			consumer.accept(values.int64());
			checkProgress(values.wireIn(), start);
		}
	}

	/**
	 * Chronicle may read nothing at all, again and again, of bytes that it did not write.
	 */
	private static void checkProgress(WireIn wire, long start) {
		if (wire.bytes().readPosition() <= start) {
			throw new IllegalStateException("Nothing can be read at position " + start);
		}
	}

	/**
	 * Reads the fields of one message.
	 */
	@FunctionalInterface
	interface FieldReader {

		/**
		 * Reads the value of a field.
		 */
		boolean read(String name, ValueIn value);

	}

}
