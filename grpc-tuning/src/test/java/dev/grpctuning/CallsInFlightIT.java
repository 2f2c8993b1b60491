package dev.grpctuning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.server.Generation;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.testkit.greeting.Chat;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Calls that began before a change end where they began. */
class CallsInFlightIT {

	@ParameterizedTest
	@EnumSource(names = { "DIRECT", "APPLICATION" }, mode = EnumSource.Mode.EXCLUDE)
	void whenExecutorIsExchangedThenACallEndsOnTheOldOneWhichThenEnds(ExecutorType type) {
		try (PlainServer server = PlainServer.start("executor.type=" + type.propertyValue(), "executor.threads=1",
				"executor.thread-name-prefix=grpc-server-app-old-"); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeStreamGate();
			Iterator<HelloResponse> call = client.beginStream();
			await().until(() -> server.greeter().waiting() == 1);
			Thread thread = server.greeter().waitingThreads().iterator().next();
			server.change("executor.type=fixed", "executor.thread-name-prefix=grpc-server-app-new-");
			assertThat(client.sayHello()).isEqualTo("grpc-server-app-new-1");
			assertThat(thread.isAlive()).isTrue();
			assertThat(executors(server.serving()).retiring()).isOne();
			gate.countDown();
			assertThat(call.next().getGreeting()).isEqualTo(thread.getName()).startsWith("grpc-server-app-old-");
			await().until(() -> !thread.isAlive() && executors(server.serving()).retiring() == 0);
			assertThat(GrpcServerThreads.names()).noneMatch((name) -> name.startsWith("grpc-server-app-old-"));
			assertThat(server.greeter().wasInterrupted()).isFalse();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenMessagesFlowWhileExecutorsAndServersChangeThenNoneIsLostAndOrderIsKept(boolean swap) throws Exception {
		try (PlainServer server = PlainServer.start("executor.type=direct", "worker-threads=2");
				Client client = new Client(server)) {
			List<Chat> chats = new ArrayList<>();
			for (ExecutorType type : PlainServer.executors()) {
				chats.add(new Chat(client));
				chats.forEach((chat) -> chat.send(200));
				server.change("executor.type=" + type.propertyValue(),
						"worker-threads=" + (swap ? 2 + chats.size() : 2));
				chats.forEach((chat) -> chat.send(200));
			}
			assertThat(server.serving().number()).isEqualTo(swap ? 1 + PlainServer.executors().size() : 1);
			for (Chat chat : chats) {
				chat.end();
			}
		}
	}

	@Test
	void whenServerIsSwappedThenACallEndsOnTheOldOneWhichThenEnds() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1", "transport=nio",
				"worker-threads=1", "executor.thread-name-prefix=grpc-server-app-old-");
				Client client = new Client(server);
				Client other = new Client(server)) {
			Generation first = server.serving();
			CountDownLatch gate = server.greeter().closeStreamGate();
			Iterator<HelloResponse> call = client.beginStream();
			await().until(() -> server.greeter().waiting() == 1);
			server.change("worker-threads=2", "executor.thread-name-prefix=grpc-server-app-new-");
			assertThat(other.sayHello()).isEqualTo("grpc-server-app-new-1");
			assertThat(server.generations().living()).extracting(Generation::number).containsExactly(1, 2);
			assertThat(GrpcServerThreads.names()).contains("grpc-server-app-old-1")
				.filteredOn("grpc-server-boss-1"::equals)
				.hasSize(2);
			assertThat(executors(first).states().get(0).active()).isOne();
			gate.countDown();
			assertThat(call.next().getGreeting()).isEqualTo("grpc-server-app-old-1");
			await().untilAsserted(() -> {
				assertThat(server.generations().living()).doesNotContain(first).hasSize(1);
				assertThat(GrpcServerThreads.names()).doesNotContain("grpc-server-app-old-1")
					.filteredOn("grpc-server-boss-1"::equals)
					.hasSize(1);
			});
		}
	}

	@Test
	void whenACallDoesNotEndInTimeThenItIsCancelledAndOthersAreAnswered() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "worker-threads=1");
				Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeStreamGate();
			Iterator<HelloResponse> call = client.beginStream();
			await().until(() -> server.greeter().waiting() == 1);
			server.change("generation.drain-timeout=1ms", "worker-threads=2");
			assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(call::next)
				.satisfies((ex) -> assertThat(ex.getStatus().getCode()).isIn(Status.Code.UNAVAILABLE,
						Status.Code.CANCELLED));
			assertThat(client.sayHello()).startsWith("grpc-server-app-");
			gate.countDown();
			await().until(() -> server.generations().living().size() == 1);
		}
	}

	@Test
	void whenAClientReadsNothingThenItsConnectionIsClosedWhenItsCallIsCancelled() throws Exception {
		NioSocketChannel socket = new NioSocketChannel();
		EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
		try (PlainServer server = PlainServer.start("worker-threads=1")) {
			ManagedChannel channel = server.channelBuilder()
				.flowControlWindow(Integer.MAX_VALUE)
				.channelFactory(() -> socket)
				.eventLoopGroup(loop)
				.build();
			HelloServiceGrpc.newBlockingStub(channel).sayHello(HelloRequest.getDefaultInstance());
			socket.config().setAutoRead(false);
			HelloServiceGrpc.newBlockingStub(channel)
				.sayHelloStream(HelloRequest.newBuilder().setResponseBytes(1_000_000).setResponseCount(40).build());
			OpenConnections connections = server.connections();
			await().until(() -> connections.openStreams(1) == 1);
			server.change("generation.drain-timeout=1s", "worker-threads=2");
			await().atMost(Duration.ofSeconds(30))
				.until(() -> server.generations().living().size() == 1 && connections.count() == 0);
			channel.shutdownNow();
		}
		finally {
			loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
		}
	}

	private static List<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("grpc-server-app-"))
			.toList();
	}

	private static CallExecutors executors(Generation generation) {
		return Objects.requireNonNull(generation.executors());
	}

}
