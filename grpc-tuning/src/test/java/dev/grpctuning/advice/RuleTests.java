package dev.grpctuning.advice;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.call.ForeignAnswers;
import dev.grpctuning.call.Refusal;
import dev.grpctuning.call.adaptive.MethodPlace.MethodState;
import dev.grpctuning.connection.LoopLoad;
import dev.grpctuning.connection.UnreadyWrites;
import dev.grpctuning.observe.Cause;
import dev.grpctuning.observe.LargeMessages;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.transport.BlockedEventLoop;

import static org.assertj.core.api.Assertions.assertThat;

/** What each rule recognises, and what it leaves alone. */
class RuleTests {

	private static final long GIGABYTE = 1L << 30;

	private final Map<Knob<?>, Object> effective = new HashMap<>();

	private final Map<Knob<?>, Object> set = new HashMap<>();

	private final Map<Knob<?>, String> configured = new HashMap<>();

	private @Nullable Duration frameworkKeepAlive;

	private Optional<BlockedEventLoop> blocked = Optional.empty();

	private final Map<Refusal, Long> refused = new EnumMap<>(Refusal.class);

	private final Map<Knob<?>, Long> closed = new HashMap<>();

	private long expired;

	private double longestWaitMillis;

	private final List<MethodState> methods = new ArrayList<>();

	private final List<LoopLoad> loads = new ArrayList<>();

	private long held;

	private LargeMessages.@Nullable Held longest;

	private long unreadyStreams;

	private UnreadyWrites.@Nullable Waiting unready;

	private ForeignAnswers.@Nullable Most foreign;

	private List<String> unreadable = List.of();

	private Findings.Jvm jvm = new Findings.Jvm(2, GIGABYTE, true);

	RuleTests() {
		this.effective.put(Knobs.EXECUTOR_TYPE, "fork-join");
		this.effective.put(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION, 1000);
		this.effective.put(Knobs.BOSS_THREADS, 1);
		this.effective.put(Knobs.WORKER_THREADS, 2);
		this.effective.put(Knobs.LIMIT_QUEUE_DISCIPLINE, "fifo");
	}

	@Test
	void soundSettingsGetNoAdvice() {
		assertThat(advice()).isEmpty();
	}

	@Test
	void moreThanOneBossThreadIsOfNoUse() {
		this.effective.put(Knobs.BOSS_THREADS, 2);
		assertThat(advice()).containsExactly(new Advice("boss-threads", "2 boss threads",
				"gRPC accepts connections on one of them; the others never start", "1, or leave it out", null));
	}

	@Test
	void moreWorkersThanProcessorsAreOfNoUse() {
		this.effective.put(Knobs.WORKER_THREADS, 3);
		assertThat(advice()).extracting(Advice::knob, Advice::found, Advice::set)
			.containsExactly(Tuple.tuple("worker-threads", "3 worker threads on 2 processors", "2 or fewer"));
	}

	@ParameterizedTest
	@CsvSource({ "9000,true", "9999,true", "10000,false", "3600000,false" })
	void keepAliveUnderItsFloorIsRaised(long millis, boolean advised) {
		this.set.put(Knobs.KEEP_ALIVE_TIME, millis);
		assertThat(advice()).extracting(Advice::found).isEqualTo(advised ? List.of(millis + " ms") : List.of());
	}

	@Test
	void keepAliveOfTheFrameworkIsLookedAtToo() {
		this.frameworkKeepAlive = Duration.ofSeconds(1);
		assertThat(knobs()).containsExactly("keep-alive.time");
		this.set.put(Knobs.KEEP_ALIVE_TIME, 20_000L);
		assertThat(knobs()).isEmpty();
	}

	@Test
	void fixedWindowDoesNotGrow() {
		this.effective.put(Knobs.FLOW_CONTROL_WINDOW, 65536);
		assertThat(advice()).extracting(Advice::knob, Advice::found)
			.containsExactly(Tuple.tuple("flow-control-window", "fixed window of 65,536 bytes"));
	}

