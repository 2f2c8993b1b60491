package dev.grpctuning.connection;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * Refuses connections of clients that flood one connection after another, because
 * refusing a connection costs less than opening it and serving its first frames. Safe for
 * use by several threads.
 */
final class FloodingAddresses {

	private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final int MAX_ADDRESSES = 10_000;

	private final Map<InetAddress, Window> windows = new ConcurrentHashMap<>();

	private final LongSupplier nanoTime;

	FloodingAddresses(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/** Counts a connection that was closed because of a flood. */
	void count(@Nullable SocketAddress client) {
		long now = this.nanoTime.getAsLong();
		if (this.windows.size() >= MAX_ADDRESSES) {
			this.windows.values().removeIf((window) -> window.isOver(now));
		}
		if (client instanceof InetSocketAddress address && this.windows.size() < MAX_ADDRESSES) {
			this.windows.compute(address.getAddress(), (key, window) -> (window != null && !window.isOver(now))
					? new Window(window.start(), window.floods() + 1) : new Window(now, 1));
		}
	}

	boolean refuse(@Nullable SocketAddress client, Settings limits) {
		Integer max = limits.get(Knobs.CONNECTION_MAX_FLOODS);
		if (max == null || !(client instanceof InetSocketAddress address)) {
			return false;
		}
		Window window = this.windows.get(address.getAddress());
		return window != null && window.floods() >= max && !window.isOver(this.nanoTime.getAsLong());
	}

	/** Floods of an address since a time. */
	private record Window(long start, int floods) {

		boolean isOver(long now) {
			return now - this.start > WINDOW_NANOS;
		}

	}

}
