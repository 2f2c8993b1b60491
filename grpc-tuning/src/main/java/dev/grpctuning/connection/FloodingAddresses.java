package dev.grpctuning.connection;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * Refuses connections of clients that flood one connection after another, because
 * refusing a connection costs less than opening it and serving its first frames. Safe for
 * use by several threads.
 */
final class FloodingAddresses {

	private static final int MAX_ADDRESSES = 10_000;

	/** Floods of an address in the second after the first one. */
	private final LoadingCache<InetAddress, AtomicInteger> floods;

	/** Guava for Android has no other method for the time, in older versions. */
	@SuppressWarnings("deprecation")
	FloodingAddresses() {
		this.floods = CacheBuilder.newBuilder()
			.expireAfterWrite(1, TimeUnit.SECONDS)
			.maximumSize(MAX_ADDRESSES)
			.build(CacheLoader.from(() -> new AtomicInteger()));
	}

	/** Counts a connection that was closed because of a flood. */
	void count(@Nullable SocketAddress client) {
		if (client instanceof InetSocketAddress address) {
			this.floods.getUnchecked(address.getAddress()).incrementAndGet();
		}
	}

	boolean refuse(@Nullable SocketAddress client, Settings limits) {
		Integer max = limits.get(Knobs.CONNECTION_MAX_FLOODS);
		AtomicInteger count = (max != null && client instanceof InetSocketAddress address)
				? this.floods.getIfPresent(address.getAddress()) : null;
		return max != null && count != null && count.get() >= max;
	}

}
