package dev.grpctuning.load.engine.channel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallSettings.Cancellation;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.call.CallSettings.Retries;
import dev.grpctuning.load.engine.FakeChannels;
import dev.grpctuning.load.engine.FakeChannels.FakeCall;
import dev.grpctuning.load.engine.channel.OpenCall.Stream;
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.engine.result.StatusCalls.MessageCount;
import dev.grpctuning.load.latency.LatencyInterval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests for {@link ChannelStats}, all on the thread of the test. */
class ChannelStatsTests {

	private final FakeChannels channels = FakeChannels.of(1, FakeChannels.holding());

	private final StatusCounts failures = new StatusCounts();

	private final StatusCounts expected = new StatusCounts();

	private final RunClock clock = RunClock.start();

	private final WarmupCalls warmup = new WarmupCalls();

	private final ThreadStats thread = new ThreadStats(this.failures, this.expected, this.warmup.onOneThread(),
			CallObserver.NONE, null, this.clock);

	private final List<@Nullable Status> ended = new ArrayList<>();

	@AfterEach
	void close() {
		this.channels.close();
	}

	@Test
	void whenTheServerEndsACallThenHowLongThatTookIsKnownWhateverTheStatus() {
		ChannelStats channel = channel(true);
		long due = this.clock.nanoTime() - TimeUnit.MINUTES.toNanos(10);
		channel.start(due);
		channel.start(due);
		channel.start(due);
		call().fail(Status.UNAVAILABLE);
		call().cancel();
		assertThat(this.thread.lastEnds.longestAnswerNanos).isZero();
		assertThat(this.thread.lastEnds.lastSignNanos()).isZero();
		call().fail(Status.INTERNAL);
		assertThat(this.thread.lastEnds.longestAnswerNanos).isGreaterThan(599_000_000_000L);
		assertThat(this.thread.lastEnds.lastSignNanos()).isGreaterThan(due);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenAMessageOfAStreamArrivesThenTheServerWasHeardOfWhetherOrNotItCounts(boolean counted) {
		ChannelStats channel = channel(counted);
		channel.startDueNow(channel.counting());
		Stream stream = call().call().stream(true);
		stream.sent();
		assertThat(this.thread.lastEnds.lastSignNanos()).isZero();
		stream.received();
		long heard = this.thread.lastEnds.lastSignNanos();
		assertThat(heard).isNotZero();
		assertThat(this.thread.lastEnds.lastNanos()).isZero();
		this.thread.sealed = true;
		stream.received();
		assertThat(this.thread.lastEnds.lastSignNanos()).isEqualTo(heard);
	}

	@Test
	void whenACallOfTheWarmUpIsAnsweredThenTheServerWasHeardOf() {
		ChannelStats channel = channel(false);
		start(channel, 2);
		call().fail(Status.UNAVAILABLE);
		assertThat(this.thread.lastEnds.lastSignNanos()).isZero();
		call().fail(Status.INTERNAL);
		assertThat(this.thread.lastEnds.lastSignNanos()).isNotZero();
	}

	@Test
	void whenCallsEndThenTheyAreCountedAndTold() {
		ChannelStats channel = channel(true);
		start(channel, 3);
		assertThat(this.thread.counts.open()).isEqualTo(3);
		call().answer();
		call().fail(Status.INTERNAL);
		assertThat(this.thread.counts.started.sum()).isEqualTo(3);
		assertThat(this.thread.counts.ok.sum()).isOne();
		assertThat(this.thread.counts.failed.sum()).isOne();
		assertThat(this.thread.counts.open()).isOne();
		assertThat(this.failures.byStatus()).containsEntry("INTERNAL", 1L);
		assertThat(this.ended).containsExactly(null, Status.INTERNAL);
		assertThat(recorded().service().getTotalCount()).isOne();
	}

	@Test
	void whenTheClientCancelsACallThenItIsNeitherAnsweredNorFailed() {
		ChannelStats channel = channel(true);
		start(channel, 2);
		call().cancel();
		assertThat(this.thread.counts.cancelled.sum()).isOne();
		assertThat(this.thread.counts.ok.sum()).isZero();
		assertThat(this.thread.counts.failed.sum()).isZero();
		assertThat(this.thread.counts.open()).isOne();
		assertThat(this.thread.lastEnds.lastNanos()).isNotZero();
		assertThat(this.failures.byStatus()).isEmpty();
		assertThat(this.ended).containsExactly((Status) null);
		assertThat(recorded().service().getTotalCount()).as("no latency").isZero();
		this.thread.sealed = true;
		call().cancel();
		assertThat(this.thread.counts.cancelled.sum()).isOne();
	}

	@Test
	void whenACallIsAStreamThenItsMessagesAndTheTimesBetweenThemAreRecorded() {
		ChannelStats channel = channel(true);
		channel.startDueNow(channel.counting());
		Stream stream = call().call().stream(true);
		stream.sent();
		stream.received();
		stream.received();
		stream.received();
		assertThat(this.thread.counts.messagesSent.sum()).isOne();
		assertThat(this.thread.counts.messagesReceived.sum()).isEqualTo(3);
		assertThat(recorded().gaps()).isNotNull().satisfies((gaps) -> assertThat(gaps.getTotalCount()).isEqualTo(2));
		Stream clientStream = call().call().stream(false);
		clientStream.sent();
		clientStream.sent();
		clientStream.received();
		assertThat(recorded().gaps()).isNotNull().satisfies((gaps) -> assertThat(gaps.getTotalCount()).isOne());
		this.thread.sealed = true;
		stream.received();
		assertThat(this.thread.counts.messagesReceived.sum()).isEqualTo(4);
		assertThat(recorded().gaps()).isNotNull().satisfies((gaps) -> assertThat(gaps.getTotalCount()).isZero());
	}

	@Test
	void whenNotCountingYetThenCallsAreOpenButNotCounted() {
		ChannelStats channel = channel(false);
		start(channel, 2);
		assertThat(this.thread.counts.open()).isEqualTo(2);
		call().answer();
		call().fail(Status.INTERNAL);
		assertThat(this.thread.counts.open()).isZero();
		assertThat(this.thread.counts.started.sum()).isZero();
		assertThat(this.thread.counts.ok.sum()).isZero();
		assertThat(this.thread.counts.failed.sum()).isZero();
		assertThat(this.thread.lastEnds.lastNanos()).isZero();
		assertThat(this.failures.byStatus()).isEmpty();
		assertThat(recorded().service().getTotalCount()).isZero();
		assertThat(this.ended).containsExactly(null, Status.INTERNAL);
	}

	@Test
	void whenSealedThenWhatEndsIsIgnored() {
		ChannelStats channel = channel(true);
		start(channel, 2);
		this.thread.sealed = true;
		call().answer();
		call().fail(Status.UNAVAILABLE);
		assertThat(this.thread.counts.ok.sum()).isZero();
		assertThat(this.thread.counts.failed.sum()).isZero();
		assertThat(this.thread.counts.open()).isEqualTo(2);
		assertThat(this.failures.byStatus()).isEmpty();
		assertThat(this.ended).isEmpty();
		assertThat(recorded().service().getTotalCount()).isZero();
	}

	@Test
	void whenACallIsRefusedThenItIsTriedAgainAndCountsOnceFromWhenItWasDue() {
		ChannelStats channel = channel(true);
		settings(new Retries(3, Duration.ofMillis(100)), Set.of());
		long due = this.clock.nanoTime() - TimeUnit.MINUTES.toNanos(10);
		channel.start(due);
		FakeCall first = call();
		first.fail(Status.RESOURCE_EXHAUSTED);
		await().until(() -> this.channels.held().size() == 1);
		assertThat(call().call()).isSameAs(first.call());
		assertThat(this.thread.counts.open()).isOne();
		assertThat(this.ended).isEmpty();
		call().answer();
		assertThat(this.thread.counts.started.sum()).isOne();
		assertThat(this.thread.counts.ok.sum()).isOne();
		assertThat(this.failures.byStatus()).isEmpty();
		LatencyInterval latencies = recorded();
		assertThat(latencies.response().getMinValue()).isGreaterThan(599_000_000);
		assertThat(latencies.service().getMinValue()).isBetween(79_000L, 599_000_000L);
	}

	@Test
	void whenAllAttemptsAreUsedOrTheFailureIsOfAnotherKindThenTheCallHasFailed() {
		ChannelStats channel = channel(true);
		settings(new Retries(2, Duration.ofMillis(1)), Set.of());
		channel.startDueNow(channel.counting());
		call().fail(Status.UNAVAILABLE);
		await().until(() -> this.channels.held().size() == 1);
		call().fail(Status.DEADLINE_EXCEEDED);
		channel.startDueNow(channel.counting());
		call().fail(Status.INTERNAL);
		assertThat(this.thread.counts.failed.sum()).isEqualTo(2);
		assertThat(this.thread.counts.open()).isZero();
		assertThat(this.failures.byStatus()).isEqualTo(Map.of("DEADLINE_EXCEEDED", 1L, "INTERNAL", 1L));
	}

	@Test
	void whenTheServerSetsTheWaitThenThatIsKeptAndTheNextOneIsTheFirstAgain() {
		ChannelStats channel = channel(true);
		settings(new Retries(9, Duration.ofMillis(100)), Set.of());
		Retries retries = this.thread.settings.retries();
		channel.startDueNow(true);
		OpenCall call = call().call();
		assertThat(call.nextWaitNanos(retries, 0.5)).isEqualTo(100_000_000);
		call.attempts++;
		assertThat(call.nextWaitNanos(retries, 0.5)).isEqualTo(200_000_000);
		call.pushedBack("7000");
		assertThat(call.nextWaitNanos(retries, 0.5)).isEqualTo(7_000_000_000L);
		call.attempts++;
		assertThat(call.nextWaitNanos(retries, 0.5)).isEqualTo(100_000_000);
		call.attempts++;
		assertThat(call.nextWaitNanos(retries, 0.5)).isEqualTo(200_000_000);
	}

	@ParameterizedTest
	@ValueSource(strings = { "-1", "soon", "3000000000" })
	void whenTheServerForbidsARetryThenTheCallHasFailed(String pushback) {
		ChannelStats channel = channel(true);
		settings(new Retries(9, Duration.ofMillis(1)), Set.of());
		channel.startDueNow(true);
		FakeCall refused = call();
		refused.call().pushedBack(pushback);
		refused.fail(Status.RESOURCE_EXHAUSTED);
		assertThat(this.thread.counts.failed.sum()).isOne();
		assertThat(this.thread.counts.open()).isZero();
	}

	@Test
	void whenTheStatusIsExpectedThenTheCallIsAnsweredAndNotTriedAgain() {
		ChannelStats channel = channel(true);
		settings(new Retries(2, Duration.ofMillis(1)), Set.of(Status.Code.RESOURCE_EXHAUSTED));
		long due = this.clock.nanoTime() - TimeUnit.MINUTES.toNanos(10);
		channel.start(due);
		channel.startDueNow(false);
		call().fail(Status.RESOURCE_EXHAUSTED.withDescription("later"));
		call().fail(Status.RESOURCE_EXHAUSTED);
		assertThat(this.thread.counts.ok.sum()).isOne();
		assertThat(this.thread.counts.failed.sum()).isZero();
		assertThat(this.thread.counts.open()).isZero();
		assertThat(this.warmup.ok()).isOne();
		assertThat(this.failures.byStatus()).isEmpty();
		assertThat(calls(this.expected, "RESOURCE_EXHAUSTED").messages()).containsExactly(new MessageCount("later", 1));
		assertThat(this.ended).containsExactly(null, null);
		assertThat(recorded().response().getMinValue()).isGreaterThan(599_000_000);
	}

	@Test
	void whenCallsFailThenTheirTimesAreApartFromThoseOfAnswers() {
		ChannelStats channel = channel(true);
		channel.start(this.clock.nanoTime() - TimeUnit.MINUTES.toNanos(10));
		call().fail(Status.INTERNAL);
		assertThat(recorded().response().getTotalCount()).isZero();
		StatusCalls failed = calls(this.failures, "INTERNAL");
		assertThat(failed.latencyMicros().response().min()).isGreaterThan(599_000_000);
		assertThat(failed.latencyMicros().service().count()).isOne();
		assertThat(failed.latencyMicros().service().max()).isLessThan(599_000_000);
	}

	@Test
	void whenChannelsShareAThreadThenTheyShareWhatIsRecorded() {
		try (FakeChannels shared = FakeChannels.of(3, FakeChannels.holding())) {
			RunStats stats = new RunStats(shared, CallObserver.NONE, null, RunClock.start());
			assertThat(stats.all().stream().map((channel) -> channel.thread).distinct()).hasSize(1);
		}
	}

	private static void start(ChannelStats channel, int calls) {
		for (int i = 0; i < calls; i++) {
			channel.startDueNow(channel.counting());
		}
	}

	private ChannelStats channel(boolean counting) {
		ChannelStats channel = new ChannelStats(this.channels.all().getFirst(), this.thread);
		if (counting) {
			channel.startCounting();
		}
		channel.whenEnded(this.ended::add);
		return channel;
	}

	private void settings(Retries retries, Set<Status.Code> ok) {
		this.thread.settings = new CallSettings(null, null, Compression.IDENTITY, false, Cancellation.NONE, retries,
				ok);
	}

	private FakeCall call() {
		return this.channels.held().getFirst();
	}

	private LatencyInterval recorded() {
		LatencyInterval sum = new LatencyInterval();
		this.thread.recorder.drainTo(sum);
		return sum;
	}

	private static StatusCalls calls(StatusCounts counts, String status) {
		return Objects.requireNonNull(counts.results().get(status));
	}

}
