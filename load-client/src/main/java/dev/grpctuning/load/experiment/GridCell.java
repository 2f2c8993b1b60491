package dev.grpctuning.load.experiment;

import java.time.Duration;
import java.util.Locale;

import dev.grpctuning.hello.codec.HelloCodec;

/**
 * One cell of a grid.
 *
 * @param codec codec of the messages
 * @param clients number of clients that each wait for their answer
 * @param delay how long the handler waits
 */
public record GridCell(HelloCodec codec, int clients, Duration delay) {

	/**
	 * What is said of it.
	 * @return such as {@code json, 10 clients, 100 us}
	 */
	public String name() {
		return "%s, %d client%s, %d us".formatted(this.codec.name().toLowerCase(Locale.ROOT), this.clients,
				(this.clients != 1) ? "s" : "", this.delay.toNanos() / 1000);
	}

}
