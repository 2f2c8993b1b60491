package dev.grpctuning.load.engine.channel;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.grpc.Status;
import io.grpc.Status.Code;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.engine.result.StatusCalls.MessageCount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/** Tests for {@link StatusCounts}. */
class StatusCountsTests {

	private final StatusCounts failures = new StatusCounts();

	@Test
	void whenAStatusComesWithSeveralMessagesThenEachIsCountedInTheOrderInWhichTheyCame() {
		add(Status.UNAVAILABLE.withDescription("io exception"));
		add(Status.INTERNAL.withDescription("bug"));
		add(Status.UNAVAILABLE.withDescription("channel shut down"));
		add(Status.UNAVAILABLE.withDescription("channel shut down"));
		assertThat(this.failures.byStatus()).containsExactly(entry("INTERNAL", 1L), entry("UNAVAILABLE", 3L));
		assertThat(calls(this.failures, "UNAVAILABLE").messages()).containsExactly(new MessageCount("io exception", 1),
				new MessageCount("channel shut down", 2));
	}

	@Test
	void whenEachCallHasAMessageOfItsOwnThenOnlyTheFirstAreKeptAndAllAreCounted() throws Exception {
		try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
			for (int thread = 0; thread < 4; thread++) {
				int first = 1000 * thread;
				threads.execute(() -> IntStream.range(first, first + 1000)
					.forEach((order) -> add(Status.NOT_FOUND.withDescription("no order " + order))));
			}
		}
		assertThat(this.failures.byStatus()).containsExactly(entry("NOT_FOUND", 4000L));
		StatusCalls calls = calls(this.failures, "NOT_FOUND");
		assertThat(calls.messages()).hasSize(StatusCalls.MOST_MESSAGES).allMatch((message) -> message.calls() == 1);
		assertThat(calls.otherMessages()).isEqualTo(4000 - StatusCalls.MOST_MESSAGES);
		assertThat(calls.latencyMicros().service().count()).isEqualTo(4000);
	}

	@Test
	void whenACallFailsThenItsTimesAreKeptInMicrosecondsWithinAnHour() {
		this.failures.add(Status.INTERNAL, 0, 5_000_000, 30_000_000);
		this.failures.add(Status.INTERNAL, 0, 7_200_000_000_000L, 7_200_000_000_000L);
		StatusCalls calls = calls(this.failures, "INTERNAL");
		assertThat(calls.latencyMicros().service().min()).isOne();
		assertThat(calls.latencyMicros().service().max()).isBetween(25_000L, 25_020L);
		assertThat(calls.latencyMicros().response().min()).isBetween(29_980L, 30_020L);
		assertThat(calls.latencyMicros().response().max()).isBetween(3_598_000_000L, 3_602_000_000L);
	}

	@Test
	void whenThereIsACauseThenItsMessageFollowsTheDescription() {
		add(Status.UNAVAILABLE.withDescription("io exception").withCause(new IOException("refused")));
		add(Status.INTERNAL.withCause(new IOException("refused")));
		add(Status.UNKNOWN.withDescription("odd").withCause(new IOException()));
		add(Status.CANCELLED);
		assertThat(messages()).containsOnly(entry("UNAVAILABLE", "io exception: refused"), entry("INTERNAL", "refused"),
				entry("UNKNOWN", "odd"), entry("CANCELLED", ""));
	}

	@Test
	void whenTheServerSendsATextThatControlsATerminalThenItIsCleanAndShort() {
		add(Status.INTERNAL.withDescription("\u001b[2Ja\u202eb" + "x".repeat(1000)));
		add(Status.UNKNOWN.withCause(new IOException("a\nb")));
		assertThat(messages()).containsEntry("INTERNAL", "[2Jab" + "x".repeat(495) + "…")
			.containsEntry("UNKNOWN", "a b");
	}

	@Test
	void whenAllAnswersAreUnimplementedThenLostCallsAreNone() {
		assertThat(StatusCounts.areUnimplemented(Set.of())).isFalse();
		assertThat(StatusCounts.areUnimplemented(Set.of(Code.UNAVAILABLE))).isFalse();
		assertThat(StatusCounts.areUnimplemented(Set.of(Code.UNAVAILABLE, Code.UNIMPLEMENTED, Code.DEADLINE_EXCEEDED)))
			.isTrue();
		assertThat(StatusCounts.areUnimplemented(Set.of(Code.UNIMPLEMENTED, Code.NOT_FOUND))).isFalse();
	}

	private void add(Status status) {
		this.failures.add(status, 0, 0, 1_000_000);
	}

	private Map<String, String> messages() {
		Map<String, String> first = new TreeMap<>();
		this.failures.results().forEach((status, calls) -> first.put(status, calls.messages().getFirst().message()));
		return first;
	}

	private static StatusCalls calls(StatusCounts counts, String status) {
		return Objects.requireNonNull(counts.results().get(status));
	}

}
