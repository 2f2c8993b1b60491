package dev.grpctuning.autoconfigure;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

class GrpcBindFailureAnalyzer extends AbstractFailureAnalyzer<IOException> {

	private final Environment environment;

	GrpcBindFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, IOException cause) {
		// So says grpc-java; NIO, epoll and io_uring have an exception each below it.
		if (!String.valueOf(cause.getMessage()).startsWith("Failed to bind to address")) {
			return null;
		}
		String port = this.environment.getProperty("grpc.server.port", "9090");
		String address = this.environment.getProperty("grpc.server.address", "*");
		String reason = String.valueOf(NestedExceptionUtils.getMostSpecificCause(cause).getMessage());
		if (reason.contains("Address already in use")) {
			return new FailureAnalysis("grpc.server.port: %s is already in use on address %s".formatted(port, address),
					"set another port or stop the process that listens on it.", cause);
		}
		return new FailureAnalysis(
				"grpc.server.address: %s cannot be bound with port %s (%s)".formatted(address, port, reason),
				"set an address of this machine and a port that may be used.", cause);
	}

}