	@Test
	void ageNeedsGrace() {
		this.effective.put(Knobs.CONNECTION_MAX_AGE, 60000L);
		assertThat(knobs()).containsExactly("connection.max-age");
		this.effective.put(Knobs.CONNECTION_MAX_AGE_GRACE, 1000L);
		assertThat(knobs()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "max-concurrent-calls-per-connection", "limit.concurrent-calls", "executor.queue-capacity" })
	void anyBoundOnCallsIsEnough(String bound) {
		this.effective.remove(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION);
		assertThat(advice()).extracting(Advice::found)
			.containsExactly("unlimited calls for a fork-join executor with an unlimited queue");
		this.effective.put(Knobs.find(bound).orElseThrow(), 10);
		assertThat(advice()).isEmpty();
	}

	@Test
	void directExecutorHasNoQueueToFill() {
		this.effective.remove(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION);
		this.effective.put(Knobs.EXECUTOR_TYPE, "direct");
		assertThat(advice()).isEmpty();
	}

	@Test
	void handlerThatWasSeenToBlockTheLoopIsNamed() {
		this.blocked = Optional.of(new BlockedEventLoop("grpc-server-worker-1", "com.example.Slow.call",
				Duration.ofMillis(300), Instant.EPOCH));
		assertThat(advice()).isEmpty();
		this.effective.put(Knobs.EXECUTOR_TYPE, "direct");
		assertThat(advice()).extracting(Advice::cause).containsExactly(Cause.EVENT_LOOP_BLOCKED);
		assertThat(advice()).extracting(Advice::found)
			.containsExactly("direct, and grpc-server-worker-1 was in com.example.Slow.call for 300 ms or more at "
					+ "1970-01-01T00:00:00Z");
		this.effective.put(Knobs.EXECUTOR_TYPE, "application");
		assertThat(advice()).extracting(Advice::found).anyMatch((found) -> found.startsWith("application, and "));
	}

	@ParameterizedTest
	@CsvSource({ "direct,true", "cached,true", "virtual,true", "fixed,false", "fork-join,false" })
	void threadsMeanNothingToSomeExecutors(String type, boolean advised) {
		this.effective.put(Knobs.EXECUTOR_TYPE, type);
		this.configured.put(Knobs.EXECUTOR_THREADS, "4");
		assertThat(knobs()).isEqualTo(advised ? List.of("executor.threads") : List.of());
	}

	@Test
	void servicesThatAreNotThereCannotBeWithdrawn() {
		this.effective.put(Knobs.SERVICES_WITHDRAWN, List.of("a.A", "b.B"));
		assertThat(advice()).extracting(Advice::found, Advice::set).containsExactly(Tuple.tuple("b.B", "one of a.A"));
	}

	@Test
	void valueThatTheApplicationOverrodeIsNamed() {
		this.configured.put(Knobs.MAX_INBOUND_MESSAGE_SIZE, "1KB");
		this.set.put(Knobs.MAX_INBOUND_MESSAGE_SIZE, 1024);
		this.effective.put(Knobs.MAX_INBOUND_MESSAGE_SIZE, 1024);
		assertThat(advice()).isEmpty();
		this.effective.put(Knobs.MAX_INBOUND_MESSAGE_SIZE, 7);
		assertThat(advice()).extracting(Advice::found).containsExactly("1KB is configured and 7 in force");
		this.effective.remove(Knobs.MAX_INBOUND_MESSAGE_SIZE);
		assertThat(advice()).extracting(Advice::found).containsExactly("1KB is configured and no value in force");
	}

	@Test
	void whenFieldsOfGrpcAreMissingThenThatIsSaidOnceAndNoValueSeemsOverridden() {
		this.configured.put(Knobs.MAX_INBOUND_MESSAGE_SIZE, "1KB");
		this.set.put(Knobs.MAX_INBOUND_MESSAGE_SIZE, 1024);
		this.unreadable = List.of("NettyServer.maxMessageSize");
		assertThat(advice()).extracting(Advice::knob, Advice::found)
			.containsExactly(Tuple.tuple("grpc-java", "a version without NettyServer.maxMessageSize"));
	}

