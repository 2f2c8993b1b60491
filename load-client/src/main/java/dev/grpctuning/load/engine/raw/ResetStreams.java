package dev.grpctuning.load.engine.raw;

import java.util.BitSet;

/**
 * The streams of a connection that this side has ended early. A server that has not heard
 * of it yet may still send on them, and on no other stream that has ended. Takes a bit
 * for each stream up to the last that was reset.
 */
final class ResetStreams {

	private final BitSet streams = new BitSet();

	void add(int streamId) {
		this.streams.set(streamId >>> 1);
	}

	boolean contains(int streamId) {
		return this.streams.get(streamId >>> 1);
	}

}
