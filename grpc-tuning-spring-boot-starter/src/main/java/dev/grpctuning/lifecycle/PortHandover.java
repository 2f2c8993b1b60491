package dev.grpctuning.lifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.netty.channel.Channel;

import dev.grpctuning.transport.PortSharing;

/**
 * What happens to the port when one generation takes over from another. The system resets
 * connections that a listening socket has not accepted when it is closed, so that new
 * ones are sent to the other socket first.
 */
final class PortHandover {

	// Handshakes with the old socket that have begun end within a round trip.
	private static final Duration ROUND_TRIP = Duration.ofMillis(50);

	private PortHandover() {
	}

	/**
	 * Lets another generation bind the port.
	 * @return whether the transport can do that
	 */
	static boolean share(Generation generation) {
		List<Channel> listeners = listeners(generation);
		boolean shared = !listeners.isEmpty();
		for (Channel listener : listeners) {
			shared &= PortSharing.allow(listener);
		}
		return shared;
	}

	/**
	 * Lets no other socket bind the port any more.
	 */
	static void endSharing(Generation generation) {
		listeners(generation).forEach(PortSharing::forbid);
	}

	/**
	 * Sends new connections to the younger of two generations that listen.
	 */
	static void redirect(Generation older, Generation younger) {
		List<Channel> listeners = new ArrayList<>(listeners(older));
		listeners.addAll(listeners(younger));
		boolean redirected = false;
		for (Channel listener : listeners) {
			redirected |= PortSharing.preferSecond(listener);
		}
		if (redirected) {
			LockSupport.parkNanos(ROUND_TRIP.toNanos());
		}
	}

	/**
	 * Stops listening. Netty calls a channel closed when the JDK has been asked to close
	 * its socket, and the JDK does so when the selector next looks.
	 */
	static void close(Generation generation) {
		for (Channel listener : listeners(generation)) {
			listener.close().awaitUninterruptibly();
			listener.eventLoop().schedule(() -> {
			}, 1, TimeUnit.MILLISECONDS).awaitUninterruptibly();
		}
	}

	private static List<Channel> listeners(Generation generation) {
		ServerParts parts = generation.parts();
		return (parts != null) ? parts.listeners() : List.of();
	}

}
