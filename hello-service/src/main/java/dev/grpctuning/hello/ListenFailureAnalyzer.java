package dev.grpctuning.hello;

import java.net.BindException;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;

/**
 * Names the property of an address or port that cannot be used.
 */
class ListenFailureAnalyzer implements FailureAnalyzer {

	private final Environment environment;

	ListenFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	public @Nullable FailureAnalysis analyze(Throwable failure) {
		return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.map(this::analyzeCause)
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	private @Nullable FailureAnalysis analyzeCause(Throwable cause) {
		String message = String.valueOf(cause.getMessage());
		if (cause instanceof BindException && isOfTomcat(cause) && message.contains("Cannot assign")) {
			return analysis("server.address", "Set an address of this machine.", cause);
		}
		if (message.endsWith("is not an IP string literal.")) {
			return analysis("grpc.server.address", "Use an IP address of this machine, or *.", cause);
		}
		if (message.startsWith("port out of range:")) {
			String port = message.substring(message.indexOf(':') + 1);
			boolean grpc = port.equals(this.environment.getProperty("grpc.server.port"));
			return analysis(grpc ? "grpc.server.port" : "server.port", "Use a port from 0 to 65535.", cause);
		}
		return null;
	}

	private static boolean isOfTomcat(Throwable cause) {
		return Stream.of(cause.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().startsWith("org.apache.tomcat."));
	}

	private FailureAnalysis analysis(String property, String action, Throwable cause) {
		return new FailureAnalysis("Invalid value '%s' for configuration property '%s'."
			.formatted(this.environment.getProperty(property), property), action, cause);
	}

}
