package dev.grpctuning.connection;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which clients are refused, and for how long.
 */
class FloodingAddressesTests {

	private static final Settings TWO = new Settings(Map.of(Knobs.CONNECTION_MAX_FLOODS, 2));

	private long now = -1;

	private final FloodingAddresses flooding = new FloodingAddresses(() -> this.now);

	@Test
	void whenAnAddressFloodsTooManyConnectionsThenItIsRefusedForTheRestOfTheSecond() {
		this.flooding.count(client("127.0.0.1", 1));
		assertThat(this.flooding.refuse(client("127.0.0.1", 2), TWO)).isFalse();
		this.flooding.count(client("127.0.0.1", 2));
		assertThat(this.flooding.refuse(client("127.0.0.1", 3), TWO)).isTrue();
		assertThat(this.flooding.refuse(client("127.0.0.1", 3), Settings.NONE)).isFalse();
		assertThat(this.flooding.refuse(client("127.0.0.2", 3), TWO)).isFalse();
		this.now += TimeUnit.SECONDS.toNanos(1);
		assertThat(this.flooding.refuse(client("127.0.0.1", 3), TWO)).isTrue();
		this.now++;
		assertThat(this.flooding.refuse(client("127.0.0.1", 3), TWO)).isFalse();
		this.flooding.count(client("127.0.0.1", 3));
		assertThat(this.flooding.refuse(client("127.0.0.1", 4), TWO)).isFalse();
	}

	@Test
	void whenVeryManyAddressesFloodThenOldOnesMakeRoom() {
		for (int i = 0; i < 10_000; i++) {
			this.flooding.count(client("10.0.%d.%d".formatted(i / 250, i % 250), 1));
		}
		floodTwice();
		assertThat(this.flooding.refuse(client("127.0.0.1", 1), TWO)).isFalse();
		this.now += TimeUnit.SECONDS.toNanos(2);
		floodTwice();
		assertThat(this.flooding.refuse(client("127.0.0.1", 1), TWO)).isTrue();
	}

	private void floodTwice() {
		this.flooding.count(client("127.0.0.1", 1));
		this.flooding.count(client("127.0.0.1", 1));
	}

	private static InetSocketAddress client(String address, int port) {
		return new InetSocketAddress(address, port);
	}

}
