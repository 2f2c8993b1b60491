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
	@Nullable Status headers(Frame frame, ResponseBlock block, boolean endOfStream) throws Http2Exception {
		if (endOfStream) {
			return trailers(frame, block);
		}
		if (this.headers != null) {
			throw frame.streamError(Http2Error.PROTOCOL_ERROR, "headers came twice");
		}
		if (block.isInformational()) {
			return null;
		}
		this.headers = block;
		Status failure = checkInitial(frame, block);
		if (failure == null && !isKnownEncoding(block.encoding())) {
			failure = Status.INTERNAL.withDescription("Can't find decompressor for " + block.encoding());
		}
		return failure;
	}

	private static boolean isKnownEncoding(@Nullable String encoding) {
		return encoding == null || encoding.equals("identity") || encoding.equals("gzip");
	}

	private static @Nullable Status checkInitial(Frame frame, ResponseBlock block) throws Http2Exception {
		Integer httpStatus = block.httpStatus();
		if (httpStatus == null) {
			throw frame.streamError(Http2Error.PROTOCOL_ERROR, "there is no HTTP status");
		}
		String contentType = block.contentType();
		if (GrpcUtil.isGrpcContentType(contentType)) {
			return null;
		}
		return GrpcUtil.httpStatusToGrpcStatus(httpStatus)
			.withDescription("HTTP status %d, %s".formatted(httpStatus,
					(contentType != null) ? "content type " + contentType + ", which is not gRPC" : "no content type"));
	}

	private Status trailers(Frame frame, ResponseBlock block) throws Http2Exception {
		if (this.headers == null) {
			Status failure = checkInitial(frame, block);
			if (failure != null) {
				return failure;
			}
		}
		Status status = block.status();
		if (status == null) {
			return missing(frame, block.httpStatus());
		}
		return status.isOk() ? complete(frame, status) : status;
	}

	private static Status missing(Frame frame, @Nullable Integer httpStatus) {
		if (httpStatus == null) {
			return frame.status(Status.UNKNOWN, "there is no grpc-status in the trailers");
		}
		return frame.status(GrpcUtil.httpStatusToGrpcStatus(httpStatus),
				"there is no grpc-status, and the HTTP status is " + httpStatus);
	}

	private Status complete(Frame frame, Status ok) {
		if (this.messages.insideMessage()) {
			return frame.status(Status.INTERNAL, "the response ends inside of a gRPC message");
		}
		if (this.oneMessage && this.messages.messages() == 0) {
			return frame.status(Status.INTERNAL, "the response is OK, but has no message");
		}
		return ok;
	}

	MessageReader messages() {
		return this.messages;
	}

	/** Takes a DATA frame, and returns the status if the call ends with it. */
	@Nullable Status data(Frame frame, ByteBuf in, int length) throws Http2Exception {
		ResponseBlock begun = this.headers;
		if (begun == null) {
			throw frame.streamError(Http2Error.PROTOCOL_ERROR, "DATA came before the headers");
		}
		Status failure = this.messages.read(frame, in, length, begun.encoding());
		if (failure != null) {
			return failure;
		}
		if (this.oneMessage && this.messages.messages() > 1) {
			return frame.status(Status.INTERNAL, "the response has more than one message");
		}
		return frame.endOfStream() ? frame.status(Status.INTERNAL, "the response ends without trailers") : null;
	}

}
