package dev.grpctuning.hello.codec;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Chronicle Wire's binary form in byte arrays on the heap, which need neither a copy nor
 * a release. The first message loads Chronicle's classes.
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
