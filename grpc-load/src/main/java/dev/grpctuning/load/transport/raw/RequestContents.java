package dev.grpctuning.load.transport.raw;

import java.util.ArrayList;
import java.util.List;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.InvalidCallException;

record RequestContents(CallTarget<?, ?> target, @Nullable CallTimeout timeout, long maxBytes) {

	private static final byte[] NO_HEADERS = {};

	private static final int MEGABYTE = 1 << 20;

	private static final long MOST_BYTES = 1 << 30;

	private static final int SHARE_OF_HEAP = 4;

	RequestContents(CallTarget<?, ?> target, @Nullable CallTimeout timeout) {
		this(target, timeout, Math.min(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP, MOST_BYTES));
	}

	RequestContent of(long call) {
		List<byte[]> messages = new ArrayList<>();
		int count = this.target.requests().count();
		long bytes = 0;
		for (int i = 0; i < count; i++) {
			byte[] message = this.target.requestBytes(call, i);
			messages.add(message);
			bytes += message.length;
			if (message.length > this.maxBytes) {
				throw new InvalidCallException(
						"load.engine: raw prepares requests in memory, with this heap %d MB at most, and one of these takes %d MB; make it smaller, or use load.engine=stub"
							.formatted(this.maxBytes / MEGABYTE, Math.ceilDiv(message.length, MEGABYTE)));
			}
			if (bytes > this.maxBytes) {
				throw new InvalidCallException(
						"load.messages: the %d requests of a call take more than %d MB, which is the most that load.engine=raw prepares in memory with this heap; send fewer, or use load.engine=stub"
							.formatted(count, this.maxBytes / MEGABYTE));
			}
		}
		return RequestContent.of(messages, this.target.settings().compression(),
				this.target.headers().constant() ? NO_HEADERS : headers(call));
	}

	/** The metadata that differs between calls; the deadline's bytes must come last. */
	private byte[] headers(long call) {
		Http2Headers headers = new DefaultHttp2Headers(false);
		this.target.headers().forEachVarying(call, headers::add);
		if (this.timeout != null) {
			headers.add(CallTimeout.HEADER, this.timeout.text(this.timeout.nanos()));
		}
		return RequestHeaders.encodeVarying(headers);
	}

}
