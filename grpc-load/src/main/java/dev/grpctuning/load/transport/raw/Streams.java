package dev.grpctuning.load.transport.raw;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.grpc.Status;
import io.grpc.internal.GrpcUtil;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.LoopWatch;

/** The open calls of a connection by stream, and the frames of streams. */
final class Streams {

	private final ConnectionSettings settings;

	private final Connection connection;

	private final IntObjectMap<RawCall> open = new IntObjectHashMap<>();

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

	void headers(int streamId, ResponseBlock block, boolean endOfStream) throws Http2Exception {
		RawCall call = find(streamId);
		if (call == null) {
			return;
		}
		Status status = call.response().headers(streamId, block, endOfStream);
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

	void data(int streamId, ByteBuf in, int length, int padding, boolean endOfStream) throws Http2Exception {
		RawCall call = find(streamId);
		if (call == null) {
			return;
		}
		Status status = call.response().data(streamId, in, length, endOfStream);
		call.receivedMessages();
		call.receivedBytes += length + padding;
		if (status != null) {
			end(call, status, endOfStream);
		}
		else if (call.receivedBytes > this.settings.window() / 2) {
			this.connection.writer.windowUpdate(streamId, call.receivedBytes);
			call.receivedBytes = 0;
		}
	}

	/** Finds an open call. The server may send on a stream that has just been reset. */
	private @Nullable RawCall find(int streamId) throws Http2Exception {
		boolean ours = (streamId & 1) == 1;
		if (!ours || (hasNext() && streamId >= this.nextId)) {
			throw new Http2Exception(Http2Error.PROTOCOL_ERROR, "there is no call on this stream");
		}
		return this.open.get(streamId);
	}

	void reset(int streamId, long errorCode) throws Http2Exception {
		RawCall call = find(streamId);
		if (call == null) {
			return;
		}
		this.open.remove(streamId);
		if (errorCode == Http2Error.REFUSED_STREAM.code() && call.mayBeSentAgain()) {
			this.connection.refused(call);
			return;
		}
		// gRPC's specification has INTERNAL for NO_ERROR, where
		// grpc-java has UNAVAILABLE.
		Status status = (errorCode != Http2Error.NO_ERROR.code()) ? GrpcUtil.Http2Error.statusForCode(errorCode)
				: Status.INTERNAL.withDescription("HTTP/2 error code: NO_ERROR");
		this.connection.ended(call, status);
	}

	void windowUpdate(int streamId, int bytes) throws Http2Exception {
		RawCall call = find(streamId);
		RequestWriter.Body body = (call != null) ? call.body : null;
		if (body != null) {
			this.connection.requests.streamWindowUpdate(body, bytes);
		}
	}

	void failed(Http2Exception.StreamException failure, String what) {
		RawCall call = this.open.remove(failure.streamId());
		if (call != null) {
			this.connection.writer.reset(failure.streamId(), failure.error());
			this.connection.ended(call, Status.INTERNAL.withDescription(what));
		}
	}

	void end(RawCall call, Status status, boolean endOfStream) {
		this.open.remove(call.streamId());
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

}
