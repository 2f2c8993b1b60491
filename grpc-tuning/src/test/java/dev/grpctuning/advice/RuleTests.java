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
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.call.ForeignAnswers;
import dev.grpctuning.call.Refusal;
import dev.grpctuning.call.adaptive.MethodPlace.MethodState;
import dev.grpctuning.connection.LoopLoad;
import dev.grpctuning.connection.UnreadyWrites;
import dev.grpctuning.observe.LargeMessages;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.transport.EventLoopProbe.BlockedEventLoop;

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

	/**
	 * What is found, and where the rule says nothing: just below its bound, or once it is
	 * followed.
	 */
	static Stream<Arguments> rules() {
		return Stream.of(
				rule("boss-threads: 2 boss threads", (given) -> given.effective.put(Knobs.BOSS_THREADS, 2),
						(given) -> given.effective.put(Knobs.BOSS_THREADS, 1)),
				rule("worker-threads: 3 worker threads on 2 processors",
						(given) -> given.effective.put(Knobs.WORKER_THREADS, 3),
						(given) -> given.effective.put(Knobs.WORKER_THREADS, 2)),
				rule("keep-alive.time: 9999 ms", (given) -> given.set.put(Knobs.KEEP_ALIVE_TIME, 9999L),
						(given) -> given.set.put(Knobs.KEEP_ALIVE_TIME, 10_000L)),
				rule("keep-alive.time: 1000 ms", (given) -> given.frameworkKeepAlive = Duration.ofSeconds(1),
						(given) -> given.set.put(Knobs.KEEP_ALIVE_TIME, 20_000L)),
				rule("flow-control-window: fixed window of 65,536 bytes",
						(given) -> given.effective.put(Knobs.FLOW_CONTROL_WINDOW, 65536),
						(given) -> given.effective.remove(Knobs.FLOW_CONTROL_WINDOW)),
				rule("connection.max-age: age of 60000 ms without grace",
						(given) -> given.effective.put(Knobs.CONNECTION_MAX_AGE, 60000L),
						(given) -> given.effective.put(Knobs.CONNECTION_MAX_AGE_GRACE, 1000L)),
				rule("max-concurrent-calls-per-connection: unlimited calls for a fork-join executor with an unlimited queue",
						(given) -> given.effective.remove(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION),
						(given) -> given.effective.put(Knobs.EXECUTOR_QUEUE_CAPACITY, 10)),
				rule("executor.type: direct, and grpc-server-worker-1 was in com.example.Slow.call for 300 ms or more at 1970-01-01T00:00:00Z",
						(given) -> {
							given.blocked = Optional.of(new BlockedEventLoop("grpc-server-worker-1",
									"com.example.Slow.call", Duration.ofMillis(300), Instant.EPOCH));
							given.effective.put(Knobs.EXECUTOR_TYPE, "direct");
						}, (given) -> given.effective.put(Knobs.EXECUTOR_TYPE, "fork-join")),
				rule("executor.threads: 4 threads of a cached executor", (given) -> {
					given.effective.put(Knobs.EXECUTOR_TYPE, "cached");
					given.configured.put(Knobs.EXECUTOR_THREADS, "4");
				}, (given) -> given.effective.put(Knobs.EXECUTOR_TYPE, "fixed")),
				rule("services.withdrawn: b.B",
						(given) -> given.effective.put(Knobs.SERVICES_WITHDRAWN, List.of("a.A", "b.B")),
						(given) -> given.effective.put(Knobs.SERVICES_WITHDRAWN, List.of("a.A"))),
				rule("limit.queue-discipline: 100 calls waited too long for a thread since the start", (given) -> {
					given.refused.put(Refusal.QUEUE_TIME, 100L);
					given.refused.put(Refusal.METHOD, 99L);
					given.effective.put(Knobs.EXECUTOR_TYPE, "fixed");
				}, (given) -> given.refused.clear()),
				rule("limit.max-queue-time: a task waited 1,000 ms for a thread",
						(given) -> given.longestWaitMillis = 1000, (given) -> given.longestWaitMillis = 999),
				rule("limit.max-call-age: 100 calls cancelled because of their age since the start",
						(given) -> given.expired = 100, (given) -> given.expired = 99),
				rule("max-response-backlog: unlimited buffered responses in 1023 MB of heap",
						(given) -> given.jvm = new Findings.Jvm(2, GIGABYTE - 1, false),
						(given) -> given.effective.put(Knobs.MAX_RESPONSE_BACKLOG, 1 << 20)),
				rule("jvm.collector: G1 on a heap of 255 MB", (given) -> {
					given.jvm = new Findings.Jvm(2, 255L << 20, true);
					given.effective.put(Knobs.MAX_RESPONSE_BACKLOG, 1 << 20);
				}, (given) -> given.jvm = new Findings.Jvm(2, 256L << 20, true)),
				rule("executor.routes: 10 messages of 256 KB or more held up an event loop for 5 ms or more, one of a.A/Upload with 3,145,728 bytes for 14 ms",
						(given) -> {
							given.longest = new LargeMessages.Held("a.A/Upload", 3 << 20, 14_600_000);
							given.held = 10;
						}, (given) -> given.held = 9),
				rule("max-response-backlog: 2 streams wrote 1 MB or more while their client was not ready, one of a.A/Watch 40 MB",
						(given) -> {
							given.unreadyStreams = 2;
							given.unready = new UnreadyWrites.Waiting("a.A/Watch", 40 << 20);
						}, (given) -> given.unready = null),
				rule("executor.routes: a.A/Moody was too slow for the event loops 5 times",
						(given) -> given.methods.add(new MethodState("a.A/Moody", false, 5, false)),
						(given) -> given.methods.set(0, new MethodState("a.A/Calm", true, 4, false))));
	}

	private static Arguments rule(String found, Consumer<RuleTests> harm, Consumer<RuleTests> remedy) {
		return Arguments.of(found, harm, remedy);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("rules")
	void eachRuleFindsItsHarmAndNothingBelowIt(String found, Consumer<RuleTests> harm, Consumer<RuleTests> remedy) {
		harm.accept(this);
		assertThat(texts()).contains(found).hasSizeLessThanOrEqualTo(2);
		remedy.accept(this);
		assertThat(texts()).isEmpty();
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

	private List<String> texts() {
		return advice().stream().map((advice) -> advice.knob() + ": " + advice.found()).toList();
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
