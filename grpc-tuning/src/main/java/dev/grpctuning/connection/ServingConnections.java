package dev.grpctuning.connection;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * Counts the connections of one generation that do not drain, and limits their number.
 * Safe for use by several threads.
 */
final class ServingConnections {

	private final AtomicInteger all = new AtomicInteger();

	private final Map<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();

	/** Counts a connection, or returns the knob that refuses it. */
	@Nullable Knob<Integer> enter(@Nullable SocketAddress client, Settings limits) {
		if (this.all.incrementAndGet() > limits.get(Knobs.MAX_CONNECTIONS, Integer.MAX_VALUE)) {
			this.all.decrementAndGet();
			return Knobs.MAX_CONNECTIONS;
		}
		if (client instanceof InetSocketAddress address && this.byAddress.merge(address.getAddress(), 1,
				Integer::sum) > limits.get(Knobs.MAX_CONNECTIONS_PER_ADDRESS, Integer.MAX_VALUE)) {
			leave(client);
			return Knobs.MAX_CONNECTIONS_PER_ADDRESS;
		}
		return null;
	}

	void leave(@Nullable SocketAddress client) {
		this.all.decrementAndGet();
		if (client instanceof InetSocketAddress address) {
			this.byAddress.computeIfPresent(address.getAddress(), (key, count) -> (count > 1) ? count - 1 : null);
		}
	}

}
