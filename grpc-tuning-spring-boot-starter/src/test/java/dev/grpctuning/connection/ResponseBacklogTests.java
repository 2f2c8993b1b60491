package dev.grpctuning.connection;

import java.util.List;
import java.util.stream.Stream;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Which connection is closed when responses wait, and how often it is looked for. */
class ResponseBacklogTests {

	private static final int BOUND = 1_000_000;

	private final List<OpenConnection> open = Stream.generate(ResponseBacklogTests::connection).limit(20).toList();

	private long now;

	private int searches;

	private final ResponseBacklog backlog = new ResponseBacklog(() -> BOUND, () -> {
		this.searches++;
		return this.open.stream();
	}, (transport) -> null, () -> this.now);

	@Test
	void whenManyConnectionsHoldLittleEachThenTheyAreNotAllLookedAtForEachMessage() {
		this.open.forEach((connection) -> this.backlog.add(connection, 60_000));
		for (int message = 0; message < 1000; message++) {
			assertThat(this.backlog.isFull(this.open.get(0))).isFalse();
			this.backlog.add(this.open.get(0), 10);
		}
		assertThat(this.searches).isOne();
		assertThat(this.open).allMatch((connection) -> connection.channel().isOpen());
	}

	@Test
	void whenOneOfThemGrowsThenItIsFoundAsTheResponsesOrTheTimeGoOn() {
		this.open.forEach((connection) -> this.backlog.add(connection, 60_000));
		assertThat(this.backlog.isFull(this.open.get(0))).isFalse();
		OpenConnection largest = this.open.get(19);
		this.backlog.add(largest, 40_001);
		this.backlog.add(this.open.get(0), -40_000);
		this.now = 4_999_999;
		assertThat(this.backlog.isFull(largest)).isFalse();
		this.now = 5_000_000;
		assertThat(this.backlog.isFull(largest)).isTrue();
	}

	@Test
	void whenAllResponsesGrowThenTheLargestIsFoundAtOnce() {
		this.open.forEach((connection) -> this.backlog.add(connection, 60_000));
		assertThat(this.backlog.isFull(this.open.get(0))).isFalse();
		this.backlog.add(this.open.get(19), 50_000);
		assertThat(this.backlog.isFull(this.open.get(0))).as("another one is closed").isFalse();
		assertThat(this.searches).isEqualTo(2);
		assertThat(this.backlog.isFull(this.open.get(19))).isTrue();
	}

	private static OpenConnection connection() {
		return new OpenConnection(1, 1, new EmbeddedChannel(), new ServingConnections());
	}

}
