package dev.grpctuning.load.transport.stub;

import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.engine.channel.OpenCall;

record NewCalls<Q, R>(Channel channel, CallTarget<Q, R> target, LongSupplier numbers, CallOptions shared,
		MessageCounter messages) {

	static CallOptions options(CallOptions options, CallSettings settings) {
		CallOptions compressed = switch (settings.compression()) {
			case IDENTITY -> options;
			case GZIP -> options.withCompression("gzip");
		};
		return settings.waitForReady() ? compressed.withWaitForReady() : compressed;
	}

	Channel channel(long number) {
		Headers headers = this.target.headers();
		return headers.constant() ? this.channel : ClientInterceptors.intercept(this.channel,
				MetadataUtils.newAttachHeadersInterceptor(metadata(headers, number)));
	}

	/** The options of a call that is sent now. */
	CallOptions options(OpenCall call) {
		CallOptions options = this.shared.withOption(StageTimers.CALL, call);
		Duration deadline = this.target.settings().deadline();
		return (deadline != null) ? options.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS) : options;
	}

	ClientCall<Q, R> call(OpenCall call, long number) {
		return channel(number).newCall(this.target.method(), options(call));
	}

	Q request(long number) {
		return this.target.requests().message(number, 0);
	}

	static Metadata metadata(Headers headers, long number) {
		Metadata metadata = new Metadata();
		headers.forEach(number, (key, value) -> put(metadata, key, value));
		return metadata;
	}

	/** gRPC encodes bytes in Base64 itself. */
	private static void put(Metadata metadata, String key, String value) {
		if (key.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
			metadata.put(Metadata.Key.of(key, Metadata.BINARY_BYTE_MARSHALLER), Base64.getDecoder().decode(value));
		}
		else {
			metadata.put(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER), value);
		}
	}

}
