package dev.grpctuning.load.transport.stub;

import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.common.base.Throwables;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.ClientCalls;
import io.netty.handler.ssl.NotSslRecordException;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.transport.PeerProtocol;
import dev.grpctuning.load.transport.TlsFailure;

/** Describes why a channel has no HTTP/2 connection. */
final class ConnectFailure {

	/**
	 * A call on a failed channel fails at once. One on a waiting channel does not, also
	 * if this process stood still when the peer spoke.
	 */
	private static final Duration ASKING = Duration.ofSeconds(2);

	/** How Netty reports a peer that does not speak HTTP/2. */
	private static final Pattern FIRST_BYTES = Pattern
		.compile("Hex dump for (?:first \\d+|received) bytes: ([0-9a-f]+)");

	/** grpc-java names its own handlers when a peer ends a connection too early. */
	private static final Pattern HANDLERS = Pattern
		.compile("Connection clos(?:ing|ed) while performing protocol negotiation for \\[.*]");

	private static final String WITHOUT_ALPN = "Failed ALPN negotiation";

	private ConnectFailure() {
	}

	/** Connects a channel, and returns why it is not connected in time, if so. */
	static @Nullable Status connect(ManagedChannel channel, Duration timeout) throws InterruptedException {
		CountDownLatch ready = new CountDownLatch(1);
		channel.getState(true);
		watch(channel, ready);
		return ready.await(timeout.toNanos(), TimeUnit.NANOSECONDS) ? null : reason(channel);
	}

	private static void watch(ManagedChannel channel, CountDownLatch ready) {
		ConnectivityState state = channel.getState(false);
		if (state == ConnectivityState.READY) {
			ready.countDown();
		}
		else if (state != ConnectivityState.SHUTDOWN) {
			channel.notifyWhenStateChanged(state, () -> watch(channel, ready));
		}
	}

	private static Status reason(ManagedChannel channel) throws InterruptedException {
		try {
			ClientCalls.futureUnaryCall(
					channel.newCall(HealthGrpc.getCheckMethod(),
							CallOptions.DEFAULT.withDeadlineAfter(ASKING.toNanos(), TimeUnit.NANOSECONDS)),
					HealthCheckRequest.getDefaultInstance())
				.get();
			return unavailable("it answered after the timeout", null);
		}
		catch (ExecutionException ex) {
			return of(Status.fromThrowable(ex));
		}
	}

	static Status of(Status status) {
		if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
			return unavailable(PeerProtocol.SILENT, null);
		}
		Throwable cause = String.valueOf(status.getDescription()).contains(WITHOUT_ALPN) ? TlsFailure.withoutHttp2()
				: status.getCause();
		String tls = TlsFailure.describe(cause);
		if (tls != null) {
			return unavailable(tls, cause);
		}
		Throwable root = (cause != null) ? Throwables.getRootCause(cause) : null;
		String message = String.valueOf((root != null) ? root.getMessage() : status.getDescription());
		if (root instanceof NotSslRecordException) {
			return unavailable(PeerProtocol.NOT_TLS, null);
		}
		Matcher first = FIRST_BYTES.matcher(message);
		if (first.find()) {
			return unavailable(PeerProtocol.name(HexFormat.of().parseHex(first.group(1))), null);
		}
		return unavailable(
				HANDLERS.matcher(message).replaceAll("Connection closed by the peer").replaceAll("\\s+", " "), null);
	}

	private static Status unavailable(String description, @Nullable Throwable cause) {
		return Status.UNAVAILABLE.withDescription(description).withCause(cause);
	}

}
