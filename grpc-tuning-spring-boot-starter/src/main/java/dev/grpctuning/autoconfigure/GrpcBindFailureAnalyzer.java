package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.net.BindException;
import java.nio.channels.UnresolvedAddressException;

import io.netty.channel.unix.Errors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

/** Replaces the stack trace of a gRPC server that cannot bind an address. */
class GrpcBindFailureAnalyzer extends AbstractFailureAnalyzer<IOException> {

	private final Environment environment;

	GrpcBindFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, IOException failure) {
		if (!isOfGrpc(failure) || !this.environment.getProperty("grpc.tuning.enabled", Boolean.class, true)) {
			return null;
		}
		String reason = (failure.getCause() instanceof UnresolvedAddressException) ? "the name is unknown"
				: String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
		return new FailureAnalysis("%s: %s.".formatted(failure.getMessage(), reason),
				"Stop the process that listens there, or set another address or port: spring.grpc.server.* or, "
						+ "with net.devh's starter, grpc.server.*; grpc.tuning.listen-addresses for further addresses.",
				failure);
	}

	/** A web server's BindException is not wrapped in another IOException. */
	private static boolean isOfGrpc(IOException failure) {
		return failure.getCause() instanceof BindException || failure.getCause() instanceof Errors.NativeIoException
				|| failure.getCause() instanceof UnresolvedAddressException;
	}

}
