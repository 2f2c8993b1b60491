package dev.grpctuning.autoconfigure;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.grpc.ConnectivityState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.testkit.ServerCertificate;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.ConstantLoad;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the tuned server of whichever starter is on the class path does. */
class FrameworkServerIT {

	@AfterEach
	void noThreadOutlivesItsServer() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenItStartsThenItsOwnThreadsServe() {
		try (TunedApplication server = start("transport=nio", "worker-threads=1", "executor.type=fixed",
				"executor.threads=1")) {
			assertThat(server.call()).isEqualTo("grpc-server-app-1");
			assertThat(GrpcServerThreads.names()).containsExactlyInAnyOrder("grpc-server-boss-1",
					"grpc-server-worker-1", "grpc-server-app-1");
		}
	}

	@Test
	void whenALiveKnobIsChangedThenTheNextCallHasItAndTheConnectionStays() {
		try (TunedApplication server = start("executor.type=fixed", "executor.threads=1");
				Client client = new Client(server)) {
			assertThat(client.sayHello()).isEqualTo("grpc-server-app-1");
			server.change("executor.thread-name-prefix=grpc-server-app-new-");
			assertThat(client.sayHello()).isEqualTo("grpc-server-app-new-1");
			assertThat(client.channel().getState(false)).isEqualTo(ConnectivityState.READY);
			server.change("executor.thread-name-prefix");
			assertThat(client.sayHello()).isEqualTo("grpc-server-app-1");
			assertThat(server.generation()).isOne();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenItIsSwappedUnderLoadThenNoCallFailsAndItsPortIsTheSame(boolean tls) {
		try (TunedApplication server = tls ? start(ServerCertificate.create(), "executor.type=fork-join")
				: start("executor.type=fork-join"); ConstantLoad load = ConstantLoad.startWaitingForReady(server)) {
			int port = server.port();
			for (int i = 1; i <= 3; i++) {
				server.change("worker-threads=" + i);
				assertThat(server.generation()).isEqualTo(1 + i);
				assertThat(server.port()).isEqualTo(port);
				load.settle(50);
			}
			load.stop();
			assertThat(load.failures()).isEmpty();
		}
	}

	@Test
	void whenItEndsThenItsOpenCallIsAnsweredAndItsPortIsFree() throws Exception {
		TunedApplication server = start("executor.type=fixed");
		int port = server.port();
		try (Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			Future<HelloResponse> open = client.begin();
			await().until(() -> server.greeter().waiting() == 1);
			Thread end = new Thread(server::close);
			end.start();
			await().until(() -> client.channel().getState(false) != ConnectivityState.READY);
			assertThat(open.isDone()).isFalse();
			gate.countDown();
			assertThat(Client.greeting(open)).startsWith("grpc-server-app-");
			end.join();
			new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
		}
	}

	private static TunedApplication start(String... properties) {
		return TunedApplication.start(properties);
	}

	private static TunedApplication start(ServerCertificate certificate, String... properties) {
		return TunedApplication
			.start(Stream.concat(certificate.arguments().stream(), Stream.of(properties)).toArray(String[]::new))
			.reachedBy("127.0.0.1", certificate.client());
	}

}
