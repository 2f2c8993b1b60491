package dev.grpctuning;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.testkit.greeting.Chat;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** An executor of the application that rejects tasks while it is full. */
class BoundedPoolIT {

	private final ExecutorService pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1),
			(task) -> new Thread(task, "own-1"));

	private final Cancellations cancellations = new Cancellations();

	@AfterEach
	void endPool() {
		this.pool.shutdown();
	}

	@Test
	void whenItRejectsACallThenTheCallIsRefusedAndTheOthersAreAnswered() {
		try (PlainServer server = start(); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = server.fill(client, 1);
			assertThat(Stream.generate(client::status).limit(10))
				.allSatisfy((status) -> PlainServer.assertRefused(status, "Too many calls wait for a thread"));
			assertThat(server.greeter().waitingThreads()).extracting(Thread::getName).containsExactly("own-1");
			assertThat(server.executor("main").refused()).isEqualTo(10);
			gate.countDown();
			assertThat(held).allSatisfy((call) -> assertThat(Client.greeting(call)).isEqualTo("own-1"));
			// The ends of these calls may take the two places for a moment.
			await().until(() -> client.status().isOk());
			await().until(() -> server.executor("main").queued() == 0);
		}
	}

	@Test
	void whenItRejectsTheMessagesOfAnOpenStreamThenTheyWaitForItsThread() throws Exception {
		try (PlainServer server = start(); Client client = new Client(server)) {
			Chat chat = new Chat(client);
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = server.fill(client, 1);
			chat.send(3);
			await().until(() -> server.executor("main").queued() == 2);
			assertThat(client.status().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
			gate.countDown();
			chat.end();
			assertThat(held).allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
		}
	}

	@Test
	void whenACallIsCancelledWhileItIsFullThenItsHandlerIsNotifiedOutsideTheEventLoops() {
		try (PlainServer server = start(); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = server.fill(client, 1);
			held.get(0).cancel(true);
			await().until(() -> !this.cancellations.threads.isEmpty());
			assertThat(this.cancellations.threads).allMatch((name) -> name.startsWith("grpc-server-health-"));
			gate.countDown();
			assertThat(Client.greeting(held.get(1))).isEqualTo("own-1");
		}
	}

	private PlainServer start() {
		return new PlainServer.Options().program((builder) -> builder.executor(this.pool).intercept(this.cancellations))
			.start("limit.concurrent-calls=1000");
	}

	/** Threads that notify handlers of cancellations. */
	private static final class Cancellations implements ServerInterceptor {

		private final Queue<String> threads = new ConcurrentLinkedQueue<>();

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
				ServerCallHandler<Q, R> next) {
			Context.current().addListener((context) -> {
				if (context.cancellationCause() != null) {
					this.threads.add(Thread.currentThread().getName());
				}
			}, Runnable::run);
			return next.startCall(call, headers);
		}

	}

}
