package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.testkit.KindsProto;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.KindsServer.Reflection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Any method of any server: described by the server, by a file, or by nobody. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class MethodCallsIT {

	private static final int CALLS = 100;

	@ParameterizedTest
	@EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
	void whenTheServerDescribesTheMethodThenItIsCalledWithTheRequest(Reflection reflection) throws Exception {
		try (KindsServer server = KindsServer.start(reflection)) {
			LoadResult result = run(server, plan("Unary", "{\"id\": 7, \"inner\": {\"text\": \"deep\"}}", null),
					TestEngine.FUTURE);
			assertThat(result.counts()).isEqualTo(new Counts(CALLS, CALLS, Map.of(), 0, 0));
			assertThat(result.messages().streams()).isNull();
			assertThat(server.requests()).hasSize(CALLS)
				.allSatisfy(
						(request) -> assertThat(request.toString()).isEqualTo("id: 7\ninner {\n  text: \"deep\"\n}\n"));
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenTheMethodIsUnaryThenEveryEngineCallsIt(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			LoadResult result = run(server, plan("Unary", "[{\"id\": 1}, {\"id\": 2}, {\"id\": 3}]", null), engine);
			assertThat(result.counts().ok()).isEqualTo(CALLS);
			assertThat(server.ids()).as("in rotation").containsOnly(1L, 2L, 3L);
			assertThat(server.ids().stream().filter((id) -> id == 1)).hasSize(34);
			assertThat(server.ids().stream().filter((id) -> id == 3)).hasSize(33);
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenThereArePlaceholdersThenEachCallHasItsOwnValues(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			CallPlan plan = plan("Unary", "{\"id\": {{seq}}, \"text\": \"{{uuid}}\"}", null)
				.withMetadata(Map.of("x-seq", "call {{seq}}", "x-fixed", "{{{{seq}}"));
			assertThat(run(server, plan, engine).counts().ok()).isEqualTo(CALLS);
			assertThat(server.ids()).containsExactlyInAnyOrderElementsOf(LongStream.range(0, CALLS).boxed().toList());
			assertThat(server.requests())
				.extracting((request) -> request.getField(KindsProto.THING.findFieldByName("text")))
				.doesNotHaveDuplicates();
			assertThat(server.headers("x-seq")).containsExactlyInAnyOrderElementsOf(
					LongStream.range(0, CALLS).mapToObj((call) -> "call " + call).toList());
			assertThat(server.headers("x-fixed")).hasSize(CALLS).containsOnly("{{seq}}");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenAStreamHasPlaceholdersThenEachMessageHasItsPlace(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			run(server, plan("Collect", "{\"id\": {{message}}, \"count\": {{seq}}}", 4), engine, 3);
			assertThat(server.ids()).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 0L, 1L, 2L, 3L, 0L, 1L, 2L, 3L);
			assertThat(server.requests())
				.extracting((request) -> request.getField(KindsProto.THING.findFieldByName("count")))
				.containsOnly(0, 1, 2);
		}
	}

	/**
	 * Messages of a call: to be sent, sent, received, the gaps between them, and bytes of
	 * each that is sent.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			FUTURE | Spread  | {"count": 20}            |    |  1 | 20 | 19 | 2
			RAW    | Spread  | {"count": 20}            |    |  1 | 20 | 19 | 2
			FUTURE | Collect | {"id": 5}                | 30 | 30 |  1 | 29 | 2
			RAW    | Collect | {"id": 5}                | 30 | 30 |  1 | 29 | 2
			FUTURE | Echo    | [{"id": 1}, {"id": 200}] | 10 | 10 | 10 | 9 | 2.5
			RAW    | Echo    | [{"id": 1}, {"id": 200}] | 10 | 10 | 10 | 9 | 2.5
			""")
	void whenCallsAreStreamsThenTheirMessagesAreCounted(TestEngine engine, String method, String request,
			@Nullable Integer messages, int sent, int received, int gaps, double bytes) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			LoadResult result = run(server, plan(method, request, messages), engine);
			assertThat(result.counts()).isEqualTo(new Counts(CALLS, CALLS, Map.of(), 0, 0));
			assertMessages(result, CALLS * sent, CALLS * received, CALLS * gaps);
			assertThat(server.requests()).hasSize(CALLS * sent);
			assertThat(result.messages().requestBytes()).isEqualTo(bytes);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenMessagesAreLargeThenFlowControlHoldsThemBackAndNoneIsLost(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			String request = "{\"text\": \"" + "x".repeat(100_000) + "\"}";
			LoadResult result = run(server, plan("Echo", request, 30), engine, 5);
			assertThat(result.counts()).isEqualTo(new Counts(5, 5, Map.of(), 0, 0));
			assertMessages(result, 150, 150, 145);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenAStreamHasNoMessagesThenItIsAnsweredAllTheSame(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			LoadResult result = run(server, plan("Collect", "{}", 0), engine);
			assertThat(result.counts().ok()).isEqualTo(CALLS);
			assertThat(server.requests()).isEmpty();
		}
	}

	@Test
	void whenAFileDescribesTheMethodThenTheServerIsNotAsked() throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			CallPlan.Method method = new CallPlan.Method(KindsProto.SERVICE, "Spread", KindsProto.set());
			CallPlan plan = new CallPlan(method, new CallPlan.Json("", "{\"id\": 3, \"count\": 2}"), null, Map.of(),
					CallSettings.DEFAULT);
			assertThat(CallTargets.describedByServer(plan)).isFalse();
			assertMessages(run(server, plan, TestEngine.FUTURE), CALLS, CALLS * 2, CALLS);
			assertThat(server.ids()).containsOnly(3L);
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenNobodyDescribesTheMethodThenBytesAreSent(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			ByteString content = DynamicMessage.newBuilder(KindsProto.THING)
				.setField(KindsProto.THING.findFieldByName("id"), 9L)
				.setField(KindsProto.THING.findFieldByName("count"), 3)
				.build()
				.toByteString();
			for (String name : List.of("Unary", "Spread", "Collect", "Echo")) {
				CallPlan plan = new CallPlan(new CallPlan.Method(KindsProto.SERVICE, name, null),
						new CallPlan.Bytes("", content), null, Map.of(), CallSettings.DEFAULT);
				assertThat(CallTargets.describedByServer(plan)).isFalse();
				assertThat(run(server, plan, engine).counts()).as(name)
					.isEqualTo(new Counts(CALLS, CALLS, Map.of(), 0, 0));
			}
			assertThat(server.ids()).hasSize(CALLS * 4).containsOnly(9L);
		}
	}

	private static void assertMessages(LoadResult result, long sent, long received, long gaps) {
		Streams messages = Objects.requireNonNull(result.messages().streams());
		assertThat(messages.sent()).isEqualTo(sent);
		assertThat(messages.received()).isEqualTo(received);
		assertThat(messages.gapMicros().count()).isEqualTo(gaps);
		assertThat(messages.receivedPerSecond() * result.rate().elapsedSeconds()).isCloseTo(received, within(0.001));
		assertThat(messages.sentPerSecond()).isPositive();
		assertThat(result.latencyMicros().service().count()).isEqualTo(result.counts().ok());
	}

	static CallPlan plan(String method, @Nullable String json, @Nullable Integer messages) {
		return new CallPlan(new CallPlan.Method(KindsProto.SERVICE, method, null),
				(json != null) ? new CallPlan.Json(json, json) : null, messages, Map.of(), CallSettings.DEFAULT);
	}

	static LoadResult run(KindsServer server, CallPlan plan, TestEngine engine) throws Exception {
		return run(server, plan, engine, CALLS);
	}

	private static LoadResult run(KindsServer server, CallPlan call, TestEngine engine, int calls) throws Exception {
		LoadModel model = new LoadModel.Burst(new BurstSchedule(1, calls, Duration.ZERO, Pacing.SCHEDULE), Warmup.NONE);
		LoadPlan plan = engine.plan(model, 2, call, 1000, Duration.ofSeconds(35));
		try (CallChannels open = engine.open(TargetAddress.parse(server.address()), plan, Duration.ofSeconds(10))) {
			return new LoadRun(plan, open, (progress) -> {
			}).run().result();
		}
	}

}
