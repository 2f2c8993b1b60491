package dev.grpctuning.load.transport.raw;

import java.nio.charset.StandardCharsets;

import io.grpc.InternalMetadata;
import io.grpc.InternalStatus;
import io.grpc.Metadata;
import io.grpc.Status;
import io.netty.handler.codec.http2.Http2Headers;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.channel.ServerTiming;

/** The header block of a response, as far as calls need it. */
record ResponseBlock(@Nullable Integer httpStatus, @Nullable String contentType, @Nullable String encoding,
		@Nullable Status status, @Nullable ServerTiming timing, @Nullable String pushback) {

	private static final String STATUS = "grpc-status";

	private static final String MESSAGE = "grpc-message";

	static ResponseBlock of(Http2Headers headers) {
		return new ResponseBlock(httpStatus(headers.status()), text(headers, "content-type"),
				text(headers, "grpc-encoding"), status(text(headers, STATUS), text(headers, MESSAGE)),
				timing(text(headers, ServerTiming.TRAILER)), text(headers, OpenCall.PUSHBACK));
	}

	private static @Nullable ServerTiming timing(@Nullable String text) {
		return (text != null) ? ServerTiming.parse(text) : null;
	}

	boolean isInformational() {
		return this.httpStatus != null && this.httpStatus >= 100 && this.httpStatus < 200;
	}

	private static @Nullable Integer httpStatus(@Nullable CharSequence status) {
		try {
			return (status != null) ? Integer.valueOf(status.toString()) : null;
		}
		catch (NumberFormatException ex) {
			return -1;
		}
	}

	private static @Nullable String text(Http2Headers headers, String name) {
		CharSequence value = headers.get(name);
		return (value != null) ? value.toString() : null;
	}

	private static @Nullable Status status(@Nullable String code, @Nullable String message) {
		if (code == null) {
			return null;
		}
		Metadata metadata = InternalMetadata.newMetadata(bytes(STATUS), bytes(code), bytes(MESSAGE),
				bytes((message != null) ? message : ""));
		Status status = metadata.get(InternalStatus.CODE_KEY);
		if (status == null || message == null) {
			return status;
		}
		return status.withDescription(metadata.get(InternalStatus.MESSAGE_KEY));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

}
