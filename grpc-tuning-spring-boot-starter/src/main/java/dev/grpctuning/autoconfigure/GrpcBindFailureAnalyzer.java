package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.net.BindException;

import io.netty.channel.unix.Errors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

import dev.grpctuning.autoconfigure.boot.BootServerConfiguration;

class GrpcBindFailureAnalyzer extends AbstractFailureAnalyzer<IOException> {

	private final Environment environment;

	private final String prefix;

	GrpcBindFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
		this.environment = environment;
		this.prefix = beanFactory.containsBean(BootServerConfiguration.class.getName()) ? "spring.grpc.server"
				: "grpc.server";
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, IOException cause) {
		if (!isOfGrpc(cause)) {
			return null;
		}
		String port = this.environment.getProperty(this.prefix + ".port", "9090");
		String address = this.environment.getProperty(this.prefix + ".address", "*");
		String reason = String.valueOf(NestedExceptionUtils.getMostSpecificCause(cause).getMessage());
		if (reason.contains("Address already in use")) {
			return new FailureAnalysis(
					"%s.port: %s is already in use on address %s".formatted(this.prefix, port, address),
					"set another port or stop the process that listens on it.", cause);
		}
		return new FailureAnalysis(
				"%s.address: %s cannot be bound with port %s (%s)".formatted(this.prefix, address, port, reason),
				"set an address of this machine and a port that may be used.", cause);
	}

	/** A web server's BindException is not wrapped in another IOException. */
	private static boolean isOfGrpc(IOException cause) {
		return cause.getCause() instanceof BindException || cause.getCause() instanceof Errors.NativeIoException;
	}

}
