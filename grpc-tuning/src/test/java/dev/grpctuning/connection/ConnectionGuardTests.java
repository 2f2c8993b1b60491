package dev.grpctuning.connection;

import java.time.Duration;
import java.util.Map;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

import static org.assertj.core.api.Assertions.assertThat;

/** What is left of a connection that ends before its handshake has timed out. */
class ConnectionGuardTests {

	@Test
	void whenAConnectionClosesThenNoTimerWaitsForItsHandshake() {
		EmbeddedChannel channel = new EmbeddedChannel();
		ResponseBacklog backlog = new OpenConnections().backlog();
		channel.pipeline()
			.addFirst(new ConnectionGuard(new OpenConnection(1, 1, channel, new ServingConnections()),
					new Settings(Map.of(Knobs.CONNECTION_HANDSHAKE_TIMEOUT, Duration.ofHours(1))), backlog, (knob) -> {
					}, (closed, errorCode) -> {
					}, () -> true));
		assertThat(channel.runScheduledPendingTasks()).as("nanoseconds to the next timer").isPositive();
		// The close of the embedded channel itself would cancel all timers.
		channel.pipeline().close();
		assertThat(channel.isOpen()).isFalse();
		assertThat(channel.runScheduledPendingTasks()).as("no timer").isEqualTo(-1);
	}

}
