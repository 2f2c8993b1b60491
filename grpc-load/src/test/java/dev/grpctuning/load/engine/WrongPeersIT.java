package dev.grpctuning.load.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.google.protobuf.DynamicMessage;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.NegotiationType;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import org.assertj.core.api.AbstractStringAssert;
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
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.load.transport.stub.StubChannelsFactory;
import dev.grpctuning.testkit.KindsProto;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.KindsServer.Reflection;
import dev.grpctuning.testkit.WrongPeer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Targets without a gRPC server, or with one that does not answer. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class WrongPeersIT {

	private static final CallPlan UNARY = new CallPlan(
			new CallPlan.Method(KindsProto.SERVICE, "Unary", KindsProto.set()),
			new CallPlan.Json("", "{\"text\": \"silence\"}"), null, Map.of(), CallSettings.DEFAULT);

	private static final DynamicMessage SILENCE = DynamicMessage.newBuilder(KindsProto.THING)
		.setField(KindsProto.THING.findFieldByName("text"), "silence")
		.build();

	private static final MethodDescriptor<DynamicMessage, DynamicMessage> UNANSWERED = MethodDescriptor
		.newBuilder(ProtoUtils.marshaller(SILENCE), ProtoUtils.marshaller(SILENCE))
		.setType(MethodDescriptor.MethodType.UNARY)
		.setFullMethodName(KindsProto.SERVICE + "/Unary")
		.build();

	private static final CallPlan ASKED = UNARY.withCallee(new CallPlan.Method(KindsProto.SERVICE, "Unary", null));

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			FUTURE | HTTP/1.1 400 Bad Request\\r\\n\\r\\n | the peer answers HTTP/1, not HTTP/2
			RAW    | HTTP/1.0 200 OK\\r\\n\\r\\n          | the peer answers HTTP/1, not HTTP/2
			FUTURE | \\25\\3\\3\\0\\2\\2F                  | the peer speaks TLS
			RAW    | \\25\\3\\3\\0\\2\\2F                  | the peer speaks TLS
			FUTURE | SSH-2.0-x\\r\\n                     | the peer does not speak HTTP/2, its first bytes are "SSH-2
			RAW    | SSH-2.0-x\\r\\n                     | the peer does not speak HTTP/2, its first bytes are "SSH-2
			""")
	void whenThePeerSpeaksAnotherProtocolThenSaysSo(TestEngine engine, String answer, String message) throws Exception {
		byte[] bytes = answer.translateEscapes().getBytes(StandardCharsets.ISO_8859_1);
		assertRefusedBy(engine, (socket) -> socket.getOutputStream().write(bytes)).contains(" ms: " + message);
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenThePeerResetsConnectionsThenSaysSo(TestEngine engine) throws Exception {
		assertRefusedBy(engine, WrongPeer::reset).containsAnyOf("Connection reset", "Connection closed", "Broken pipe",
				"Network closed");
	}

	@Test
	void whenThePeerSpeaksJustAfterTheTimeThenTheStubEngineSaysWhatItSpeaks() throws Exception {
		assertRefusedBy(TestEngine.FUTURE, Duration.ofMillis(100), (socket) -> {
			LockSupport.parkNanos(Duration.ofMillis(600).toNanos());
			socket.getOutputStream().write("HTTP/1.0 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		}).endsWith("no gRPC server answers within 100 ms: the peer answers HTTP/1, not HTTP/2");
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenThePeerSaysNothingThenSaysSo(TestEngine engine) throws Exception {
		assertRefusedBy(engine, Duration.ofSeconds(1), (socket) -> {
		}).endsWith("no gRPC server answers within 1000 ms: the peer sends nothing");
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenThePeerSpeaksNoTlsThenSaysSo(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			assertRefused(engine, enough(engine), TargetAddress.parse(server.address()), NegotiationType.TLS)
				.endsWith(": the peer does not speak TLS");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenTheServerGoesWhileItIsAskedThenSaysSo(TestEngine engine) throws Exception {
		KindsServer server = KindsServer.start(Reflection.V1);
		TargetUnreachableException failure = catchThrowableOfType(TargetUnreachableException.class,
				() -> StubChannelsFactory.plaintext()
					.ask(TargetAddress.parse(server.address()), plan(engine), Duration.ofSeconds(5), (channel) -> {
						server.close();
						return CallTargets.of(ASKED, channel, Duration.ofSeconds(5));
					}));
		// A server that goes resets its calls, unless it ends the connection before that.
		assertThat(failure).hasMessageMatching(".*: its reflection ends with (UNAVAILABLE|CANCELLED): .*");
		assertThat(failure.isForGood()).isFalse();
	}

	@Test
	void whenTheServerDoesNotAnswerItsReflectionInTimeThenItIsNotTakenForNone() throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			TargetAddress address = TargetAddress.parse(server.address());
			TargetUnreachableException failure = catchThrowableOfType(TargetUnreachableException.class,
					() -> StubChannelsFactory.plaintext()
						.ask(address, plan(TestEngine.FUTURE), Duration.ofSeconds(5), WrongPeersIT::callWithoutAnswer));
			assertThat(failure).hasMessageStartingWith(
					"the gRPC server at " + address + " did not answer a reflection request within 5000 ms");
			assertThat(failure.isNoServer()).isFalse();
		}
	}

	private static Object callWithoutAnswer(Channel channel) {
		return ClientCalls.blockingUnaryCall(channel, UNANSWERED,
				CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS), SILENCE);
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenTheServerStopsAnsweringThenItsCallsAreUnfinished(TestEngine engine) throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE);
				CallChannels open = engine.open(TargetAddress.parse(server.address()), plan(engine),
						Duration.ofSeconds(10))) {
			LoadResult result = new LoadRun(plan(engine), open, (progress) -> {
			}).run().result();
			assertThat(result.counts()).isEqualTo(new Counts(10, 0, Map.of(), 0, 10));
		}
	}

	/** The stub engine waits for all of it before it says what is wrong. */
	private static Duration enough(TestEngine engine) {
		return Duration.ofSeconds((engine == TestEngine.RAW) ? 20 : 2);
	}

	private static AbstractStringAssert<?> assertRefusedBy(TestEngine engine, WrongPeer.Meeting meeting)
			throws Exception {
		return assertRefusedBy(engine, enough(engine), meeting);
	}

	private static AbstractStringAssert<?> assertRefusedBy(TestEngine engine, Duration timeout,
			WrongPeer.Meeting meeting) throws Exception {
		try (WrongPeer peer = WrongPeer.onFirstByte(meeting)) {
			return assertRefused(engine, timeout, TargetAddress.parse(peer.address()), NegotiationType.PLAINTEXT);
		}
	}

	private static AbstractStringAssert<?> assertRefused(TestEngine engine, Duration timeout, TargetAddress address,
			NegotiationType negotiation) {
		TargetUnreachableException failure = catchThrowableOfType(TargetUnreachableException.class,
				() -> engine.open(address, plan(engine), timeout, negotiation).close());
		return assertThat(failure.getMessage()).startsWith("no gRPC server at " + address + ": ").doesNotContain("\n");
	}

	private static LoadPlan plan(TestEngine engine) {
		LoadModel model = new LoadModel.Burst(new BurstSchedule(1, 10, Duration.ZERO, Pacing.SCHEDULE), Warmup.NONE);
		return engine.plan(model, 1, UNARY, 1000, Duration.ofMillis(200));
	}

}
