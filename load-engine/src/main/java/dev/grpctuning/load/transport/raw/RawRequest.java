package dev.grpctuning.load.transport.raw;

import java.time.Duration;

import io.grpc.MethodDescriptor.MethodType;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallSettings.Cancellation;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.call.CallTarget;

/**
 * What all calls of a plan share.
 *
 * @param path {@code /package.Service/Method}
 */
record RawRequest(String path, MethodType type, boolean gzip, @Nullable Duration deadline, boolean waitForReady,
		Cancellation cancellation) {

	static RawRequest of(CallTarget<?, ?> target) {
		CallSettings settings = target.settings();
		return new RawRequest("/" + target.method().getFullMethodName(), target.method().getType(),
				settings.compression() == Compression.GZIP, settings.deadline(), settings.waitForReady(),
				settings.cancellation());
	}

	boolean oneResponse() {
		return this.type.serverSendsOneMessage();
	}

}
