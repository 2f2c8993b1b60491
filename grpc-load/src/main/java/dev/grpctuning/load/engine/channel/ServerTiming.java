package dev.grpctuning.load.engine.channel;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Time that a call spent in each stage of a server with the starter, in nanoseconds, from
 * its trailer {@value #TRAILER}.
 *
 * @param readNanos when the headers were read, on the server's clock
 * @param busyNanos longest time that they had waited for the event loop
 * @param loopNanos later waits for the event loop
 * @param requestNanos wait for the rest of the request
 * @param queueNanos waits for a thread
 */
public record ServerTiming(long readNanos, long busyNanos, long loopNanos, long requestNanos, long queueNanos,
		long handlerNanos) {

	public static final String TRAILER = "server-timing";

	/** Reads a trailer, and returns {@code null} for what other servers send. */
	public static @Nullable ServerTiming parse(String text) {
		if (!text.startsWith("read;at=")) {
			return null;
		}
		Map<String, String> values = new HashMap<>();
		for (String metric : text.split(",")) {
			String[] parts = metric.strip().split(";");
			for (int i = 1; i < parts.length; i++) {
				int equals = parts[i].indexOf('=');
				values.put(parts[0] + ";" + parts[i].substring(0, Math.max(0, equals)), parts[i].substring(equals + 1));
			}
		}
		try {
			return new ServerTiming(Long.parseLong(values.getOrDefault("read;at", "")), nanos(values, "read;busy"),
					nanos(values, "loop;dur"), nanos(values, "request;dur"), nanos(values, "queue;dur"),
					nanos(values, "handler;dur"));
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private static long nanos(Map<String, String> values, String name) {
		double millis = Double.parseDouble(values.getOrDefault(name, ""));
		if (!(millis >= 0)) {
			throw new NumberFormatException(name);
		}
		return Math.round(millis * 1e6);
	}

	/** Time from reading the headers until the handler closed the call. */
	long insideNanos() {
		return this.loopNanos + this.requestNanos + this.queueNanos + this.handlerNanos;
	}

}
