package dev.grpctuning.load.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import dev.grpctuning.load.service.ListenProperties.Role;

/** Address and ports on which a service shall listen. */
public record ListenAddresses(String host, int grpcPort, int actuatorPort, int otherPort) {

	/** Returns ports of the loopback address that are free now. */
	public static ListenAddresses free() throws IOException {
		InetAddress loopback = InetAddress.getLoopbackAddress();
		try (ServerSocket grpc = new ServerSocket(0, 1, loopback);
				ServerSocket actuator = new ServerSocket(0, 1, loopback);
				ServerSocket other = new ServerSocket(0, 1, loopback)) {
			return new ListenAddresses(loopback.getHostAddress(), grpc.getLocalPort(), actuator.getLocalPort(),
					other.getLocalPort());
		}
	}

	String value(Role role) {
		return switch (role) {
			case HOST -> this.host;
			case GRPC_PORT -> String.valueOf(this.grpcPort);
			case ACTUATOR_PORT -> String.valueOf(this.actuatorPort);
			case OTHER_PORT -> String.valueOf(this.otherPort);
		};
	}

}
