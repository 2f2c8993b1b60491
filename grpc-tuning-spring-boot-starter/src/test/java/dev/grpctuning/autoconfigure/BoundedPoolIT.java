package dev.grpctuning.autoconfigure;

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
import net.devh.boot.grpc.server.interceptor.GrpcGlobalServerInterceptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.GlobalServerInterceptor;

import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** An executor of the application that rejects tasks while it is full. */
class BoundedPoolIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenItRejectsACallThenTheCallIsRefusedAndTheOthersAreAnswered() {
		try (TunedApplication application = start(); Client client = new Client(application)) {
			CountDownLatch gate = application.greeter().closeGate();
			List<Future<HelloResponse>> held = fill(application, client);
			assertThat(Stream.generate(client::status).limit(10)).allSatisfy((status) -> {
				assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
				assertThat(status.getDescription()).isEqualTo("Too many calls wait for a thread");
			});
			assertThat(application.greeter().waitingThreads()).extracting(Thread::getName).containsExactly("own-1");
			assertThat(application.executor("main").refused()).isEqualTo(10);
			gate.countDown();
			assertThat(held).allSatisfy((call) -> assertThat(Client.greeting(call)).isEqualTo("own-1"));
			assertThat(client.sayHello()).isEqualTo("own-1");
			await().until(() -> application.executor("main").queued() == 0);
		}
	}

	@Test
	void whenItRejectsTheMessagesOfAnOpenStreamThenTheyWaitForItsThread() throws Exception {
		try (TunedApplication application = start(); Client client = new Client(application)) {
			Chat chat = new Chat(client);
			CountDownLatch gate = application.greeter().closeGate();
			List<Future<HelloResponse>> held = fill(application, client);
			chat.send(3);
			await().until(() -> application.executor("main").queued() == 2);
			assertThat(client.status().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
			gate.countDown();
			chat.end();
			assertThat(held).allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
		}
	}

	@Test
	void whenACallIsCancelledWhileItIsFullThenItsHandlerIsNotifiedOutsideTheEventLoops() {
		try (TunedApplication application = start(); Client client = new Client(application)) {
			CountDownLatch gate = application.greeter().closeGate();
			List<Future<HelloResponse>> held = fill(application, client);
			held.get(0).cancel(true);
			Cancellations cancellations = application.bean(Cancellations.class);
			await().until(() -> !cancellations.threads.isEmpty());
			assertThat(cancellations.threads).allMatch((name) -> name.startsWith("grpc-server-health-"));
			gate.countDown();
			assertThat(Client.greeting(held.get(1))).isEqualTo("own-1");
		}
	}

	/** Makes the only thread block and fills its queue. */
	private static List<Future<HelloResponse>> fill(TunedApplication application, Client client) {
		Future<HelloResponse> active = client.begin();
		await().until(() -> application.greeter().waiting() == 1);
		Future<HelloResponse> queued = client.begin();
		await().until(() -> application.executor("main").queued() == 1);
		return List.of(active, queued);
	}

	private static TunedApplication start() {
		return TunedApplication.start(Application.class, Ports.free(), "limit.concurrent-calls=1000");
	}

	/** The application. */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ Greeter.class, Cancellations.class, OwnExecutor.class })
	static class Application {

		@Bean
		ExecutorService ownExecutor() {
			return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1),
					(task) -> new Thread(task, "own-1"));
		}

	}

	/** Threads that notify handlers of cancellations. */
	@GrpcGlobalServerInterceptor
	@GlobalServerInterceptor
	static class Cancellations implements ServerInterceptor {

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
