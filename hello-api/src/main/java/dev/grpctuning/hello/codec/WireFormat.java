package dev.grpctuning.hello.codec;

import java.io.InputStream;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;
import net.openhft.chronicle.wire.WireType;

/**
 * Chronicle Wire's binary form in byte arrays on the heap, which need neither a copy nor
 * a release. Fields with their default value are omitted, as in Protocol Buffers. The
 * first message loads Chronicle's classes.
 */
abstract class WireFormat<T> extends FormatMarshaller<T> {

	/** Room for all fields but the data and the payload, of which the texts are short. */
	private static final int OTHER_BYTES = 128;

	/** A long and the byte that marks it as one. */
	private static final int LONG_BYTES = 9;

	WireFormat() {
		super("Chronicle Wire");
	}

	/** Bytes that a message will take; it may take more. */
	abstract int expectedSize(T message);

	abstract void write(T message, WireOut wire);

	abstract T read(WireIn wire);

	@Override
	public InputStream stream(T message) {
		Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap(expectedSize(message));
		write(message, WireType.BINARY_LIGHT.apply(bytes));
		return new MessageBytes(bytes.underlyingObject(), Math.toIntExact(bytes.writePosition()));
	}

	@Override
	T read(byte[] bytes) {
		try {
			return read(WireType.BINARY_LIGHT.apply(Bytes.wrapForRead(bytes)));
		}
		catch (AssertionError ex) {
			// Chronicle throws it for an unexpected byte.
			throw new IllegalArgumentException(ex);
		}
	}

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

	static void write(WireOut wire, String name, int count, IntToLongFunction values) {
		if (count != 0) {
			wire.write(name).sequence(values, (each, sequence) -> {
				for (int i = 0; i < count; i++) {
					sequence.int64(each.applyAsLong(i));
				}
			});
		}
	}

	/** Reads all fields by a function that skips unknown ones. */
	static void readFields(WireIn wire, BiConsumer<String, ValueIn> fields) {
		StringBuilder name = new StringBuilder();
		while (wire.hasMore()) {
			long start = wire.bytes().readPosition();
			ValueIn value = wire.read(name);
			fields.accept(name.toString(), value);
			checkProgress(wire, start);
		}
	}

	/** Chronicle's own method first makes an array of whatever size it reads. */
	static void readBytes(ValueIn value, Consumer<ByteString> consumer) {
		value.bytes((bytes) -> {
			byte[] array = new byte[Math.toIntExact(bytes.readRemaining())];
			bytes.read(array);
			consumer.accept(UnsafeByteOperations.unsafeWrap(array));
		});
	}

	static void readLongs(ValueIn value, LongConsumer consumer) {
		value.sequence(consumer, (each, values) -> {
			while (values.hasNextSequenceItem()) {
				long start = values.wireIn().bytes().readPosition();
				each.accept(values.int64());
				checkProgress(values.wireIn(), start);
			}
		});
	}

	/** Chronicle may read nothing, again and again, of bytes that it did not write. */
	private static void checkProgress(WireIn wire, long start) {
		if (wire.bytes().readPosition() <= start) {
			throw new IllegalStateException("Nothing can be read at position " + start);
		}
	}

}
