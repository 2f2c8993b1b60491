package dev.grpctuning.load.transport.raw;

import io.grpc.Status;
import io.grpc.internal.GrpcUtil;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import org.jspecify.annotations.Nullable;

/** Follows a response to its status, as strictly as grpc-java does. */
final class ResponseReader {

	private final boolean oneMessage;

	private final MessageReader messages;

	private @Nullable ResponseBlock headers;

	ResponseReader(boolean oneMessage, int maxMessageBytes) {
		this.oneMessage = oneMessage;
		this.messages = new MessageReader(maxMessageBytes);
	}

	boolean begun() {
		return this.headers != null;
	}

	/** Takes a header block, and returns the status if the call ends with it. */
	@Nullable Status headers(int streamId, ResponseBlock block, boolean endOfStream) throws Http2Exception {
		if (endOfStream) {
			return trailers(streamId, block);
		}
		if (this.headers != null) {
			throw Http2Exception.streamError(streamId, Http2Error.PROTOCOL_ERROR, "headers came twice");
		}
		if (block.isInformational()) {
			return null;
		}
		this.headers = block;
		Status failure = checkInitial(streamId, block);
		if (failure == null && !isKnownEncoding(block.encoding())) {
			failure = Status.INTERNAL.withDescription("Can't find decompressor for " + block.encoding());
		}
		return failure;
	}

	private static boolean isKnownEncoding(@Nullable String encoding) {
		return encoding == null || encoding.equals("identity") || encoding.equals("gzip");
	}

	private static @Nullable Status checkInitial(int streamId, ResponseBlock block) throws Http2Exception {
		Integer httpStatus = block.httpStatus();
		if (httpStatus == null) {
			throw Http2Exception.streamError(streamId, Http2Error.PROTOCOL_ERROR, "there is no HTTP status");
		}
		String contentType = block.contentType();
		if (GrpcUtil.isGrpcContentType(contentType)) {
			return null;
		}
		return GrpcUtil.httpStatusToGrpcStatus(httpStatus)
			.withDescription("HTTP status %d, %s".formatted(httpStatus,
					(contentType != null) ? "content type " + contentType + ", which is not gRPC" : "no content type"));
	}

	private Status trailers(int streamId, ResponseBlock block) throws Http2Exception {
		if (this.headers == null) {
			Status failure = checkInitial(streamId, block);
			if (failure != null) {
				return failure;
			}
		}
		Status status = block.status();
		if (status == null) {
			return missing(block.httpStatus());
		}
		return status.isOk() ? complete(status) : status;
	}

	private static Status missing(@Nullable Integer httpStatus) {
		if (httpStatus == null) {
			return Status.UNKNOWN.withDescription("there is no grpc-status in the trailers");
		}
		return GrpcUtil.httpStatusToGrpcStatus(httpStatus)
			.withDescription("there is no grpc-status, and the HTTP status is " + httpStatus);
	}

	private Status complete(Status ok) {
		if (this.messages.insideMessage()) {
			return Status.INTERNAL.withDescription("the response ends inside of a gRPC message");
		}
		if (this.oneMessage && this.messages.messages() == 0) {
			return Status.INTERNAL.withDescription("the response is OK, but has no message");
		}
		return ok;
	}

	MessageReader messages() {
		return this.messages;
	}

	/** Takes a DATA frame, and returns the status if the call ends with it. */
	@Nullable Status data(int streamId, ByteBuf in, int length, boolean endOfStream) throws Http2Exception {
		ResponseBlock begun = this.headers;
		if (begun == null) {
			throw Http2Exception.streamError(streamId, Http2Error.PROTOCOL_ERROR, "DATA came before the headers");
		}
		Status failure = this.messages.read(in, length, begun.encoding());
		if (failure != null) {
			return failure;
		}
		if (this.oneMessage && this.messages.messages() > 1) {
			return Status.INTERNAL.withDescription("the response has more than one message");
		}
		return endOfStream ? Status.INTERNAL.withDescription("the response ends without trailers") : null;
	}

}
