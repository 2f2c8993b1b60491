package dev.grpctuning.load.serve;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import com.google.common.util.concurrent.Uninterruptibles;
import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.serve.LoadEndpoint.Control.ConflictException;
import dev.grpctuning.load.serve.StatusDocument.Last;
import dev.grpctuning.load.serve.StatusDocument.State;
import dev.grpctuning.load.transport.TargetUnreachableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link Serve}. */
@Tag(Approved.TAG)
@Timeout(60)
class ServeTests {

	private static final Map<String, String> LONG = Map.of("load.model", "closed", "load.duration", "1h");

	private static final Map<String, String> SHORT = Map.of("load.model", "burst", "load.burst.count", "1",
			"load.burst.size", "3");

	private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final Queue<OpenCall> held = new ConcurrentLinkedQueue<>();

	private final AtomicInteger answered = new AtomicInteger();

	private Consumer<OpenCall> behaviour = this::answer;

	private ChannelsFactory channels = (address, plan, timeout) -> channel();

	private final Serve serve = new Serve((address, plan, timeout) -> this.channels.open(address, plan, timeout),
			this.registry, new ResultFolders(null, null), Duration.ofMillis(50));

	@AfterEach
	void close() {
		this.serve.end();
		this.executor.shutdownNow();
	}

	private void answer(OpenCall call) {
		this.executor.execute(call::succeeded);
	}

	@Test
	void whenNothingWasPostedThenItWaits() {
		assertThat(this.serve.status()).isEqualTo(new StatusDocument(State.WAITING, null, null));
		assertThat(this.serve.result()).isNull();
		assertThat(this.serve.stop()).isFalse();
	}

	@Test
	void whenARunHasEndedThenTheNextIsTaken() {
		start(SHORT);
		assertThat(awaitEnd()).satisfies((last) -> {
			assertThat(last.number()).isOne();
			assertThat(last.exitCode()).isEqualTo(ExitCode.OK);
		});
		start(SHORT);
		assertThat(awaitEnd().number()).isEqualTo(2);
		assertThat(this.serve.result()).isNotNull()
			.satisfies((result) -> assertThat(result.counts().ok()).isEqualTo(3));
		assertThat(this.registry.get("load.calls.answered").tags("model", "burst").counter().count()).isEqualTo(6);
	}

