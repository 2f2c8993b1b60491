package dev.grpctuning.connection;

import java.time.Duration;
import java.time.Instant;

/**
 * Calls of the open connections of an event loop.
 *
 * @param calls calls since each connection was opened
 * @param perSecond sum of the mean rates of the connections
 */
public record LoopLoad(int connections, long calls, double perSecond) {

	static LoopLoad of(OpenConnection connection, Instant now) {
		long calls = connection.calls();
		double seconds = Math.max(0.001, Duration.between(connection.opened(), now).toNanos() / 1e9);
		return new LoopLoad(1, calls, calls / seconds);
	}

	LoopLoad plus(LoopLoad other) {
		return new LoopLoad(this.connections + other.connections, this.calls + other.calls,
				this.perSecond + other.perSecond);
	}

}
