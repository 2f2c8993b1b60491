package dev.grpctuning.load.engine.raw;

import java.util.BitSet;

/**
 * The streams of a connection that this side has ended early. A server that has not heard
 * of it yet may still send on them, and on no other stream that has ended. Streams that
 * are a million older than the last of these are forgotten, so that there is a bit for
 * two million at most.
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