	@Test
	void whenTheServerDoesNotHaveTheMethodThenThatIsNoFailureOfTheRun() {
		this.behaviour = (call) -> this.executor.execute(() -> call.failed(Status.UNIMPLEMENTED));
		start(SHORT);
		assertThat(awaitEnd()).satisfies((last) -> {
			assertThat(last.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
			assertThat(last.error()).contains("hello.v1.HelloService/SayHello", "3 UNIMPLEMENTED");
		});
	}

	@Test
	void whenTheNextRunHasAnotherModelThenTheMetersAreItsOwn() {
		start(SHORT);
		awaitEnd();
		start(Map.of("load.model", "open", "load.open.rate", "1000", "load.duration", "5ms"));
		awaitEnd();
		assertThat(this.registry.find("load.calls.answered").tags("model", "burst").counters()).isEmpty();
		assertThat(this.registry.get("load.calls.answered").tags("model", "open").counter().count()).isEqualTo(5);
	}

	@Test
	void whenARunGoesOnThenNoPlanIsEvenLookedAt() {
		assertThat(start(LONG).state()).isEqualTo(State.DRIVING);
		assertThatExceptionOfType(ConflictException.class).isThrownBy(() -> this.serve.start(() -> {
			throw new IllegalStateException("looked at");
		})).satisfies((ex) -> Approved.assertCase("serve.txt", ex.getMessage()));
	}

	@Test
	void whenAPlanIsReadWithoutAnEndThenServeEndsNevertheless() throws Exception {
		CountDownLatch read = new CountDownLatch(1);
		CountDownLatch never = new CountDownLatch(1);
		Thread poster = Thread.startVirtualThread(() -> this.serve.start(() -> {
			read.countDown();
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			return properties(SHORT);
		}));
		read.await();
		this.serve.end();
		this.serve.awaitEnd();
		assertThat(poster.isAlive()).isTrue();
		poster.interrupt();
	}

	@Test
	void whenTwoPlansAreReadAtOnceThenOneIsDriven() {
		assertThatExceptionOfType(ConflictException.class).isThrownBy(() -> this.serve.start(() -> {
			start(LONG);
			return properties(SHORT);
		})).withMessageStartingWith("run 1 has not ended");
	}

	@Test
	void whenItIsStoppedThenOpenCallsAreWaitedFor() {
		this.behaviour = this.held::add;
		start(LONG);
		Awaitility.await().until(() -> this.held.size() == 10);
		assertThat(this.serve.stop()).isTrue();
		assertThat(this.serve.status().state()).isEqualTo(State.DRAINING);
		this.held.forEach((call) -> this.executor.execute(call::succeeded));
		assertThat(awaitEnd()).extracting(Last::exitCode, Last::error).containsExactly(ExitCode.OK, null);
		assertThat(awaitEnd().result()).isNotNull().satisfies((result) -> {
			assertThat(result.stoppedBy()).isEqualTo(StopReason.INTERRUPTED);
			assertThat(result.counts().ok()).isEqualTo(10);
		});
	}

	@Test
	void whenItIsStoppedASecondTimeThenOpenCallsAreNotWaitedFor() {
		this.behaviour = this.held::add;
		start(LONG);
		Awaitility.await().until(() -> this.held.size() == 10);
		this.serve.stop();
		this.serve.stop();
		assertThat(awaitEnd().exitCode()).isEqualTo(ExitCode.RUN_FAILED);
		Approved.assertCase("serve.txt", awaitEnd().error());
		assertThat(awaitEnd().result()).isNotNull().satisfies((result) -> {
			assertThat(result.stoppedBy()).isEqualTo(StopReason.INTERRUPTED);
			assertThat(result.counts().unfinished()).isEqualTo(10);
		});
		assertThat(this.registry.get("load.calls.open").gauge().value()).isZero();
	}

	@Test
	void whenItIsStoppedWhileItConnectsThenItSaysSoToWhoPostedIt() throws Exception {
		FutureTask<@Nullable Throwable> posted = postConnecting(() -> new CountDownLatch(1).await());
		assertThat(this.serve.status().state()).isEqualTo(State.CONNECTING);
		this.serve.stop();
		assertThat(posted.get()).isInstanceOfSatisfying(ConflictException.class,
				(ex) -> Approved.assertCase("serve.txt", ex.getMessage()));
		awaitWaiting();
		assertThat(this.serve.status().last()).isNull();
		this.channels = (address, plan, timeout) -> channel();
		start(SHORT);
		assertThat(awaitEnd().exitCode()).isEqualTo(ExitCode.OK);
	}

	@Test
	void whenItIsStoppedWhileItConnectsThenItMakesNoCallThoughItConnects() throws Exception {
		CountDownLatch stopped = new CountDownLatch(1);
		FutureTask<@Nullable Throwable> posted = postConnecting(() -> Uninterruptibles.awaitUninterruptibly(stopped));
		this.serve.stop();
		stopped.countDown();
		assertThat(posted.get()).isInstanceOf(ConflictException.class)
			.hasMessage("run 1 was stopped before its first call.");
		awaitWaiting();
		assertThat(this.serve.status().last()).isNull();
		assertThat(this.registry.get("load.calls.started").counter().count()).isZero();
	}

	/** Posts a plan and waits until it connects. */
	private FutureTask<@Nullable Throwable> postConnecting(Connecting how) throws InterruptedException {
		CountDownLatch connecting = new CountDownLatch(1);
		this.channels = (address, plan, timeout) -> {
			connecting.countDown();
			how.await();
			return channel();
		};
		FutureTask<@Nullable Throwable> posted = new FutureTask<>(() -> {
			try {
				start(LONG);
				return null;
			}
			catch (RuntimeException ex) {
				return ex;
			}
		});
		Thread.ofPlatform().daemon().start(posted);
		connecting.await();
		return posted;
	}

	@Test
	void whenItEndsWhileARunConnectsThenTheRunEnds() throws Exception {
		FutureTask<@Nullable Throwable> posted = postConnecting(() -> new CountDownLatch(1).await());
		this.serve.end();
		this.serve.awaitEnd();
		assertThat(posted.get()).isInstanceOf(ConflictException.class);
		assertThat(this.serve.status().state()).isEqualTo(State.WAITING);
	}

	@Test
	void whenTheTargetCannotBeReachedThenNothingWasBegun() {
		this.channels = (address, plan, timeout) -> {
			throw new TargetUnreachableException(address, "gone");
		};
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> start(LONG))
			.satisfies((ex) -> Approved.assertCase("serve.txt", ex.getMessage()));
		awaitWaiting();
		assertThat(this.serve.status().last()).isNull();
		this.channels = (address, plan, timeout) -> channel();
		start(SHORT);
		assertThat(awaitEnd().number()).isOne();
	}

