package dev.grpctuning.load.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.FakeChannels.FakeCall;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencyRecorder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Lane}, all on the thread of the test.
 */
class LaneTests {

	private final FakeChannels channels = FakeChannels.of(1, FakeChannels.holding());

	private final LatencyRecorder recorder = new LatencyRecorder();

	private final FailureCounts failures = new FailureCounts();

	private final List<@Nullable Status> ended = new ArrayList<>();

	@AfterEach
	void close() {
		this.channels.close();
	}

	@Test
	void whenCallIsSentLateThenOnlyItsResponseTimeHasTheDelay() {
		Lane lane = lane(true);
		long due = System.nanoTime() - TimeUnit.MINUTES.toNanos(10);
		assertThat(lane.start(due)).isGreaterThan(due);
		call().answer();
		LatencyInterval latencies = recorded();
		assertThat(latencies.response().getMinValue()).isGreaterThan(599_000_000);
		assertThat(latencies.service().getMaxValue()).isLessThan(599_000_000);
	}

	@Test
	void whenTheServerEndsACallThenHowLongThatTookIsKnownWhateverTheStatus() {
		Lane lane = lane(true);
		long due = System.nanoTime() - TimeUnit.MINUTES.toNanos(10);
		lane.start(due);
		lane.start(due);
		lane.start(due);
		call().fail(Status.UNAVAILABLE);
		call().cancel();
		assertThat(lane.lastEnds().longestAnswerNanos()).isZero();
		assertThat(lane.lastEnds().lastSignNanos()).isZero();
		call().fail(Status.INTERNAL);
		assertThat(lane.lastEnds().longestAnswerNanos()).isGreaterThan(599_000_000_000L);
		assertThat(lane.lastEnds().lastSignNanos()).isGreaterThan(due);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenAMessageOfAStreamArrivesThenTheServerWasHeardOfWhetherOrNotItCounts(boolean counted) {
		Lane lane = lane(counted);
		lane.startDueNow();
		OpenStream stream = call().call().stream(true);
		stream.sent();
		assertThat(lane.lastEnds().lastSignNanos()).isZero();
		stream.received();
		long heard = lane.lastEnds().lastSignNanos();
		assertThat(heard).isNotZero();
		assertThat(lane.lastEnds().lastNanos()).isZero();
		lane.seal();
		stream.received();
		assertThat(lane.lastEnds().lastSignNanos()).isEqualTo(heard);
	}

	@Test
	void whenACallOfTheWarmUpIsAnsweredThenTheServerWasHeardOf() {
		Lane lane = lane(false);
		lane.startDueNow();
		lane.startDueNow();
		call().fail(Status.UNAVAILABLE);
		assertThat(lane.lastEnds().lastSignNanos()).isZero();
		call().fail(Status.INTERNAL);
		assertThat(lane.lastEnds().lastSignNanos()).isNotZero();
	}

	@Test
	void whenCallIsDueNowThenBothTimesAreTheSame() {
		Lane lane = lane(true);
		lane.startDueNow();
		call().answer();
		LatencyInterval latencies = recorded();
		assertThat(latencies.service().getMaxValue()).isEqualTo(latencies.response().getMaxValue());
	}

	@Test
	void whenCallsEndThenTheyAreCountedAndTold() {
		Lane lane = lane(true);
		lane.startDueNow();
		lane.startDueNow();
		lane.startDueNow();
		assertThat(lane.open()).isEqualTo(3);
		call().answer();
		call().fail(Status.INTERNAL);
		assertThat(lane.started()).isEqualTo(3);
		assertThat(lane.ok()).isOne();
		assertThat(lane.failed()).isOne();
		assertThat(lane.open()).isOne();
		assertThat(this.failures.byStatus()).containsEntry("INTERNAL", 1L);
		assertThat(this.ended).containsExactly(null, Status.INTERNAL);
		assertThat(recorded().service().getTotalCount()).isOne();
	}

	@Test
	void whenTheClientCancelsACallThenItIsNeitherAnsweredNorFailed() {
		Lane lane = lane(true);
		lane.startDueNow();
		lane.startDueNow();
		call().cancel();
		assertThat(lane.cancelled()).isOne();
		assertThat(lane.ok()).isZero();
		assertThat(lane.failed()).isZero();
		assertThat(lane.open()).isOne();
		assertThat(lane.lastEnds().lastNanos()).isNotZero();
		assertThat(this.failures.byStatus()).isEmpty();
		assertThat(this.ended).containsExactly((Status) null);
		assertThat(recorded().service().getTotalCount()).as("no latency").isZero();
		lane.seal();
		call().cancel();
		assertThat(lane.cancelled()).isOne();
	}

	@Test
	void whenTheClientCancelsACallOfTheWarmUpThenItIsNotCounted() {
		Lane lane = lane(false);
		lane.startDueNow();
		call().cancel();
		assertThat(lane.cancelled()).isZero();
		assertThat(lane.open()).isZero();
	}

	@Test
	void whenACallIsAStreamThenItsMessagesAndTheTimesBetweenThemAreRecorded() {
		Lane lane = lane(true);
		lane.startDueNow();
		OpenStream stream = call().call().stream(true);
		stream.sent();
		stream.received();
		stream.received();
		stream.received();
		assertThat(lane.sentMessages()).isOne();
		assertThat(lane.receivedMessages()).isEqualTo(3);
		assertThat(recorded().gaps()).isNotNull().satisfies((gaps) -> assertThat(gaps.getTotalCount()).isEqualTo(2));
		OpenStream clientStream = call().call().stream(false);
		clientStream.sent();
		clientStream.sent();
		clientStream.received();
		assertThat(recorded().gaps()).isNotNull().satisfies((gaps) -> assertThat(gaps.getTotalCount()).isOne());
		lane.seal();
		stream.received();
		assertThat(lane.receivedMessages()).isEqualTo(4);
		assertThat(recorded().gaps()).isNotNull().satisfies((gaps) -> assertThat(gaps.getTotalCount()).isZero());
	}

	@Test
	void whenAStreamIsOfTheWarmUpThenItsMessagesAreNotCounted() {
		Lane lane = lane(false);
		lane.startDueNow();
		OpenStream stream = call().call().stream(true);
		stream.sent();
		stream.received();
		stream.received();
		assertThat(lane.sentMessages()).isZero();
		assertThat(lane.receivedMessages()).isZero();
		assertThat(recorded().gaps()).isNull();
	}

	@Test
	void whenNotCountingYetThenCallsAreOpenButNotCounted() {
		Lane lane = lane(false);
		lane.startDueNow();
		lane.startDueNow();
		assertThat(lane.open()).isEqualTo(2);
		call().answer();
		call().fail(Status.INTERNAL);
		assertThat(lane.open()).isZero();
		assertThat(lane.started()).isZero();
		assertThat(lane.ok()).isZero();
		assertThat(lane.failed()).isZero();
		assertThat(lane.lastEnds().lastNanos()).isZero();
		assertThat(this.failures.byStatus()).isEmpty();
		assertThat(recorded().service().getTotalCount()).isZero();
		assertThat(this.ended).containsExactly(null, Status.INTERNAL);
	}

	@Test
	void whenCallOfTheWarmUpEndsLaterThenItIsStillNotCounted() {
		Lane lane = lane(false);
		lane.startDueNow();
		lane.startCounting();
		lane.startDueNow();
		assertThat(lane.open()).isEqualTo(2);
		call().answer();
		assertThat(lane.ok()).isZero();
		call().answer();
		assertThat(lane.started()).isOne();
		assertThat(lane.ok()).isOne();
		assertThat(lane.open()).isZero();
	}

	@Test
	void whenSealedThenWhatEndsIsIgnored() {
		Lane lane = lane(true);
		lane.startDueNow();
		lane.startDueNow();
		lane.seal();
		call().answer();
		call().fail(Status.UNAVAILABLE);
		assertThat(lane.ok()).isZero();
		assertThat(lane.failed()).isZero();
		assertThat(lane.open()).isEqualTo(2);
		assertThat(this.failures.byStatus()).isEmpty();
		assertThat(this.ended).isEmpty();
		assertThat(recorded().service().getTotalCount()).isZero();
	}

	@Test
	void whenChannelsShareAThreadThenTheyShareARecorder() {
		try (FakeChannels shared = FakeChannels.of(3, FakeChannels.holding())) {
			Lanes lanes = new Lanes(shared, CallObserver.NONE, null, RunClock.SYSTEM);
			ScheduledExecutorService executor = shared.all().getFirst().executor();
			assertThat(lanes.recorders()).containsOnlyKeys(executor);
			assertThat(lanes.all()).extracting(Lane::recorder).containsOnly(lanes.recorders().get(executor));
		}
	}

	private Lane lane(boolean counting) {
		Lane lane = new Lane(this.channels.all().getFirst(), this.recorder, this.failures,
				new WarmupCalls().onOneThread(), CallObserver.NONE, null, RunClock.SYSTEM);
		if (counting) {
			lane.startCounting();
		}
		lane.whenEnded(this.ended::add);
		return lane;
	}

	private FakeCall call() {
		return this.channels.held().getFirst();
	}

	private LatencyInterval recorded() {
		LatencyInterval sum = new LatencyInterval();
		this.recorder.drainTo(sum);
		return sum;
	}

}
