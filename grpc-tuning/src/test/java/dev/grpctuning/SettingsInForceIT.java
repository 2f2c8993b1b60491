package dev.grpctuning;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.testkit.greeting.Greeter;
import dev.grpctuning.testkit.greeting.Http2Preface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A running server has what was set, and what it was changed to. */
class SettingsInForceIT {

	@Test
	void whenCallsOfAConnectionAreLimitedThenFurtherOnesWaitAtTheClient() throws Exception {
		try (PlainServer server = PlainServer.start("max-concurrent-calls-per-connection=2")) {
			Greeter greeter = server.greeter();
			ManagedChannel channel = server.channel();
			// Before the first response the client does not know the limit.
			HelloServiceGrpc.newBlockingStub(channel).sayHello(HelloRequest.getDefaultInstance());
			CountDownLatch gate = greeter.closeGate();
			try {
				HelloServiceGrpc.HelloServiceFutureStub stub = HelloServiceGrpc.newFutureStub(channel);
				List<ListenableFuture<HelloResponse>> calls = Stream.generate(HelloRequest::getDefaultInstance)
					.limit(5)
					.map(stub::sayHello)
					.toList();
				await().until(() -> greeter.waiting() == 2);
				await().during(Duration.ofMillis(200)).until(() -> greeter.waiting() == 2);
				gate.countDown();
				for (ListenableFuture<HelloResponse> call : calls) {
					call.get(60, TimeUnit.SECONDS);
				}
				assertThat(greeter.mostWaiting()).isEqualTo(2);
			}
			finally {
				gate.countDown();
				channel.shutdownNow();
			}
		}
	}

	@Test
	void whenLimitAndWindowAreSetThenTheServersSettingsFrameSaysSo() throws Exception {
		try (PlainServer server = PlainServer.start("flow-control-window=1MB",
				"max-concurrent-calls-per-connection=1000")) {
			assertThat(Http2Preface.serverSettings(server.port()))
				.containsEntry(Http2Preface.MAX_CONCURRENT_STREAMS, 1000L)
				.containsEntry(Http2Preface.INITIAL_WINDOW_SIZE, 1L << 20);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FORK_JOIN", "FIXED", "CACHED", "VIRTUAL" })
	void whenHandlerRunsAtTheEndThenItIsWaitedFor(ExecutorType executor) throws Exception {
		try (PlainServer server = PlainServer.start("transport=auto", "executor.type=" + executor.propertyValue())) {
			Greeter greeter = server.greeter();
			CountDownLatch gate = greeter.closeGate();
			ManagedChannel channel = server.channel();
			try {
				HelloServiceGrpc.newFutureStub(channel).sayHello(HelloRequest.getDefaultInstance());
				await().until(() -> greeter.waiting() == 1);
				Thread stopper = new Thread(server::cancel);
				stopper.start();
				await().until(() -> channel.getState(false) != ConnectivityState.READY);
				gate.countDown();
				stopper.join(TimeUnit.MINUTES.toMillis(1));
				assertThat(stopper.isAlive()).isFalse();
				assertThat(greeter.wasInterrupted()).isFalse();
			}
			finally {
				gate.countDown();
				channel.shutdownNow();
			}
		}
	}

}
