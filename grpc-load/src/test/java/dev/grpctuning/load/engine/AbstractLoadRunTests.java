package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import dev.grpctuning.load.call.Greeting;
import dev.grpctuning.load.engine.FakeChannels.FakeCall;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;

import static org.assertj.core.api.Assertions.assertThat;

/** What tests of {@link LoadRun} share: channels without a network, and plans. */
@Timeout(30)
@Execution(ExecutionMode.CONCURRENT)
public abstract class AbstractLoadRunTests {

	static final int MANY = 1_000_000;

	static final Duration LONG = Duration.ofMinutes(5);

	public final Queue<Progress> progress = new ConcurrentLinkedQueue<>();

	FakeChannels channels = FakeChannels.of(1, FakeChannels.answering());

	@AfterEach
	void close() {
		this.channels.close();
	}

	<T> T onChannelThread(Callable<T> action) throws Exception {
		return this.channels.all().getFirst().executor().submit(action).get();
	}

	void use(int count, Consumer<FakeCall> behaviour) {
		this.channels.close();
		this.channels = FakeChannels.of(count, behaviour);
	}

	LoadResult run(LoadModel model) throws InterruptedException {
		return run(plan(model));
	}

	LoadResult run(LoadPlan plan) throws InterruptedException {
		return measure(plan).result();
	}

	LoadRun load(LoadPlan plan) {
		return new LoadRun(plan, this.channels, this.progress::add);
	}

	MeasuredLoad measure(LoadModel model) throws InterruptedException {
		return measure(plan(model));
	}

	/** Drives a plan, and returns also what explains its result. */
	MeasuredLoad measure(LoadPlan plan) throws InterruptedException {
		return load(plan).run();
	}

	static FutureTask<MeasuredLoad> start(LoadRun load) {
		FutureTask<MeasuredLoad> run = new FutureTask<>(load::run);
		Thread.ofPlatform().daemon().start(run);
		return run;
	}

	/** Answers all calls until the run has ended. */
	MeasuredLoad answerAll(FutureTask<MeasuredLoad> run) throws Exception {
		await().until(() -> {
			answerAll();
			return run.isDone();
		});
		return run.get();
	}

	/** Answers all calls that are open now. */
	void answerAll() throws Exception {
		onChannelThread(() -> {
			this.channels.held().forEach(FakeCall::answer);
			return null;
		});
	}

	/** Runs a plan until a number of calls are open, and interrupts it then. */
	void interrupt(LoadPlan plan, int open) throws InterruptedException {
		FutureTask<MeasuredLoad> run = new FutureTask<>(load(plan)::run);
		Thread thread = Thread.ofPlatform().daemon().start(run);
		await().until(() -> this.channels.held().size() == open);
		thread.interrupt();
		thread.join();
		assertThat(run.state()).isEqualTo(Future.State.FAILED);
		assertThat(run.exceptionNow()).isInstanceOf(InterruptedException.class);
	}

	LoadPlan plan(LoadModel model) {
		return plan(model, MANY, LONG, LONG);
	}

	LoadPlan plan(LoadModel model, int maxOpenCalls, Duration drain, Duration timeout) {
		return new LoadPlan(model, LoadEngine.STUB, StubKind.ASYNC, this.channels.all().size(), Greeting.PLAN,
				maxOpenCalls, drain, timeout);
	}

	static LoadModel bursts(int count, int calls) {
		return bursts(count, calls, Duration.ZERO);
	}

	static LoadModel bursts(int count, int calls, Duration interval) {
		return new LoadModel.Burst(new BurstSchedule(count, calls, interval, Pacing.SCHEDULE), Warmup.NONE);
	}

	static ConditionFactory await() {
		return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
	}

}
