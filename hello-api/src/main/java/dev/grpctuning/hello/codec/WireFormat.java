package dev.grpctuning.hello.codec;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Chronicle Wire's binary form, in byte arrays on the heap: what is written needs neither
 * to be copied nor to be released. Chronicle's classes are loaded by the first message.
 *
 * @param <T> type of the messages
 * @param fields writes and reads their fields
 */
record WireFormat<T>(WireFields<T> fields) implements MessageFormat<T> {

	@Override
	public MessageBytes write(T message) {
		Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap(this.fields.expectedSize(message));
		this.fields.write(message, wire(bytes));
		return new MessageBytes(bytes.underlyingObject(), Math.toIntExact(bytes.writePosition()));
	}

	@Override
	public T read(byte[] bytes) {
		try {
			return this.fields.read(wire(Bytes.wrapForRead(bytes)));
		}
		catch (AssertionError ex) {
			// So Chronicle says that it did not expect some byte.
			throw new IllegalArgumentException(ex);
		}
	}

	private static Wire wire(Bytes<byte[]> bytes) {
		return WireType.BINARY_LIGHT.apply(bytes);
	}

}
