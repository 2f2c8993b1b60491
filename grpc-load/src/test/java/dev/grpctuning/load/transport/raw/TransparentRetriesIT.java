package dev.grpctuning.load.transport.raw;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.call.Greeting;
import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.ProbedCall;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.load.transport.stub.StubChannelsFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls that a server has not processed, and which gRPC sends again by itself. */
@Timeout(30)
class TransparentRetriesIT {

	private static final int REFUSED_STREAM = 7;

	private static final Duration TIMEOUT = Duration.ofSeconds(10);

	private final ScriptedPeer peer = new ScriptedPeer();

	@AfterEach
	void close() throws Exception {
		this.peer.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenTheServerRefusesAStreamThenItsCallIsSentAgain(TestEngine engine) throws Exception {
		LoadPlan plan = plan(engine);
		try (Opened opened = open(() -> engine.open(this.peer.address(), plan, TIMEOUT))) {
			ProbedCall call = opened.call();
			opened.connection().reset(nextRequest(opened.connection()), REFUSED_STREAM);
			answer(opened.connection(), nextRequest(opened.connection()));
			assertAllOk(List.of(call));
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenTheServerRefusesACallTwiceThenItFails(TestEngine engine) throws Exception {
		LoadPlan plan = plan(engine);
		try (Opened opened = open(() -> engine.open(this.peer.address(), plan, TIMEOUT))) {
			ProbedCall call = opened.call();
			opened.connection().reset(nextRequest(opened.connection()), REFUSED_STREAM);
			opened.connection().reset(nextRequest(opened.connection()), REFUSED_STREAM);
			assertThat(call.await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
			assertThat(call.ends()).isOne();
		}
	}

	@Test
	void whenAnApplicationConfiguresRetriesThenTheStubEngineCountsTheFirstFailure() throws Exception {
		StubChannelsFactory plaintext = StubChannelsFactory.plaintext();
		LoadPlan plan = plan(TestEngine.FUTURE);
		StubChannelsFactory retrying = new StubChannelsFactory(
				(address, name) -> retrying(plaintext.builders().builder(address, name)));
		try (Opened opened = open(
				() -> retrying.open(this.peer.address(), plan, CallTargets.of(Greeting.PLAN), TIMEOUT))) {
			ProbedCall call = opened.call();
			opened.connection()
				.trailers(nextRequest(opened.connection()), HeaderBlock.response().with("grpc-status", "14"));
			assertThat(call.await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
		}
	}

	private static NettyChannelBuilder retrying(NettyChannelBuilder builder) {
		return builder.defaultServiceConfig(Map.of("methodConfig",
				List.of(Map.of("name", List.of(Map.of()), "retryPolicy",
						Map.of("maxAttempts", 4.0, "initialBackoff", "0.001s", "maxBackoff", "0.001s",
								"backoffMultiplier", 1.0, "retryableStatusCodes", List.of("UNAVAILABLE"))))));
	}

	/** Reads up to the end of a request, whose frames may alternate with another's. */
	private static int nextRequest(PeerConnection connection) throws Exception {
		PeerFrame frame = connection.read();
		while (frame.type() != PeerFrame.DATA || !frame.has(PeerFrame.END_STREAM)) {
			frame = connection.read();
		}
		return frame.streamId();
	}

	/** Sends an empty message, which every engine can parse. */
	private static void answer(PeerConnection connection, int stream) throws Exception {
		connection.headers(stream, HeaderBlock.response());
		connection.data(stream, PeerConnection.message(0));
		connection.trailers(stream, HeaderBlock.trailers(0));
	}

	private static void assertAllOk(List<ProbedCall> calls) throws Exception {
		for (ProbedCall call : calls) {
			assertThat(call.await().getCode()).as("call %d", calls.indexOf(call)).isEqualTo(Status.Code.OK);
			assertThat(call.ends()).isOne();
			assertThat(call.sent()).isOne();
		}
	}

	private static LoadPlan plan(TestEngine engine) {
		return engine.plan(new LoadModel.Burst(new BurstSchedule(1, 1, Duration.ZERO, Pacing.SCHEDULE), Warmup.NONE), 1,
				10);
	}

	private Opened open(Opening opening, int... settings) throws Exception {
		CompletableFuture<CallChannels> opened = new CompletableFuture<>();
		Thread.startVirtualThread(() -> {
			try {
				opened.complete(opening.open());
			}
			catch (Exception ex) {
				opened.completeExceptionally(ex);
			}
		});
		// The first connection only looks whether somebody listens.
		this.peer.accept();
		PeerConnection connection = this.peer.acceptReady(settings);
		return new Opened(opened.get(10, TimeUnit.SECONDS), connection);
	}

	@FunctionalInterface
	private interface Opening {

		CallChannels open() throws Exception;

	}

	private record Opened(CallChannels channels, PeerConnection connection) implements AutoCloseable {

		ProbedCall call() {
			return ProbedCall.start(this.channels.all().getFirst());
		}

		@Override
		public void close() {
			this.channels.close();
		}

	}

}
