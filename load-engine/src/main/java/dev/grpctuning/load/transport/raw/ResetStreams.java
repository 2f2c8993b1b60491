package dev.grpctuning.load.transport.raw;

import java.util.BitSet;

/**
 * Streams that this side has reset, on which the server may still send. Forgets those
 * that are a million older than the latest.
 */
final class ResetStreams {

	private static final int KEPT = 1 << 20;

	private BitSet streams = new BitSet();

	private int first;

	void add(int streamId) {
		int index = (streamId >>> 1) - this.first;
		if (index >= 2 * KEPT) {
			int forgotten = index - KEPT;
			this.streams = this.streams.get(forgotten, Math.max(forgotten, this.streams.length()));
			this.first += forgotten;
			index = KEPT;
		}
		if (index >= 0) {
			this.streams.set(index);
		}
	}

	boolean contains(int streamId) {
		int index = (streamId >>> 1) - this.first;
		return index >= 0 && this.streams.get(index);
	}

}
