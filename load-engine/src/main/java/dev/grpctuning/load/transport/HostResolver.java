package dev.grpctuning.load.transport;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Resolves the host names of targets.
 */
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
			.execute(() -> found.completeExceptionally(
					new UnknownHostException("the host name was not resolved within " + timeout.toMillis() + " ms")));
		return found;
	}

}
