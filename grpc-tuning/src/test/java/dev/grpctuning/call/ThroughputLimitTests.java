package dev.grpctuning.call;

import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.call.SimulatedServer.Minute;
import dev.grpctuning.settings.value.LimitAlgorithm;

import static org.assertj.core.api.Assertions.assertThat;

/** The limit under load, in simulated time. All servers are overloaded from the start. */
class ThroughputLimitTests {

	private static final int MOST = 2000;

	static Stream<Arguments> overloads() {
		return Stream.of(overload("8 threads", 100, () -> server(8, 1600, constant(10))),
				overload("8 threads, exponential durations", 100, () -> server(8, 1600, exponential(10))),
				overload("half of the calls take 10 times as long", 500, () -> server(8, 290, mixed(constant(10)))),
				overload("the same with 64 threads", 1000, () -> server(64, 2330, mixed(exponential(10)))),
				overload("300 threads", 3000, () -> server(300, 2000, exponential(300))),
				overload("1 thread", 50, () -> server(1, 2000, constant(1))),
				overload("a lock", 100, () -> locked(Integer.MAX_VALUE, 0)),
				overload("a lock that is slower under contention", 100, () -> locked(Integer.MAX_VALUE, 0.03)),
				overload("the same with 16 threads", 100, () -> locked(16, 0.03)));
	}

	private static Arguments overload(String name, double objectiveMillis, Supplier<SimulatedServer> server) {
		return Arguments.of(Named.of(name, server), objectiveMillis);
	}

	private static SimulatedServer server(int threads, double rate, SimulatedServer.Work work) {
		return new SimulatedServer(1, threads, rate, work);
	}

	private static SimulatedServer eightThreads() {
		return server(8, 1600, constant(10));
	}

	private static SimulatedServer locked(int threads, double contention) {
		SimulatedServer server = server(threads, 2000, exponential(5));
		server.lockMillis = 1;
		server.contention = contention;
		return server;
	}

	private static SimulatedServer.Work constant(double millis) {
		return (random) -> millis;
	}

	private static SimulatedServer.Work exponential(double millis) {
		return (random) -> -Math.log(1 - random.nextDouble()) * millis;
	}

	private static SimulatedServer.Work mixed(SimulatedServer.Work work) {
		return (random) -> work.millis(random) * (random.nextBoolean() ? 10 : 1);
	}

	@ParameterizedTest
	@MethodSource("overloads")
	void whenTwiceTheCapacityComesThenLatencyDoesNotDriftAndTheGoodputIsThatOfTheBestFixedLimit(
			Supplier<SimulatedServer> servers, double objectiveMillis) {
		SimulatedServer server = servers.get().limit(MOST, LimitAlgorithm.THROUGHPUT);
		double first = server.run(60).p99Millis();
		server.run(13 * 60);
		Minute last = server.run(60);
		assertThat(last.p99Millis()).isLessThanOrEqualTo(1.5 * first);
		long best = IntStream.of(8, 12, 16, 24, 64, 80, 100, 300, 360, MOST).mapToLong((calls) -> {
			SimulatedServer fixed = servers.get().limit(calls, LimitAlgorithm.FIXED);
			fixed.run(10);
			return fixed.run(60).answeredWithin(objectiveMillis);
		}).max().orElseThrow();
		assertThat(last.answeredWithin(objectiveMillis)).isGreaterThanOrEqualTo((long) (0.95 * best));
	}

	@Test
	void whenTheOverloadLastsForDaysThenLatencyDoesNotDrift() {
		SimulatedServer server = server(8, 16, exponential(1000)).limit(MOST, LimitAlgorithm.THROUGHPUT);
		server.run(3600);
		double first = server.run(3600).p99Millis();
		for (int hour = 0; hour < 3 * 24; hour++) {
			assertThat(server.run(3600).p99Millis()).isLessThanOrEqualTo(1.5 * first);
		}
	}

	@Test
	void whenTheLimitIsSetWhileThousandsOfCallsAreOpenThenTheyDoNotCountAsItsThroughput() {
		SimulatedServer server = eightThreads();
		server.run(10);
		assertThat(server.open()).isGreaterThan(5000);
		server.limit(MOST, LimitAlgorithm.THROUGHPUT).run(60);
		assertThat(server.run(60).p99Millis()).isLessThan(40);
	}

	@Test
	void whenTheCapacityChangesThenTheLimitFollowsIt() {
		SimulatedServer server = server(64, 6400, constant(10)).limit(MOST, LimitAlgorithm.THROUGHPUT);
		server.run(60);
		assertThat(server.run(10).answered()).isGreaterThan(60_000);
		server.threads = 8;
		server.run(120);
		assertThat(server.run(10).p99Millis()).isLessThan(40);
		server.threads = 64;
		server.run(60);
		assertThat(server.run(10).answered()).isGreaterThan(60_000);
	}

	@Test
	void whenLoadComesAndGoesThenTheLimitStaysWhereItWas() {
		SimulatedServer server = eightThreads().limit(MOST, LimitAlgorithm.THROUGHPUT);
		server.run(60);
		for (int i = 0; i < 60; i++) {
			server.rate = 80;
			server.run(20);
			server.rate = 1600;
			assertThat(server.run(20).p99Millis()).isLessThan(40);
		}
	}

	@Test
	void whenTheServerIsNotOverloadedThenItRefusesNextToNothing() {
		SimulatedServer server = eightThreads().limit(MOST, LimitAlgorithm.THROUGHPUT);
		server.run(60);
		server.rate = 640;
		server.run(60);
		assertThat(server.run(600).refusedShare()).isLessThan(0.03);
	}

	/** A deadline of a millisecond is the client's choice, and no server meets it. */
	@Test
	void whenClientsCancelTheirCallsThenTheOthersKeepTheirGoodput() {
		SimulatedServer server = eightThreads();
		server.impatient = 0.5;
		server.limit(MOST, LimitAlgorithm.THROUGHPUT).run(600);
		assertThat(server.run(60).answeredWithin(100)).isGreaterThan((long) (0.95 * 400 * 60));
	}

	@Test
	void whenMoreCallsBringMoreAnswersThenTheLimitRisesToItsMaximumAndStaysThere() {
		SimulatedServer server = server(Integer.MAX_VALUE, 2000, constant(1000)).limit(100, LimitAlgorithm.THROUGHPUT);
		server.run(600);
		assertThat(server.run(600).answered()).isGreaterThan((int) (0.95 * 100 * 600));
	}

	@Test
	void whenTheMaximumIsSmallThenTheLimitIsFixed() {
		for (int most = 1; most <= 4; most++) {
			SimulatedServer server = eightThreads().limit(most, LimitAlgorithm.THROUGHPUT);
			server.run(60);
			assertThat(server.allowed()).isEqualTo(most);
		}
	}

}
