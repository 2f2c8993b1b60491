package dev.grpctuning.load.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import com.google.common.base.Throwables;

import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.transport.TargetAddress.HostResolver;

/** Checks whether anything listens at a target, whatever protocol it speaks. */
public final class TargetProbe {

	private static final Map<String, String> MACHINE_LIMITS = Map.of("Too many open files", "raise it with ulimit -n",
			"Cannot assign requested address", "widen net.ipv4.ip_local_port_range");

	private TargetProbe() {
	}

	/**
	 * Connects to the first address that accepts. The addresses share the time that
	 * resolving leaves.
	 */
	public static void probe(TargetAddress address, Duration timeout, HostResolver resolver)
			throws TargetUnreachableException, InterruptedException {
		long until = System.nanoTime() + timeout.toNanos();
		List<InetAddress> found = addresses(address, timeout, resolver);
		String reason = "unknown host";
		for (int i = found.size(); i > 0; i--) {
			Duration share = Duration.ofNanos(until - System.nanoTime()).dividedBy(i);
			// A channel's socket can be interrupted.
			try (Socket socket = SocketChannel.open().socket()) {
				socket.connect(new InetSocketAddress(found.get(found.size() - i), address.port()),
						Math.clamp(share.toMillis(), 1, Integer.MAX_VALUE));
				return;
			}
			catch (IOException ex) {
				if (Thread.interrupted()) {
					throw new InterruptedException(ex.getMessage());
				}
				reason = (i == found.size()) ? String.valueOf(ex.getMessage()) : reason;
			}
		}
		throw new TargetUnreachableException(address, reason);
	}

	private static List<InetAddress> addresses(TargetAddress address, Duration timeout, HostResolver resolver)
			throws TargetUnreachableException, InterruptedException {
		try {
			return resolver.resolve(address, timeout).get();
		}
		catch (ExecutionException ex) {
			throw new TargetUnreachableException(address, String.valueOf(Throwables.getRootCause(ex).getMessage()));
		}
	}

	/** Refuses the call if a limit of this machine is why a connection failed. */
	public static void checkMachine(String failure, int connected, int wanted) {
		MACHINE_LIMITS.forEach((error, remedy) -> {
			if (failure.contains(error)) {
				throw new InvalidCallException(
						"load.channels: %d connections were made of %d, then there was \"%s\", which is a limit of this machine and not of the server; %s, or ask for fewer"
							.formatted(connected, wanted, error, remedy));
			}
		});
	}

}
