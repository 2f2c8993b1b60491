package dev.grpctuning.hello;

import java.net.BindException;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Names the property of an address or port on which the actuator, or the gRPC server,
 * cannot listen. Of what the starter says itself it knows nothing.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class ListenFailureAnalyzer implements FailureAnalyzer {

	private final Environment environment;

	ListenFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	public @Nullable FailureAnalysis analyze(Throwable failure) {
		return Stream.iterate(failure, (cause) -> cause != null, Throwable::getCause)
			.map((cause) -> line(failure, cause))
			.filter((line) -> line != null)
			.findFirst()
			.orElse(null);
	}

	private @Nullable FailureAnalysis line(Throwable failure, Throwable cause) {
		String message = String.valueOf(cause.getMessage());
		if (cause instanceof PortInUseException inUse) {
			return new FailureAnalysis("server.port: %d is already in use".formatted(inUse.getPort()),
					"set another port or stop the process that listens on it.", failure);
		}
		if (cause instanceof BindException && isOfTomcat(cause)) {
			return line("server.address", "cannot be bound", "set an address of this machine.", failure);
		}
		if (message.endsWith("is not an IP string literal.")) {
			return line("grpc.server.address", "is not allowed", "use an IP address of this machine, or *.", failure);
		}
		if (message.startsWith("port out of range:")) {
			String port = message.substring(message.indexOf(':') + 1);
			String property = port.equals(this.environment.getProperty("grpc.server.port")) ? "grpc.server.port"
					: "server.port";
			return line(property, "is not allowed", "use a port from 0 to 65535.", failure);
		}
		return null;
	}

	private static boolean isOfTomcat(Throwable cause) {
		return Stream.of(cause.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().startsWith("org.apache.tomcat."));
	}

	private FailureAnalysis line(String property, String what, String action, Throwable failure) {
		return new FailureAnalysis("%s: \"%s\" %s".formatted(property, this.environment.getProperty(property), what),
				action, failure);
	}

}
