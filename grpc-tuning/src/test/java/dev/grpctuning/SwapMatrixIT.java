package dev.grpctuning;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.connection.Connection;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.testkit.Ipv6;
import dev.grpctuning.testkit.ServerCertificate;
import dev.grpctuning.testkit.greeting.ConstantLoad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Swaps on each kind of address, transport and connection, under overload, and while
 * clients do not read.
 */
class SwapMatrixIT {

	private static final int STALLED = 20;

	private static final ServerCertificate CERTIFICATE = ServerCertificate.create();

	@ParameterizedTest
	@CsvSource({ "0.0.0.0,127.0.0.1,nio,true", "::,127.0.0.1,auto,false", "::,::1,nio,false", "::1,::1,auto,true" })
	void whenServerIsSwappedThenNoCallFailsAndItsAddressIsTheSame(String bound, String host, String transport,
			boolean tls) throws Exception {
		if (host.contains(":")) {
			Ipv6.loopback();
		}
		try (PlainServer server = options(tls).address(bound, host).start("transport=" + transport);
				// Between Java's own sockets a connection can be cut by a swap.
				ConstantLoad load = ConstantLoad.startWaitingForReady(server)) {
			List<String> addresses = server.serving().parts().addresses();
			for (int i = 1; i <= 2; i++) {
				assertThat(server.change("max-concurrent-calls-per-connection=" + (100 + i)).replacement())
					.isEqualTo(GenerationChange.SWAP);
				assertThat(server.effective(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION)).isEqualTo(100 + i);
				assertThat(server.serving().parts().addresses()).isEqualTo(addresses);
				load.settle(100);
			}
			await().untilAsserted(() -> assertThat(server.connections().states()).isNotEmpty()
				.extracting(Connection::generation)
				.containsOnly(3));
			load.stop();
			assertThat(load.failures()).isEmpty();
		}
	}

	@Test
	void whenOverloadedServerIsSwappedThenEveryCallIsAnsweredOrRefused() {
		try (PlainServer server = options(true).start("executor.type=fixed", "executor.threads=2",
				"limit.concurrent-calls=50"); ConstantLoad load = ConstantLoad.startWaitingForReady(server)) {
			CallLimits limits = server.limits();
			CountDownLatch gate = server.greeter().closeGate();
			for (int i = 1; i <= 3; i++) {
				load.awaitAllBut(50);
				long refused = limits.state().refused();
				await().until(() -> limits.state().refused() > refused + 50);
				server.change("max-concurrent-calls-per-connection=" + (100 + i));
				assertThat(limits.state().open()).isEqualTo(50);
			}
			gate.countDown();
			load.awaitAnswers(100);
			load.stop();
			assertThat(load.failures()).isNotEmpty()
				.allSatisfy((failure, count) -> assertThat(failure).startsWith("Status{code=RESOURCE_EXHAUSTED")
					.contains("Too many calls are open"));
			await().until(() -> limits.state().open() == 0);
		}
	}

	@Test
	void whenClientsDoNotReadThenTheirStreamsEndOnTheReplacedServer() {
		try (PlainServer server = options(true).start("transport=nio");
				ConstantLoad load = ConstantLoad.startWaitingForReady(server)) {
			// The greeting does not fit into this window.
			ManagedChannel channel = server.channelBuilder().flowControlWindow(8).build();
			List<Stalled> stalled = Stream.generate(() -> new Stalled(channel)).limit(STALLED).toList();
			await().until(() -> stalledStreams(server) == STALLED);
			for (int i = 1; i <= 3; i++) {
				server.change("max-concurrent-calls-per-connection=" + (100 + i));
				load.settle(100);
			}
			await().until(() -> stalledStreams(server) == STALLED);
			stalled.forEach(Stalled::read);
			await().until(() -> stalled.stream().allMatch((stream) -> stream.ended == Status.OK));
			await().until(() -> server.generations().living().size() == 1);
			load.stop();
			assertThat(load.failures()).isEmpty();
			channel.shutdownNow();
		}
	}

	private static int stalledStreams(PlainServer server) {
		return server.connections().openStreams(1);
	}

	static PlainServer.Options options(boolean tls) {
		return tls ? new PlainServer.Options().tls(CERTIFICATE) : new PlainServer.Options();
	}

	/** A call whose response is not read. */
	private static final class Stalled implements ClientResponseObserver<HelloRequest, HelloResponse> {

		private @Nullable ClientCallStreamObserver<HelloRequest> call;

		private volatile @Nullable Status ended;

		Stalled(ManagedChannel channel) {
			HelloServiceGrpc.newStub(channel).sayHelloStream(HelloRequest.getDefaultInstance(), this);
		}

		@Override
		public void beforeStart(ClientCallStreamObserver<HelloRequest> call) {
			call.disableAutoRequestWithInitial(0);
			this.call = call;
		}

		void read() {
			assertThat(this.ended).isNull();
			if (this.call != null) {
				this.call.request(2);
			}
		}

		@Override
		public void onNext(HelloResponse response) {
			assertThat(response.getGreeting()).isNotEmpty();
		}

		@Override
		public void onError(Throwable failure) {
			this.ended = Status.fromThrowable(failure);
		}

		@Override
		public void onCompleted() {
			this.ended = Status.OK;
		}

	}

}
