package dev.grpctuning.load.service;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

import dev.grpctuning.load.service.ListenProperties.Role;

/** Address and ports on which a service shall listen. */
public record ListenAddresses(String host, int grpcPort, int actuatorPort, int otherPort) {

	private static final int ATTEMPTS = 100;

	/** Returns ports of the loopback address that are free now. */
	public static ListenAddresses free() throws IOException {
		try (ServerSocket grpc = open(); ServerSocket actuator = open(); ServerSocket other = open()) {
			return new ListenAddresses(grpc.getInetAddress().getHostAddress(), grpc.getLocalPort(),
					actuator.getLocalPort(), other.getLocalPort());
		}
	}

	/** Linux takes higher ports for outgoing connections, so these stay free longer. */
	private static ServerSocket open() throws IOException {
		for (int attempt = 1;; attempt++) {
			try {
				return new ServerSocket(ThreadLocalRandom.current().nextInt(15_000, 32_000), 1,
						InetAddress.getLoopbackAddress());
			}
			catch (BindException ex) {
				if (attempt == ATTEMPTS) {
					throw ex;
				}
			}
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
