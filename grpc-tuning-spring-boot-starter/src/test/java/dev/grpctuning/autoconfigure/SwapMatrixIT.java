package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.ClassUtils;

import dev.grpctuning.autoconfigure.netdevh.NetDevhServerConfiguration;
import dev.grpctuning.call.CallLimits;
import dev.grpctuning.connection.Connection;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.server.Generations;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.testkit.Ipv6;
import dev.grpctuning.testkit.ServerCertificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Swaps on each kind of address, transport and connection, under overload, and while
 * clients do not read.
 */
class SwapMatrixIT {

	private static final int STALLED = 20;

	private static final ServerCertificate CERTIFICATE = ServerCertificate.create();

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	/** Each address with both frameworks, and each pair of values with one of them. */
	static Stream<Arguments> addresses() {
		List<String[]> addresses = Stream.of("0.0.0.0 127.0.0.1", ":: 127.0.0.1", ":: ::1", "::1 ::1")
			.map((both) -> both.split(" "))
			.toList();
		boolean netDevh = ClassUtils.isPresent(NetDevhServerConfiguration.CLASS, null);
		return IntStream.range(0, addresses.size())
			.mapToObj((index) -> Arguments.of(addresses.get(index)[0], addresses.get(index)[1],
					((index % 2 == 0) == netDevh) ? "nio" : "auto", (index < 2) == netDevh));
	}

	@ParameterizedTest
	@MethodSource("addresses")
	void whenServerIsSwappedThenNoCallFailsAndItsAddressIsTheSame(String bound, String host, String transport,
			boolean tls) throws Exception {
		if (host.contains(":")) {
			Ipv6.loopback();
		}
		try (TunedApplication application = start(bound, host, tls, "transport=" + transport);
				// Between Java's own sockets a connection can be cut by a swap.
				ConstantLoad load = ConstantLoad.startWaitingForReady(application)) {
			List<String> addresses = application.serving().parts().addresses();
			for (int i = 1; i <= 2; i++) {
				assertThat(application.change("max-concurrent-calls-per-connection=" + (100 + i)).replacement())
					.isEqualTo(GenerationChange.SWAP);
				assertThat(application.effective(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION)).isEqualTo(100 + i);
				assertThat(application.serving().parts().addresses()).isEqualTo(addresses);
				load.settle(100);
			}
			await().untilAsserted(() -> assertThat(application.bean(OpenConnections.class).states()).isNotEmpty()
				.extracting(Connection::generation)
				.containsOnly(3));
			load.stop();
			assertThat(load.failures()).isEmpty();
		}
	}

	@Tag("either-framework")
	@ParameterizedTest
	@ValueSource(strings = { "nio", "auto" })
	void whenOverloadedServerIsSwappedThenEveryCallIsAnsweredOrRefused(String transport) throws Exception {
		try (TunedApplication application = start("127.0.0.1", "127.0.0.1", true, "transport=" + transport,
				"executor.type=fixed", "executor.threads=2", "limit.concurrent-calls=50");
				ConstantLoad load = ConstantLoad.startWaitingForReady(application)) {
			CallLimits limits = application.bean(CallLimits.class);
			CountDownLatch gate = application.greeter().closeGate();
			for (int i = 1; i <= 3; i++) {
				load.awaitAllBut(50);
				long refused = limits.state().refused();
				await().until(() -> limits.state().refused() > refused + 50);
				application.change("max-concurrent-calls-per-connection=" + (100 + i));
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

	@Tag("either-framework")
	@ParameterizedTest
	@ValueSource(strings = { "nio", "auto" })
	void whenClientsDoNotReadThenTheirStreamsEndOnTheReplacedServer(String transport) throws Exception {
		try (TunedApplication application = start("127.0.0.1", "127.0.0.1", true, "transport=" + transport);
				ConstantLoad load = ConstantLoad.startWaitingForReady(application)) {
			// The greeting does not fit into this window.
			ManagedChannel channel = application.channelBuilder().flowControlWindow(8).build();
			List<Stalled> stalled = Stream.generate(() -> new Stalled(channel)).limit(STALLED).toList();
			await().until(() -> stalledStreams(application) == STALLED);
			for (int i = 1; i <= 3; i++) {
				application.change("max-concurrent-calls-per-connection=" + (100 + i));
				load.settle(100);
			}
			await().until(() -> stalledStreams(application) == STALLED);
			stalled.forEach(Stalled::read);
			await().until(() -> stalled.stream().allMatch((stream) -> stream.ended == Status.OK));
			await().until(() -> application.bean(Generations.class).living().size() == 1);
			load.stop();
			assertThat(load.failures()).isEmpty();
			channel.shutdownNow();
		}
	}

	private static int stalledStreams(TunedApplication application) {
		return application.bean(OpenConnections.class).openStreams(1);
	}

	static TunedApplication start(String bound, String host, boolean tls, String... properties) throws IOException {
		List<String> all = new ArrayList<>(List.of(properties));
		all.addAll(List.of("--grpc.server.address=" + bound, "--spring.grpc.server.address=" + bound));
		ChannelCredentials credentials = InsecureChannelCredentials.create();
		if (tls) {
			all.addAll(CERTIFICATE.arguments());
			credentials = TlsChannelCredentials.newBuilder().trustManager(CERTIFICATE.authority()).build();
		}
		return TunedApplication.start(all.toArray(String[]::new)).reachedBy(host, credentials);
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
