package dev.grpctuning.load.compare.slices;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.slices.SlicedTurns.Contender;
import dev.grpctuning.load.compare.slices.SlicedTurns.Measured;
import dev.grpctuning.load.engine.SlicedLoad;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.server.SlicesEndpoint.Turn;
import dev.grpctuning.slices.SliceOrder;

import static org.assertj.core.api.Assertions.assertThat;

class SlicedTurnsTests {

	private static final Duration SLICE = Duration.ofMillis(50);

	private static final Duration BATCH = Duration.ofMillis(400);

	private final CarryOver carryOver = new CarryOver(SLICE);

	private final List<Server> servers = List.of(new Server(Duration.ofMillis(1)), new Server(Duration.ofMillis(4)));

	/** Which server was called, for each call. */
	private final List<Server> called = Collections.synchronizedList(new ArrayList<>());

	@AfterEach
	void close() {
		this.servers.forEach(Server::close);
	}

	@Test
	void whenAServerIsSlowerThenItsValuesShowIt() throws Exception {
		SlicedTurns turns = turns(Turns.AT_ONCE);
		turns.warmUp(BATCH);
		Map<Variant, Measured> values = turns.batch(BATCH, Duration.ofMillis(3));
		Map<Metric, Double> fast = of(values, 0);
		Map<Metric, Double> slow = of(values, 1);
		assertThat(value(fast, Metric.THROUGHPUT)).isGreaterThan(1.5 * value(slow, Metric.THROUGHPUT));
		assertThat(value(slow, Metric.P50)).isGreaterThanOrEqualTo(4000);
		assertThat(value(slow, Metric.GOODPUT)).isZero();
		assertThat(value(fast, Metric.ANSWERED)).isEqualTo(1);
	}

	@Test
	void whenServersTakeTurnsThenOnlyOneIsDrivenAtATimeInTheDrawnOrder() throws Exception {
		SliceOrder drawn = new SliceOrder(2, 7);
		List<Integer> calls = new ArrayList<>();
		SlicedTurns turns = turns((slice) -> {
			if (slice > 0) {
				Server server = this.servers.get(drawn.variant(slice - 1));
				// On a busy machine, a slice may have no call.
				assertThat(this.called).allMatch(server::equals);
				calls.add(this.called.size());
				this.called.clear();
			}
			return true;
		});
		turns.batch(BATCH, null);
		assertThat(calls.stream().mapToInt(Integer::intValue).sum()).isPositive();
	}

	@Test
	void whenEachCallCostsTheServerCpuThenItsCostIsFound() throws Exception {
		SlicedTurns turns = turns(Turns.AT_ONCE);
		turns.warmUp(BATCH);
		assertThat(value(of(turns.batch(BATCH, null), 1), Metric.SERVER_CPU)).isBetween(45.0, 55.0);
	}

	@Test
	void whenTheProcessOfAServerIsNotSeenThenItsCpuIsWhatTheServerCounted() throws Exception {
		SlicedTurns turns = turns(Turns.AT_ONCE);
		Map<Variant, Measured> values = turns.batch(BATCH, null);
		of(values, 0).remove(Metric.SERVER_CPU);
		turns.addCpu(values, List.of(turn(0, 0, 100, 20), turn(1, 1, 100, 90), turn(2, 0, 300, 60), turn(3, 0, 0, 99),
				turn(turns.slices(), 0, 100, 99)));
		assertThat(value(of(values, 0), Metric.SERVER_CPU)).isEqualTo(200);
		assertThat(value(of(values, 1), Metric.SERVER_CPU)).as("of its process").isBetween(45.0, 55.0);
	}

	@Test
	void whenThereAreTwoLoadsThenTheCpuIsThatUnderTheLatencyLoad() throws Exception {
		SlicedTurns turns = turns(Turns.AT_ONCE, (server) -> new SlicedLoad(plan(), server));
		Map<Variant, Measured> values = turns.batch(BATCH, null);
		of(values, 1).remove(Metric.SERVER_CPU);
		turns.addCpu(values, List.of(turn(1, 1, 100, 99), turn(2, 1, 100, 70)));
		assertThat(value(of(values, 1), Metric.SERVER_CPU)).isEqualTo(700);
	}

	/** A slice in which calls were answered and so many milliseconds of CPU were used. */
	private static Turn turn(long number, int candidate, long answered, long cpu) {
		return new Turn(number, candidate, 0, answered, cpu * 1_000_000);
	}

	@Test
	void whenASliceBeganTooLongAgoThenItIsLeftOut() throws Exception {
		SlicedTurns turns = turns((slice) -> new SliceOrder(2, 7).variant(slice) != 1);
		assertThat(of(turns.batch(BATCH, null), 1)).isEmpty();
		assertThat(this.called).isNotEmpty().allMatch(this.servers.getFirst()::equals);
	}

	@Test
	void whenTheyAreStoppedThenABatchHasNoValues() throws Exception {
		SlicedTurns turns = turns(Turns.AT_ONCE);
		turns.stop();
		assertThat(turns.batch(BATCH, null)).isEmpty();
		assertThat(this.called).isEmpty();
	}

	private static Map<Metric, Double> of(Map<Variant, Measured> values, int variant) {
		return Objects.requireNonNull(values.get(variant(variant))).values();
	}

	private static double value(Map<Metric, Double> values, Metric metric) {
		return Objects.requireNonNull(values.get(metric));
	}

	private SlicedTurns turns(Turns when) {
		return turns(when, (server) -> null);
	}

	private SlicedTurns turns(Turns when, Function<Server, @Nullable SlicedLoad> latency) {
		List<Contender> contenders = new ArrayList<>();
		for (Server server : this.servers) {
			contenders.add(new Contender(variant(contenders.size()), new SlicedLoad(plan(), server, this.carryOver),
					latency.apply(server), server.cpuNanos::get));
		}
		return new SlicedTurns(contenders, SliceTimes.of(SLICE), 7, when, this.carryOver);
	}

	private static Variant variant(int number) {
		return new Variant("variant-" + number, null, null, List.of(), Map.of(), null, null, null);
	}

	private static LoadPlan plan() {
		return new LoadPlan(new LoadModel.Closed(new Concurrency.Constant(2), Warmup.NONE, Duration.ofSeconds(1)),
				LoadEngine.RAW, LoadEngine.StubKind.FUTURE, 1,
				new CallPlan(new CallPlan.Method("hello.v1.HelloService", "SayHello", null), null, null, Map.of(),
						CallSettings.DEFAULT),
				100, Duration.ofSeconds(5), Duration.ofMinutes(1));
	}

	/** A server without a network. A call takes a time, and costs 50 µs of CPU. */
	private final class Server implements CallChannels, CallChannels.CallChannel {

		private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

		private final AtomicLong cpuNanos = new AtomicLong();

		private final Duration time;

		Server(Duration time) {
			this.time = time;
		}

		@Override
		public List<? extends CallChannel> all() {
			return List.of(this);
		}

		@Override
		public void start(OpenCall call) {
			SlicedTurnsTests.this.called.add(this);
			this.thread.schedule(() -> {
				this.cpuNanos.addAndGet(50_000);
				call.succeeded();
			}, this.time.toNanos(), TimeUnit.NANOSECONDS);
		}

		@Override
		public ScheduledExecutorService executor() {
			return this.thread;
		}

		@Override
		public void close() {
			this.thread.shutdownNow();
		}

	}

}
