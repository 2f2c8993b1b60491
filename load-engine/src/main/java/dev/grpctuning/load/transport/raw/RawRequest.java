package dev.grpctuning.load.engine.raw;

import java.time.Duration;

import io.grpc.MethodDescriptor.MethodType;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.target.CallSettings;
import dev.grpctuning.load.target.CallTarget;
import dev.grpctuning.load.target.Cancellation;
import dev.grpctuning.load.target.Compression;

/**
 * What is the same for all calls of a plan, whatever they send.
 *
 * @param path the method, as {@code /package.Service/Method}
 * @param type the kind of method
 * @param gzip whether messages are compressed
 * @param deadline how long a call may take, or {@code null} if it may take forever
 * @param waitForReady whether calls wait for a connection that is broken
 * @param cancellation which calls the client cancels
 */
record RawRequest(String path, MethodType type, boolean gzip, @Nullable Duration deadline, boolean waitForReady,
		Cancellation cancellation) {

	static RawRequest of(CallTarget<?, ?> target) {
		CallSettings settings = target.settings();
		return new RawRequest("/" + target.method().getFullMethodName(), target.method().getType(),
				settings.compression() == Compression.GZIP, settings.deadline(), settings.waitForReady(),
				settings.cancellation());
	}

	/**
	 * Whether an answer has exactly one message.
	 */
	boolean oneResponse() {
		return this.type.serverSendsOneMessage();
	}

}
