package dev.grpctuning.connection;

import java.time.Duration;
import java.util.Map;

import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

import static org.assertj.core.api.Assertions.assertThat;

/** How connections are counted. */
class OpenConnectionsTests {

	private final OpenConnections connections = new OpenConnections();

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
	void whenAConnectionClosesThenNoTimerWaitsForItsHandshake() {
		EmbeddedChannel channel = open(1,
				new Settings(Map.of(Knobs.CONNECTION_HANDSHAKE_TIMEOUT, Duration.ofHours(1))));
		assertThat(channel.runScheduledPendingTasks()).as("nanoseconds to the next timer").isPositive();
		// The close of the embedded channel itself would cancel all timers.
		channel.pipeline().close();
		assertThat(channel.isOpen()).isFalse();
		assertThat(channel.runScheduledPendingTasks()).as("no timer").isEqualTo(-1);
	}

	private EmbeddedChannel open(int generation) {
		return open(generation, Settings.NONE);
	}

	private EmbeddedChannel open(int generation, Settings limits) {
		EmbeddedChannel channel = new EmbeddedChannel(DefaultChannelId.newInstance());
		OpenConnection connection = new OpenConnection(1, generation, channel, new ServingConnections());
		this.connections.add(connection, new ConnectionGuard(connection, limits, this.connections));
		return channel;
	}

}
