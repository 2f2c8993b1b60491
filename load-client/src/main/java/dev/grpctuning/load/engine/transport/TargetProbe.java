package dev.grpctuning.load.engine.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;

import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * Finds out whether anything listens at a target, whatever it speaks.
 */
public final class TargetProbe {

	private TargetProbe() {
	}

	/**
	 * Connects to a target and leaves it alone again.
	 * @param address where to
	 * @param timeout the longest wait
	 * @throws TargetUnreachableException if no connection is accepted there
	 */
	public static void probe(TargetAddress address, Duration timeout) throws TargetUnreachableException {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(address.hostName(), address.port()),
					Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE));
		}
		catch (UnknownHostException ex) {
			throw new TargetUnreachableException(address, "unknown host");
		}
		catch (IOException ex) {
			throw new TargetUnreachableException(address, String.valueOf(ex.getMessage()));
		}
	}

}
