package dev.grpctuning.load.engine.transport;

import java.io.IOException;
import java.net.InetAddress;
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
	 * Connects to the first address of a target that accepts it, and leaves it alone
	 * again.
	 * @param address where to
	 * @param timeout the longest wait for all of its addresses together
	 * @throws TargetUnreachableException if no connection is accepted at any of them
	 */
	public static void probe(TargetAddress address, Duration timeout) throws TargetUnreachableException {
		probe(address, timeout, addresses(address));
	}

	/**
	 * Connects to the first of some addresses that accepts it. What one of them leaves of
	 * the time is divided among those after it.
	 */
	static void probe(TargetAddress address, Duration timeout, InetAddress... found) throws TargetUnreachableException {
		long until = System.nanoTime() + timeout.toNanos();
		String reason = null;
		for (int i = 0; i < found.length; i++) {
			Duration share = Duration.ofNanos(until - System.nanoTime()).dividedBy(found.length - i);
			try (Socket socket = new Socket()) {
				socket.connect(new InetSocketAddress(found[i], address.port()),
						Math.clamp(share.toMillis(), 1, Integer.MAX_VALUE));
				return;
			}
			catch (IOException ex) {
				reason = (reason != null) ? reason : String.valueOf(ex.getMessage());
			}
		}
		throw new TargetUnreachableException(address, String.valueOf(reason));
	}

	private static InetAddress[] addresses(TargetAddress address) throws TargetUnreachableException {
		try {
			return InetAddress.getAllByName(address.hostName());
		}
		catch (UnknownHostException ex) {
			throw new TargetUnreachableException(address, "unknown host");
		}
	}

}
