package dev.grpctuning.load.call;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.call.CallSettings.Cancellation;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.call.CallSettings.Retries;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.testkit.KindsProto;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.KindsServer.Reflection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How calls are made: cancelled by the client, with a deadline, compressed, and so on.
 */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class CallSettingsIT {

	private static final int CALLS = 100;

	private static final String SILENCE = "{\"text\": \"silence\"}";

	@ParameterizedTest
	@EnumSource
	void whenAllCallsAreCancelledAtOnceThenNoneIsAFailure(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			LoadResult result = run(server, plan("Unary", SILENCE, cancel(1, 0)), engine);
			assertThat(result.counts()).isEqualTo(new Counts(CALLS, 0, Map.of(), CALLS, 0));
			assertThat(result.latencyMicros().service().count()).isZero();
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenAShareIsCancelledThenTheOthersAreAnsweredAndTheServerCountsBoth(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			String every = "[{\"id\": 1}, {\"id\": 2}, {\"id\": 3}, {\"id\": 4, \"text\": \"silence\"}]";
			LoadResult result = run(server, plan("Unary", every, cancel(0.25, 1000)), engine);
			assertThat(result.counts()).isEqualTo(new Counts(CALLS, 75, Map.of(), 25, 0));
			assertThat(result.latencyMicros().service().count()).isEqualTo(75);
			assertThat(result.rate().elapsedSeconds()).isGreaterThanOrEqualTo(1);
			await().until(() -> server.cancelled() == 25);
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenACallEndsBeforeItsTimeThenItIsNotCancelled(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			LoadResult result = run(server, plan("Unary", "{}", cancel(1, 600_000)), engine);
			assertThat(result.counts()).isEqualTo(new Counts(CALLS, CALLS, Map.of(), 0, 0));
			assertThat(server.cancelled()).isZero();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenAStreamIsCancelledThenItsMessagesAreCountedAllTheSame(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			LoadResult result = run(server, plan("Linger", "{\"count\": 3}", cancel(1, 1000)), engine);
			assertThat(result.counts()).isEqualTo(new Counts(CALLS, 0, Map.of(), CALLS, 0));
			assertThat(result.messages().streams()).isNotNull().satisfies((messages) -> {
				assertThat(messages.sent()).isEqualTo(CALLS);
				assertThat(messages.received()).isEqualTo(CALLS * 3);
			});
			await().until(() -> server.cancelled() == CALLS);
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenTheDeadlineIsOverThenTheCallFailsOnBothSides(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			CallSettings settings = new CallSettings(Duration.ofSeconds(1), null, Compression.IDENTITY, false,
					Cancellation.NONE, Retries.NONE, Set.of());
			LoadResult result = run(server, plan("Unary", SILENCE, settings), engine);
			assertThat(result.counts())
				.isEqualTo(new Counts(CALLS, 0, Map.of("DEADLINE_EXCEEDED", (long) CALLS), 0, 0));
			await().until(() -> server.cancelled() == CALLS);
			assertThat(server.headers("grpc-timeout")).hasSize(CALLS).doesNotContain("null");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenEachAttemptTakesTooLongThenTheServerHasAllAndTheCallFailsOnce(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			CallSettings settings = new CallSettings(Duration.ofSeconds(1), null, Compression.IDENTITY, false,
					Cancellation.NONE, new Retries(3, Duration.ofMillis(1)), Set.of());
			String each = "[{\"text\": \"silence\", \"id\": {{seq}}}, {\"text\": \"silence\", \"id\": {{random}}}]";
			LoadResult result = run(server, plan("Unary", each, settings), engine);
			assertThat(result.counts())
				.isEqualTo(new Counts(CALLS, 0, Map.of("DEADLINE_EXCEEDED", (long) CALLS), 0, 0));
			assertThat(result.rate().elapsedSeconds()).isGreaterThan(3);
			await().until(() -> server.cancelled() == CALLS * 3);
			assertThat(server.ids()).hasSize(CALLS * 3);
			assertThat(Set.copyOf(server.ids())).as("three of each").hasSize(CALLS);
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenTheServerForbidsRetriesThenThereAreNone(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			CallSettings settings = new CallSettings(null, null, Compression.IDENTITY, false, Cancellation.NONE,
					new Retries(3, Duration.ofMillis(1)), Set.of());
			LoadResult result = run(server, plan("Unary", "{\"text\": \"never again\"}", settings), engine);
			assertThat(result.counts())
				.isEqualTo(new Counts(CALLS, 0, Map.of("RESOURCE_EXHAUSTED", (long) CALLS), 0, 0));
			assertThat(server.requests()).hasSize(CALLS);
		}
	}

	static Stream<Arguments> enginesAndCompressions() {
		return Stream.of(TestEngine.FUTURE, TestEngine.RAW)
			.flatMap((engine) -> Stream.of(Compression.values())
				.map((compression) -> Arguments.of(engine, compression)));
	}

	@ParameterizedTest
	@MethodSource("enginesAndCompressions")
	void whenRequestsAreCompressedThenTheServerIsTold(TestEngine engine, Compression compression) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			CallSettings settings = new CallSettings(null, null, compression, false, Cancellation.NONE, Retries.NONE,
					Set.of());
			LoadResult result = run(server, plan("Unary", "{\"text\": \"" + "x".repeat(10_000) + "\"}", settings),
					engine);
			assertThat(result.counts().ok()).isEqualTo(CALLS);
			assertThat(server.headers("grpc-encoding")).hasSize(CALLS)
				.containsOnly((compression == Compression.GZIP) ? "gzip" : "null");
			assertThat(server.requests())
				.allSatisfy((request) -> assertThat(request.getSerializedSize()).isGreaterThan(10_000));
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenAnAuthorityIsAskedForThenTheServerIsTold(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			CallSettings settings = new CallSettings(null, "shop.example:8443", Compression.IDENTITY, false,
					Cancellation.NONE, Retries.NONE, Set.of());
			run(server, plan("Unary", "{}", settings), engine);
			assertThat(server.authorities()).containsExactly("shop.example:8443");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenCallsDoNotWaitForAConnectionThenTheyFailWhileTheServerIsAway(TestEngine engine) throws Exception {
		KindsServer server = KindsServer.start(Reflection.NONE);
		try (CallChannels open = open(server, plan("Unary", "{}", CallSettings.DEFAULT), engine)) {
			server.closeAndWait();
			LoadResult result = load(plan("Unary", "{}", CallSettings.DEFAULT), engine, open);
			assertThat(result.counts()).isEqualTo(new Counts(CALLS, 0, Map.of("UNAVAILABLE", (long) CALLS), 0, 0));
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenCallsWaitForAConnectionThenTheyAreAnsweredByTheServerThatComesBack(TestEngine engine) throws Exception {
		CallSettings settings = new CallSettings(null, null, Compression.IDENTITY, true, Cancellation.NONE,
				Retries.NONE, Set.of());
		KindsServer server = KindsServer.start(Reflection.NONE);
		try (CallChannels open = open(server, plan("Unary", "{}", settings), engine)) {
			server.closeAndWait();
			try (KindsServer back = KindsServer.startAgain(server.address())) {
				LoadResult result = load(plan("Unary", "{}", settings), engine, open);
				assertThat(result.counts()).isEqualTo(new Counts(CALLS, CALLS, Map.of(), 0, 0));
				assertThat(back.requests()).hasSize(CALLS);
			}
		}
	}

	private static CallSettings cancel(double share, long millis) {
		return new CallSettings(null, null, Compression.IDENTITY, false,
				new Cancellation(share, Duration.ofMillis(millis)), Retries.NONE, Set.of());
	}

	private static CallPlan plan(String method, String json, CallSettings settings) {
		return new CallPlan(new CallPlan.Method(KindsProto.SERVICE, method, KindsProto.set()),
				new CallPlan.Json(json, json), null, Map.of(), settings);
	}

	private static LoadResult run(KindsServer server, CallPlan plan, TestEngine engine) throws Exception {
		try (CallChannels open = open(server, plan, engine)) {
			return load(plan, engine, open);
		}
	}

	private static CallChannels open(KindsServer server, CallPlan plan, TestEngine engine) throws Exception {
		return engine.open(TargetAddress.parse(server.address()), loadPlan(plan, engine), Duration.ofSeconds(10));
	}

	private static LoadResult load(CallPlan plan, TestEngine engine, CallChannels open) throws Exception {
		return new LoadRun(loadPlan(plan, engine), open, (progress) -> {
		}).run().result();
	}

	private static LoadPlan loadPlan(CallPlan plan, TestEngine engine) {
		LoadModel model = new LoadModel.Burst(new BurstSchedule(1, CALLS, Duration.ZERO, Pacing.SCHEDULE), Warmup.NONE);
		return engine.plan(model, 2, plan, 1000, Duration.ofSeconds(20));
	}

}