	@Test
	void whenTheRunItselfFailsThenThatIsToldAndTheNextIsTaken() {
		this.behaviour = (call) -> {
			throw new IllegalStateException("a bug");
		};
		start(SHORT);
		assertThat(awaitEnd())
			.isEqualTo(new Last(1, ExitCode.BUG, "java.lang.IllegalStateException: a bug", null, null));
		this.behaviour = this::answer;
		start(SHORT);
		assertThat(awaitEnd().error()).isNull();
	}

	@Test
	void whenTheServerIsLostThenTheRunHasFailedIfItCannotBeConnectedToAgain() {
		this.behaviour = (call) -> {
			if (this.answered.getAndIncrement() == 0) {
				answer(call);
			}
			else {
				this.executor.execute(() -> call.failed(Status.UNAVAILABLE));
			}
		};
		start(SHORT);
		assertThat(awaitEnd()).extracting(Last::exitCode, Last::error).containsExactly(ExitCode.OK, null);
		this.answered.set(0);
		AtomicInteger opened = new AtomicInteger();
		this.channels = (address, plan, timeout) -> {
			if (opened.getAndIncrement() != 0) {
				throw new TargetUnreachableException(address, "refused");
			}
			return channel();
		};
		start(SHORT);
		assertThat(awaitEnd().exitCode()).isEqualTo(ExitCode.RUN_FAILED);
		Approved.assertCase("serve.txt", awaitEnd().error());
	}

	@Test
	void whenItIsToldToEndThenTheRunEndsFirstAndNoOtherIsTaken() throws Exception {
		this.behaviour = this.held::add;
		start(LONG);
		Awaitility.await().until(() -> this.held.size() == 10);
		this.serve.end();
		this.serve.awaitEnd();
		assertThat(awaitEnd().result()).isNotNull()
			.satisfies((result) -> assertThat(result.counts().unfinished()).isEqualTo(10));
		assertThatExceptionOfType(ConflictException.class).isThrownBy(() -> start(SHORT))
			.satisfies((ex) -> Approved.assertCase("serve.txt", ex.getMessage()));
	}

	private OneChannel channel() {
		return new OneChannel(this.executor, (call) -> this.behaviour.accept(call));
	}

	private StatusDocument start(Map<String, String> plan) {
		return this.serve.start(() -> properties(plan));
	}

	private static LoadProperties properties(Map<String, String> plan) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("start", Map.of("load.quiet", "true")));
		return new PostedPlan(new ServeProperties(List.of(), List.of()), environment, new DefaultListableBeanFactory())
			.bind(new HashMap<>(plan));
	}

	private void awaitWaiting() {
		Awaitility.await().atMost(Duration.ofSeconds(40)).until(() -> this.serve.status().state() == State.WAITING);
	}

	private Last awaitEnd() {
		awaitWaiting();
		return Objects.requireNonNull(this.serve.status().last());
	}

	@FunctionalInterface
	private interface Connecting {

		void await() throws InterruptedException;

	}

}