	@Test
	void handlerWithThreadsOfItsOwnIsNamedIfAnExecutorIsSetForIt() {
		this.foreign = new ForeignAnswers.Most("a.A/B", "DefaultDispatcher-worker-1", 5000);
		assertThat(advice()).isEmpty();
		this.set.put(Knobs.EXECUTOR_TYPE, "fork-join");
		assertThat(advice()).extracting(Advice::found)
			.containsExactly("5,000 calls of a.A/B that another thread answered after the handler had returned, "
					+ "one of them DefaultDispatcher-worker-1");
		this.foreign = new ForeignAnswers.Most("a.A/B", "DefaultDispatcher-worker-1", 99);
		assertThat(advice()).isEmpty();
		this.foreign = new ForeignAnswers.Most("a.A/B", "own", 5000);
		this.effective.put(Knobs.EXECUTOR_TYPE, "application");
		assertThat(advice()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "CONCURRENT_CALLS,limit.concurrent-calls", "CONCURRENT_STREAMS,limit.concurrent-streams",
			"METHOD,limit.methods", "PRIORITY,limit.by-priority", "CLIENT,limit.by-client",
			"QUEUE,executor.queue-capacity", "QUEUE_TIME,limit.max-queue-time", "DEADLINE,limit.max-queue-time" })
	void limitThatRefusesManyCallsIsNamed(Refusal reason, String knob) {
		this.refused.put(Refusal.HEALTH, 1000L);
		this.refused.put(reason, 99L);
		assertThat(advice()).isEmpty();
		this.refused.put(reason, 100L);
		assertThat(advice()).extracting(Advice::knob, Advice::found)
			.containsExactly(Tuple.tuple(knob, "100 calls refused since the start"));
	}

	@Test
	void onlyTheMostFrequentReasonIsNamed() {
		this.refused.put(Refusal.METHOD, 200L);
		this.refused.put(Refusal.CONCURRENT_CALLS, 300L);
		assertThat(knobs()).containsExactly("limit.concurrent-calls");
	}

	@Test
	void callsThatWaitTooLongInFifoOrderNeedCodel() {
		this.refused.put(Refusal.QUEUE_TIME, 100L);
		assertThat(knobs()).containsExactly("limit.max-queue-time");
		this.effective.put(Knobs.EXECUTOR_TYPE, "fixed");
		assertThat(knobs()).containsExactly("limit.max-queue-time", "limit.queue-discipline");
		this.effective.put(Knobs.LIMIT_QUEUE_DISCIPLINE, "codel");
		assertThat(knobs()).containsExactly("limit.max-queue-time");
	}

	@Test
	void longWaitsNeedABound() {
		this.longestWaitMillis = 999;
		assertThat(advice()).isEmpty();
		this.longestWaitMillis = 1000;
		assertThat(advice()).extracting(Advice::knob, Advice::found)
			.containsExactly(Tuple.tuple("limit.max-queue-time", "a task waited 1,000 ms for a thread"));
		this.effective.put(Knobs.LIMIT_MAX_QUEUE_TIME, 2000L);
		assertThat(advice()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "max-connections", "max-connections-per-address", "connection.max-resets",
			"connection.max-control-frames", "max-response-backlog" })
	void limitThatClosesConnectionsIsNamed(String knob) {
		this.closed.put(Knobs.find(knob).orElseThrow(), 9L);
		assertThat(advice()).isEmpty();
		this.closed.put(Knobs.find(knob).orElseThrow(), 10L);
		assertThat(advice()).extracting(Advice::knob, Advice::found)
			.containsExactly(Tuple.tuple(knob, "10 connections closed since the start"));
	}

	@Test
	void callsThatAreOftenCancelledForTheirAgeAreNamed() {
		this.expired = 99;
		assertThat(advice()).isEmpty();
		this.expired = 100;
		assertThat(advice()).extracting(Advice::knob, Advice::found)
			.containsExactly(
					Tuple.tuple("limit.max-call-age", "100 calls cancelled because of their age since the start"));
	}

