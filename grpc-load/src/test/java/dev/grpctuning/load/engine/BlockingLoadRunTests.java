package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.FakeChannels.FakeCall;
import dev.grpctuning.load.engine.FakeChannels.FakeChannel;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/** Tests for {@link LoadRun} with blocking clients. */
class BlockingLoadRunTests extends AbstractLoadRunTests {

	@Test
	void whenNothingIsAnsweredThenEachClientHasOneCallOpen() throws Exception {
		use(3, FakeChannels.holding());
		LoadResult result = runUntil(7, 7, MANY, Duration.ZERO);
		assertThat(this.channels.all()).extracting(FakeChannel::started).containsExactlyInAnyOrder(3, 2, 2);
		assertThat(result.counts()).isEqualTo(new Counts(7, 0, Map.of(), 0, 7));
		assertThat(result.client().saturated()).isFalse();
	}

	@Test
	void whenACallEndsThenItsOwnClientMakesTheNextOne() throws Exception {
		Queue<Thread> threads = new ConcurrentLinkedQueue<>();
		Map<FakeCall, Thread> clientOf = new ConcurrentHashMap<>();
		use(1, (call) -> {
			clientOf.put(call, Thread.currentThread());
			threads.add(Thread.currentThread());
		});
		LoadRun load = load(plan(new LoadModel.Blocking(3, Warmup.NONE, LONG)));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> threads.size() == 3);
		List<Thread> clients = List.copyOf(threads);
		assertThat(clients).doesNotHaveDuplicates().allMatch(Thread::isVirtual);
		FakeCall second = this.channels.held().get(1);
		onChannelThread(() -> {
			second.answer();
			return null;
		});
		await().until(() -> threads.size() == 4);
		assertThat(List.copyOf(threads).getLast()).isSameAs(clientOf.get(second));
		load.stop(StopReason.INTERRUPTED);
		assertThat(answerAll(run).result().counts().unfinished()).isZero();
		await().until(() -> clients.stream().noneMatch(Thread::isAlive));
	}

	@Test
	void whenItEndsAfterANumberOfCallsThenExactlyThatManyAreCounted() throws Exception {
		use(3, FakeChannels.answering());
		LoadModel model = new LoadModel.Blocking(7, new Warmup.Fixed(Duration.ofMillis(50)), LONG, 1000);
		LoadResult result = run(plan(model));
		assertThat(result.counts()).isEqualTo(new Counts(1000, 1000, Map.of(), 0, 0));
		assertThat(result.stoppedBy()).isNull();
	}

	@Test
	void whenThereAreMoreClientsThanOpenCallsThenTheBoundIsKept() throws Exception {
		use(2, FakeChannels.holding());
		LoadResult result = runUntil(5, 8, 5, Duration.ZERO);
		assertThat(result.counts()).isEqualTo(new Counts(5, 0, Map.of(), 0, 5));
		assertThat(result.client().saturatedBy()).contains("load.max-open-calls=5", "8 clients");
	}

	@Test
	void whenTheServerCannotBeReachedThenAClientRestsBeforeItsNextCall() throws Exception {
		use(1, FakeChannels.failing(Status.UNAVAILABLE));
		long begun = System.nanoTime();
		LoadResult result = run(plan(blocking(2)));
		long rests = Duration.ofNanos(System.nanoTime() - begun).toMillis() / 10 + 1;
		assertThat(result.counts().failed()).containsOnly(entry("UNAVAILABLE", result.counts().started()));
		assertThat(result.counts().started()).isBetween(2L, 2 * rests);
	}

	@Test
	void whenAChannelBlocksTheThreadThenThatIsTheClientsOwn() throws Exception {
		Queue<Thread> threads = new ConcurrentLinkedQueue<>();
		use(1, (call) -> {
			threads.add(Thread.currentThread());
			assertThat(call.call().isAwaited()).isTrue();
			call.answerLater();
			await().until(() -> !this.channels.held().contains(call));
		});
		LoadResult result = run(plan(blocking(2)));
		assertThat(result.counts().ok()).isEqualTo(result.counts().started());
		assertThat(threads.stream().distinct()).hasSizeLessThanOrEqualTo(2);
	}

	@Test
	void whenTheRunIsInterruptedThenNoThreadStays() throws Exception {
		Queue<Thread> threads = new ConcurrentLinkedQueue<>();
		use(1, (call) -> threads.add(Thread.currentThread()));
		interrupt(plan(new LoadModel.Blocking(4, Warmup.NONE, LONG)), 4);
		await().until(() -> threads.stream().noneMatch(Thread::isAlive));
	}

	/** Runs clients until they have started a number of calls. */
	private LoadResult runUntil(int started, int clients, int maxOpenCalls, Duration drain) throws Exception {
		LoadRun load = load(plan(new LoadModel.Blocking(clients, Warmup.NONE, LONG), maxOpenCalls, drain, LONG));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.started() >= started);
		load.finish();
		return run.get().result();
	}

	private static LoadModel blocking(int clients) {
		return new LoadModel.Blocking(clients, Warmup.NONE, Duration.ofMillis(500));
	}

}
