package dev.grpctuning.connection;

import java.util.ArrayList;
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
	}, (transport) -> null, ResponseBacklogTests::close, () -> this.now);

	@Test
	void whenItIsTheConnectionOfTheCallerThenTheCallerIsToldSo() {
		this.backlog.add(this.open.get(3), BOUND + 1);
		assertThat(this.backlog.isFull(this.open.get(3))).isTrue();
		assertClosed(3);
		assertThat(this.backlog.isFull(this.open.get(3))).as("it is closed").isTrue();
	}

	/** Otherwise clients that open many connections would get past the bound. */
	@Test
	void whenManyConnectionsHoldLittleEachThenAsManyAreClosedAsMustBe() {
		for (int i = 0; i < this.open.size(); i++) {
			this.backlog.add(this.open.get(i), 60_000 + i);
		}
		assertThat(this.backlog.isFull(this.open.get(0))).isFalse();
		assertClosed(16, 17, 18, 19);
	}

	@Test
	void whenTheyGrowThenTheyAreSearchedAsTheResponsesOrTheTimeGoOn() {
		this.backlog.add(this.open.get(0), BOUND + 1);
		this.backlog.isFull(this.open.get(1));
		for (int message = 0; message < 1000; message++) {
			this.backlog.isFull(this.open.get(1));
			this.backlog.add(this.open.get(1), 10);
		}
		assertThat(this.searches).isOne();
		this.now = 4_999_999;
		this.backlog.isFull(this.open.get(1));
		assertThat(this.searches).isOne();
		this.now = 5_000_000;
		this.backlog.isFull(this.open.get(1));
		assertThat(this.searches).isEqualTo(2);
		this.backlog.add(this.open.get(1), 50_000);
		this.backlog.isFull(this.open.get(1));
		assertThat(this.searches).isEqualTo(3);
	}

	private void assertClosed(Integer... expected) {
		List<Integer> closed = new ArrayList<>();
		for (int i = 0; i < this.open.size(); i++) {
			EmbeddedChannel channel = (EmbeddedChannel) this.open.get(i).channel();
			channel.runPendingTasks();
			if (!channel.isOpen()) {
				closed.add(i);
			}
		}
		assertThat(closed).containsExactly(expected);
	}

	private static OpenConnection connection() {
		return new OpenConnection(1, 1, new EmbeddedChannel(), new ServingConnections());
	}

	private static void close(OpenConnection connection) {
		connection.abort(() -> {
		});
	}

}
