package dev.grpctuning.load.server.process;

import java.io.IOException;

/**
 * Thrown when a server under test did not become ready. The message says why.
 */
public class ServerStartException extends IOException {

	private static final long serialVersionUID = 1L;

	public ServerStartException(String message) {
		super(message);
	}

}
