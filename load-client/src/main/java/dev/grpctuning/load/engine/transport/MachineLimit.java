package dev.grpctuning.load.engine.transport;

import dev.grpctuning.load.target.InvalidCallException;

/**
 * Tells what keeps this machine, and not the server, from opening connections.
 */
public enum MachineLimit {

	/**
	 * A process may have so many files and connections open.
	 */
	OPEN_FILES("Too many open files", "raise it with ulimit -n"),

	/**
	 * There are so many ports from which one address can be connected to.
	 */
	PORTS("Cannot assign requested address", "widen net.ipv4.ip_local_port_range");

	private final String error;

	private final String remedy;

	MachineLimit(String error, String remedy) {
		this.error = error;
		this.remedy = remedy;
	}

	/**
	 * Does nothing unless a limit of this machine is why a connection was not made.
	 * @param failure what went wrong
	 * @param connected connections that were made before
	 * @param wanted connections that are wanted
	 * @throws InvalidCallException if it is, with what to do
	 */
	public static void check(String failure, int connected, int wanted) {
		for (MachineLimit limit : values()) {
			if (failure.contains(limit.error)) {
				throw new InvalidCallException(
						"load.channels: %d connections were made of %d, then there was \"%s\", which is a limit of this machine and not of the server; %s, or ask for fewer"
							.formatted(connected, wanted, limit.error, limit.remedy));
			}
		}
	}

}
