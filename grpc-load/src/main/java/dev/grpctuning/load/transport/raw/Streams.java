package dev.grpctuning.load.transport.raw;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

import io.grpc.Status;
import io.grpc.internal.GrpcUtil;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;

import dev.grpctuning.observe.LoopWatch;

/** The open calls of a connection by stream, and the frames of streams. */
final class Streams {

	private final ConnectionSettings settings;

	private final Connection connection;

	private final IntObjectMap<RawCall> open = new IntObjectHashMap<>();

	private final ResetStreams resets = new ResetStreams();

	private int nextId;

	Streams(Connection connection, ConnectionSettings settings) {
		this.connection = connection;
		this.settings = settings;
		this.nextId = settings.firstStreamId();
	}

	boolean hasNext() {
		return this.nextId > 0;
	}

	void add(RawCall call) {
		call.sentOn(this.connection, this.nextId,
				new ResponseReader(this.settings.oneResponse(), this.settings.maxMessageBytes()));
		this.open.put(this.nextId, call);
		this.nextId += 2;
	}

	int size() {
		return this.open.size();
	}

	Iterable<RawCall> calls() {
		return this.open.values();
	}

	void headers(Frame frame, ResponseBlock block, boolean endOfStream) throws Http2Exception {
		RawCall call = this.open.get(frame.streamId());
		if (call == null) {
			checkClosed(frame);
			return;
		}
		Status status = call.response().headers(frame, block, endOfStream);
		this.connection.answered |= !block.isInformational();
		if (block.timing() != null) {
			call.openCall.answeredNow(block.timing(), LoopWatch.busyNanos());
		}
		if (block.pushback() != null) {
			call.openCall.pushedBack(block.pushback());
		}
		if (status != null) {
			end(call, status, endOfStream);
		}
	}

	void data(Frame frame, ByteBuf in) throws Http2Exception {
		int length = frame.content(in);
		RawCall call = this.open.get(frame.streamId());
		if (call == null) {
			checkClosed(frame);
			return;
		}
		int used = this.settings.receiveFlow().streamUsed(frame, call.receivedBytes);
		Status status = call.response().data(frame, in, length);
		call.receivedMessages();
		if (status != null) {
			end(call, status, frame.endOfStream());
		}
		else if (used > this.settings.receiveFlow().streamWindow() / 2) {
			this.connection.writer.windowUpdate(frame.streamId(), used);
			call.receivedBytes = 0;
		}
		else {
			call.receivedBytes = used;
		}
	}

	/** Rejects frames that the server must not send on an ended stream. */
	private void checkClosed(Frame frame) throws Http2Exception {
		checkNotIdle(frame);
		if (!this.resets.contains(frame.streamId())) {
			throw frame.connectionError(Http2Error.STREAM_CLOSED, "the stream has ended before");
		}
	}

	private void checkNotIdle(Frame frame) throws Http2Exception {
		boolean ours = (frame.streamId() & 1) == 1;
		if (!ours || (hasNext() && frame.streamId() >= this.nextId)) {
			throw frame.connectionError(Http2Error.PROTOCOL_ERROR, "there is no call on this stream");
		}
	}

	void reset(Frame frame, long errorCode) throws Http2Exception {
		checkNotIdle(frame);
		RawCall call = this.open.remove(frame.streamId());
		if (call == null) {
			return;
		}
		if (errorCode == Http2Error.REFUSED_STREAM.code() && call.mayBeSentAgain()) {
			this.connection.refused(call);
			return;
		}
		// gRPC's specification has INTERNAL for NO_ERROR, where
		// grpc-java has UNAVAILABLE.
		Status status = (errorCode != Http2Error.NO_ERROR.code()) ? GrpcUtil.Http2Error.statusForCode(errorCode)
				: Status.INTERNAL.withDescription("HTTP/2 error code: NO_ERROR");
		this.connection.ended(call, frame.status(status, String.valueOf(status.getDescription())));
	}

	void windowUpdate(Frame frame, int bytes) throws Http2Exception {
		checkNotIdle(frame);
		if (bytes == 0) {
			throw frame.streamError(Http2Error.PROTOCOL_ERROR, "the window update is 0");
		}
		RawCall call = this.open.get(frame.streamId());
		RequestWriter.Body body = (call != null) ? call.body : null;
		if (body != null) {
			this.connection.requests.streamWindowUpdate(frame, body, bytes);
		}
	}

	void failed(Http2Exception.StreamException failure) throws Http2Exception {
		RawCall call = this.open.remove(failure.streamId());
		if (call != null) {
			this.resets.add(failure.streamId());
			this.connection.writer.reset(failure.streamId(), failure.error());
			this.connection.ended(call, Status.INTERNAL.withDescription(failure.getMessage()));
		}
		else if (!this.resets.contains(failure.streamId())) {
			throw new Http2Exception(failure.error(), failure.getMessage());
		}
	}

	void end(RawCall call, Status status, boolean endOfStream) {
		this.open.remove(call.streamId());
		if (!endOfStream) {
			this.resets.add(call.streamId());
		}
		if (!endOfStream || call.body != null) {
			this.connection.writer.reset(call.streamId(), Http2Error.CANCEL);
		}
		this.connection.ended(call, status);
	}

	List<RawCall> takeAbove(int lastId) {
		List<RawCall> above = new ArrayList<>();
		for (RawCall call : this.open.values()) {
			if (call.streamId() > lastId) {
				above.add(call);
			}
		}
		above.sort(Comparator.comparingInt(RawCall::streamId));
		above.forEach((call) -> this.open.remove(call.streamId()));
		return above;
	}

	/**
	 * Streams that this side has reset, on which the server may still send. Forgets those
	 * that are a million older than the latest.
	 */
	static final class ResetStreams {

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

}
