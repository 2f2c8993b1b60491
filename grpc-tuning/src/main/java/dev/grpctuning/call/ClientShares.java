package dev.grpctuning.call;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Open calls of one limit by the client's IP address. A client that has more than an
 * equal share of the limit must leave a tenth of it to those that have less. Safe for use
 * by several threads.
 */
final class ClientShares {

	/** Part of the limit that a client with more than its share may take. */
	private static final double SHARE_OF_THE_GREEDY = 0.9;

	private static final long ACTIVE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Map<InetAddress, Client> clients = new ConcurrentHashMap<>();

	private final LongSupplier nanoTime;

	private final AtomicLong swept;

	ClientShares(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.swept = new AtomicLong(nanoTime.getAsLong());
	}

	/** Notes that a client wants a call, {@code null} if it has no IP address. */
	@Nullable Client wants(@Nullable SocketAddress address) {
		if (!(address instanceof InetSocketAddress inet)) {
			return null;
		}
		long now = this.nanoTime.getAsLong();
		// Atomic with the removal of one that has become idle.
		return this.clients.compute(inet.getAddress(), (key, present) -> {
			Client client = (present != null) ? present : new Client();
			client.wanted = now;
			return client;
		});
	}

	/** Part of the limit that must not be taken for a client's next call. */
	double share(Client client, @Nullable Integer limit) {
		int active = active();
		return (limit == null || active < 2 || client.open.get() < Math.max(1, limit / active)) ? 1
				: SHARE_OF_THE_GREEDY;
	}

	/** Number of clients that had calls in the last second, or have open ones. */
	int active() {
		return this.clients.size();
	}

	/** Forgets the others, once a second at most. */
	void sweep() {
		long now = this.nanoTime.getAsLong();
		long last = this.swept.get();
		if (now - last > ACTIVE_NANOS && this.swept.compareAndSet(last, now)) {
			this.clients.keySet()
				.forEach((address) -> this.clients.computeIfPresent(address,
						(key, client) -> client.isIdle(now) ? null : client));
		}
	}

	static final class Client {

		private final AtomicInteger open = new AtomicInteger();

		private volatile long wanted;

		boolean isIdle(long now) {
			return this.open.get() == 0 && now - this.wanted > ACTIVE_NANOS;
		}

		void enter() {
			this.open.incrementAndGet();
		}

		void leave() {
			this.open.decrementAndGet();
		}

	}

}
