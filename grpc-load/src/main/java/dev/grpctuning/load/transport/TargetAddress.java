package dev.grpctuning.load.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The host and TCP port of a target.
 *
 * @param host a name or an address, an IPv6 address in brackets
 */
public record TargetAddress(String host, int port) {

	public TargetAddress {
		host = (host.contains(":") && !host.startsWith("[")) ? "[" + host + "]" : host;
	}

	/** Reads {@code host:port}, with an IPv6 address in brackets, or throws. */
	public static TargetAddress parse(String text) {
		try {
			URI uri = new URI("target://" + text.strip());
			if (uri.getHost() != null && uri.getPort() > 0 && uri.getPort() <= 65535 && uri.getUserInfo() == null
					&& uri.getPath().isEmpty() && uri.getQuery() == null && uri.getFragment() == null) {
				return new TargetAddress(uri.getHost(), uri.getPort());
			}
		}
		catch (URISyntaxException ex) {
			// Said below, with the text.
		}
		throw new IllegalArgumentException("expected host:port with a port from 1 to 65535, such as localhost:9090");
	}

	/** The host without the brackets of an IPv6 address. */
	public String hostName() {
		return this.host.startsWith("[") ? this.host.substring(1, this.host.length() - 1) : this.host;
	}

	/** The target for grpc-java that resolves to all addresses of the host. */
	public String dnsTarget() {
		return "dns:///" + toString().replace("%", "%25").replace("[", "%5B").replace("]", "%5D");
	}

	/** Whether the name resolves, to addresses of this machine alone. */
	public boolean isThisMachine() {
		try {
			for (InetAddress address : InetAddress.getAllByName(hostName())) {
				if (!address.isLoopbackAddress() && !address.isAnyLocalAddress()
						&& NetworkInterface.getByInetAddress(address) == null) {
					return false;
				}
			}
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Override
	public String toString() {
		return this.host + ":" + this.port;
	}

	/** Resolves the host names of targets. */
	@FunctionalInterface
	public interface HostResolver {

		HostResolver SYSTEM = InetAddress::getAllByName;

		InetAddress[] resolve(String host) throws UnknownHostException;

		/**
		 * Resolves the name of a target on a thread of its own. The result fails with an
		 * {@link UnknownHostException} if there is no such name, or the time is over.
		 */
		default CompletableFuture<List<InetAddress>> resolve(TargetAddress address, Duration timeout) {
			CompletableFuture<List<InetAddress>> found = new CompletableFuture<>();
			Thread.startVirtualThread(() -> {
				try {
					found.complete(List.of(resolve(address.hostName())));
				}
				catch (UnknownHostException ex) {
					found.completeExceptionally(new UnknownHostException("unknown host"));
				}
			});
			CompletableFuture.delayedExecutor(timeout.toNanos(), TimeUnit.NANOSECONDS)
				.execute(() -> found.completeExceptionally(new UnknownHostException(
						"the host name was not resolved within " + timeout.toMillis() + " ms")));
			return found;
		}

	}

}
