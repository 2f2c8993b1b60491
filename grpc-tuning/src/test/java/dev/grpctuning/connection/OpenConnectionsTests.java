package dev.grpctuning.connection;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.netty.channel.DefaultChannelId;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How connections are counted. */
class OpenConnectionsTests {

	private final OpenConnections connections = new OpenConnections();

	private final AtomicInteger looks = new AtomicInteger();

	@Test
	void whenConnectionsOpenAndCloseThenTheyAreCountedByGenerationAndEventLoop() {
		EmbeddedChannel one = open(1);
		EmbeddedChannel other = open(2);
		EmbeddedChannel closed = open(1);
		closed.close();
		assertThat(this.connections.byEventLoop(1)).isEqualTo(Map.of(one.eventLoop(), 1));
		assertThat(this.connections.byEventLoop(2)).isEqualTo(Map.of(other.eventLoop(), 1));
		assertThat(this.connections.count(1)).isOne();
		one.close();
		assertThat(this.connections.byEventLoop(1)).isEmpty();
		assertThat(this.connections.count()).isOne();
	}

	@Test
	void whenThereAreManyConnectionsThenNoneIsLookedAtToCountThem() {
		List<EmbeddedChannel> channels = Stream.generate(() -> open(1)).limit(100).toList();
		this.looks.set(0);
		assertThat(this.connections.byEventLoop(1)).hasSize(100);
		assertThat(this.connections.count(1)).isEqualTo(100);
		assertThat(this.looks).hasValue(0);
		channels.forEach(EmbeddedChannel::close);
	}

	private EmbeddedChannel open(int generation) {
		EmbeddedChannel channel = new EmbeddedChannel(DefaultChannelId.newInstance()) {

			@Override
			public EventLoop eventLoop() {
				OpenConnectionsTests.this.looks.incrementAndGet();
				return super.eventLoop();
			}

		};
		this.connections.add(channel, generation);
		return channel;
	}

}
