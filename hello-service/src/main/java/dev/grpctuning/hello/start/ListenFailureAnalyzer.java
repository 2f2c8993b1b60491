package dev.grpctuning.hello.start;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;

/** Names the property of an address or port that cannot be used. */
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
		return switch (cause) {
			case BindException ex when isForeign(this.environment.getProperty("server.address", InetAddress.class)) ->
				analysis("server.address", "Set an address of this machine.", ex);
			case IllegalArgumentException ex when !isLiteral(
					this.environment.getProperty("grpc.server.address", "*")) ->
				analysis("grpc.server.address", "Use an IP address of this machine, or *.", ex);
			case IllegalArgumentException ex when isOutOfRange("grpc.server.port") ->
				analysis("grpc.server.port", "Use a port from 0 to 65535.", ex);
			case IllegalArgumentException ex when isOutOfRange("server.port") ->
				analysis("server.port", "Use a port from 0 to 65535.", ex);
			default -> null;
		};
	}

	/** Whether not even a free port can be bound at the address. */
	private static boolean isForeign(@Nullable InetAddress address) {
		if (address == null) {
			return false;
		}
		try (ServerSocket socket = new ServerSocket(0, 1, address)) {
			return !socket.isBound();
		}
		catch (IOException ex) {
			return true;
		}
	}

	private static boolean isLiteral(String address) {
		if (address.equals("*") || address.startsWith("unix:")) {
			return true;
		}
		try {
			InetAddress.ofLiteral(address);
			return true;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/** Whether it is a number, but no port; -1 starts no server. */
	private boolean isOutOfRange(String property) {
		String port = this.environment.getProperty(property, "");
		return port.matches("-?\\d{1,9}") && (Integer.parseInt(port) < -1 || Integer.parseInt(port) > 65535);
	}

	private FailureAnalysis analysis(String property, String action, Throwable cause) {
		return new FailureAnalysis("Invalid value '%s' for configuration property '%s'."
			.formatted(this.environment.getProperty(property), property), action, cause);
	}

}