	@Test
	void responsesInASmallHeapNeedABound() {
		this.jvm = new Findings.Jvm(2, GIGABYTE - 1, false);
		assertThat(advice()).extracting(Advice::found, Advice::set)
			.containsExactly(Tuple.tuple("unlimited buffered responses in 1023 MB of heap",
					"a part of the heap, such as 127MB"));
		this.effective.put(Knobs.MAX_RESPONSE_BACKLOG, 1 << 20);
		assertThat(advice()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "255,true,true", "256,true,false", "64,false,false" })
	void g1NeedsRoom(long megabytes, boolean g1, boolean advised) {
		this.jvm = new Findings.Jvm(2, megabytes << 20, g1);
		this.effective.put(Knobs.MAX_RESPONSE_BACKLOG, 1 << 20);
		assertThat(knobs()).isEqualTo(advised ? List.of("jvm.collector") : List.of());
	}

	@Test
	void largeMessagesThatHoldUpAnEventLoopAreNamed() {
		this.longest = new LargeMessages.Held("a.A/Upload", 3 << 20, 14_600_000);
		this.held = 9;
		assertThat(advice()).isEmpty();
		this.held = 10;
		assertThat(advice()).extracting(Advice::knob, Advice::found)
			.containsExactly(Tuple.tuple("executor.routes", "10 messages of 256 KB or more held up an event loop for "
					+ "5 ms or more, one of a.A/Upload with 3,145,728 bytes for 14 ms"));
	}

	@Test
	void streamsThatWriteToUnreadyClientsAreNamed() {
		this.unreadyStreams = 2;
		this.unready = new UnreadyWrites.Waiting("a.A/Watch", 40 << 20);
		assertThat(advice()).extracting(Advice::knob, Advice::found)
			.containsExactly(Tuple.tuple("max-response-backlog",
					"2 streams wrote 1 MB or more while their client was not ready, one of a.A/Watch 40 MB"));
	}

	@ParameterizedTest
	@CsvSource({ "10000,750,250,true", "10000,740,260,false", "9999,750,250,false", "10000,99,0,false" })
	void eventLoopWithMostOfTheCallsIsNamed(long calls, double busiest, double other, boolean advised) {
		this.loads.add(new LoopLoad(9, 5000, other));
		this.loads.add(new LoopLoad(1, calls, busiest));
		assertThat(advice()).extracting(Advice::found)
			.isEqualTo(advised ? List.of("75 % of the calls on one of 2 event loops, which has 1 of 10 connections")
					: List.of());
	}

	@Test
	void methodThatOftenLeavesTheEventLoopsIsNamed() {
		this.methods.add(new MethodState("a.A/Calm", true, 4, false));
		assertThat(advice()).isEmpty();
		this.methods.add(new MethodState("a.A/Moody", false, 5, false));
		assertThat(advice()).extracting(Advice::knob, Advice::found)
			.containsExactly(Tuple.tuple("executor.routes", "a.A/Moody was too slow for the event loops 5 times"));
	}

	@Test
	void adaptiveExecutorThatNeedNotChooseIsNamed() {
		this.effective.put(Knobs.EXECUTOR_TYPE, "adaptive");
		this.methods.add(new MethodState("grpc.health.v1.Health/Check", true, 0, false));
		assertThat(advice()).isEmpty();
		this.methods.add(new MethodState("a.A/Slow", false, 0, false));
		assertThat(advice()).extracting(Advice::found)
			.containsExactly("adaptive, and no method runs on the event loops");
		this.methods.add(new MethodState("a.A/Quick", true, 0, false));
		assertThat(advice()).isEmpty();
		this.methods.remove(1);
		assertThat(advice()).extracting(Advice::found, Advice::set)
			.containsExactly(Tuple.tuple("adaptive, and all methods run on the event loops", "direct"));
	}

	private List<String> knobs() {
		return advice().stream().map(Advice::knob).toList();
	}

	private List<Advice> advice() {
		return Rule.check(new Findings(this.effective::get, this.set::get, this.configured::get,
				this.frameworkKeepAlive, Set.of("a.A"), this.blocked,
				new Findings.Figures(10_000, 10_000, (reason) -> this.refused.getOrDefault(reason, 0L),
						(knob) -> this.closed.getOrDefault(knob, 0L), this.expired, this.longestWaitMillis),
				new Findings.Traffic(this.methods, this.held, this.longest, this.unreadyStreams, this.unready, 2,
						this.loads, this.foreign),
				this.jvm, this.unreadable));
	}

}
