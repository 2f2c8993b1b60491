package dev.grpctuning;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.call.Refusal;
import dev.grpctuning.call.trace.CallAges;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.testkit.greeting.Chat;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Which calls are refused when there are too many: by method, priority, client, age and
 * waiting time.
 */
class AdmissionIT {

	private static final Metadata.Key<String> PRIORITY = key("x-priority");

	private static final Metadata.Key<String> PUSHBACK = key("grpc-retry-pushback-ms");

	private static final String UNARY = "hello.v1.HelloService/SayHello";

	@Test
	void whenThereAreTooManyStreamsThenCallsAreStillAnswered() throws Exception {
		try (PlainServer server = PlainServer.start("limit.concurrent-streams=2", "limit.concurrent-calls=1");
				Client client = new Client(server)) {
			List<Chat> chats = List.of(new Chat(client), new Chat(client));
			assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(client::sayHelloStream)
				.withMessage("RESOURCE_EXHAUSTED: Too many streams are open");
			assertThat(client.status().isOk()).isTrue();
			assertThat(server.limits().state().openStreams()).isEqualTo(2);
			for (Chat chat : chats) {
				chat.end();
			}
			await().until(() -> server.limits().state().openStreams() == 0);
			assertThat(client.sayHelloStream()).isNotEmpty();
		}
	}

	@Test
	void whenAMethodHasALimitThenOnlyItsCallsAreRefused() {
		try (PlainServer server = PlainServer.start("limit.methods[0].method=" + UNARY,
				"limit.methods[0].concurrent-calls=1"); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = server.hold(client, 1);
			PlainServer.assertRefused(client.status(), "Too many calls of this method are open");
			Chat chat = new Chat(client);
			server.change("limit.methods[0].method=" + UNARY, "limit.methods[0].concurrent-calls=2");
			held = Stream.concat(held.stream(), server.hold(client, 1).stream()).toList();
			PlainServer.assertRefused(client.status(), "Too many calls of this method are open");
			gate.countDown();
			held.forEach(Client::greeting);
			assertThat(server.limits().refused(Refusal.METHOD)).isEqualTo(2);
			server.change("limit.methods=");
			assertThat(client.status().isOk()).isTrue();
			chat.send(1);
		}
	}

	@ParameterizedTest
	@CsvSource({ "low,7", "normal,9", "'',9", "unknown,9", "critical,10" })
	void whenPriorityIsLowerThenItsCallsAreRefusedEarlier(String priority, int admitted) {
		try (PlainServer server = PlainServer.start("limit.concurrent-calls=10", "limit.by-priority=true",
				"executor.type=cached"); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = Stream.generate(() -> begin(client.channel(), priority))
				.limit(admitted)
				.toList();
			await().until(() -> server.greeter().waiting() == admitted);
			PlainServer.assertRefused(Client.status(begin(client.channel(), priority)),
					(admitted == 10) ? "Too many calls are open" : "Calls of this priority are refused now");
			gate.countDown();
			held.forEach(Client::greeting);
			server.change("limit.by-priority=");
			assertThat(Client.status(begin(client.channel(), priority)).isOk()).isTrue();
		}
	}

	@Test
	void whenAMethodHasAPriorityThenItsHeaderDoesNotCount() {
		try (PlainServer server = PlainServer.start("limit.concurrent-calls=10", "limit.by-priority=true",
				"executor.type=cached", "limit.methods[0].method=" + UNARY, "limit.methods[0].priority=low");
				Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = server.hold(client, 7);
			PlainServer.assertRefused(Client.status(begin(client.channel(), "critical")),
					"Calls of this priority are refused now");
			gate.countDown();
			held.forEach(Client::greeting);
		}
	}

	@Test
	void whenOneClientTakesMoreThanItsShareThenAnotherFindsAPlace() {
		try (PlainServer server = PlainServer.start("limit.concurrent-calls=20", "limit.by-client=true",
				"executor.type=cached"); Client greedy = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = new ArrayList<>(server.hold(greedy, 20));
			PlainServer.assertRefused(greedy.status(), "Too many calls are open");
			gate.countDown();
			held.forEach(Client::greeting);
			ManagedChannel modest = from(server, "127.0.0.2");
			try {
				CountDownLatch again = server.greeter().closeGate();
				Future<HelloResponse> first = begin(modest, "");
				await().until(() -> server.greeter().waiting() == 1);
				held = new ArrayList<>(server.hold(greedy, 17));
				held.add(first);
				PlainServer.assertRefused(greedy.status(), "Too many calls of this client are open");
				held.add(begin(modest, ""));
				await().until(() -> server.greeter().waiting() == 19);
				again.countDown();
				held.forEach(Client::greeting);
			}
			finally {
				modest.shutdownNow();
			}
			await().until(() -> server.limits().state().open() == 0);
		}
	}

	@Test
	void whenCallsWaitTooLongForAThreadThenTheyAreRefused() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1",
				"limit.max-queue-time=1s"); Client client = new Client(server)) {
			client.sayHello();
			CountDownLatch gate = server.greeter().closeGate();
			Future<HelloResponse> held = server.hold(client, 1).get(0);
			List<Future<HelloResponse>> waiting = Stream.generate(client::begin).limit(3).toList();
			await().until(() -> server.executor("main").queued() == 3);
			long queued = System.nanoTime();
			await().until(() -> System.nanoTime() - queued > TimeUnit.MILLISECONDS.toNanos(1100));
			gate.countDown();
			assertThat(Client.status(held).isOk()).isTrue();
			assertThat(waiting).allSatisfy(
					(call) -> PlainServer.assertRefused(Client.status(call), "The call waited too long for a thread"));
			assertThat(server.greeter().mostWaiting()).isOne();
			assertThat(server.limits().refused(Refusal.QUEUE_TIME)).isEqualTo(3);
			assertThat(client.status().isOk()).isTrue();
		}
	}

	@Test
	void whenACallIsTooOldThenItEndsAndAStreamGoesOn() throws Exception {
		try (PlainServer server = PlainServer.start("limit.max-call-age=200ms", "executor.type=cached");
				Client client = new Client(server)) {
			Chat chat = new Chat(client);
			CountDownLatch gate = server.greeter().closeGate();
			assertThat(client.status().getCode()).isEqualTo(Status.Code.CANCELLED);
			CallAges ages = server.generations().ages();
			await().until(() -> ages.expired(Knobs.LIMIT_MAX_CALL_AGE) == 1);
			gate.countDown();
			chat.send(1);
			chat.end();
			// Long enough for a stream that is not held.
			server.change("limit.max-stream-age=2s");
			Iterator<HelloResponse> watched = client.beginStream();
			assertThat(watched.hasNext()).isTrue();
			CountDownLatch stream = server.greeter().closeStreamGate();
			assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(client::sayHelloStream)
				.satisfies((ex) -> assertThat(ex.getStatus().getCode()).isEqualTo(Status.Code.CANCELLED));
			stream.countDown();
			await().until(() -> ages.expired(Knobs.LIMIT_MAX_STREAM_AGE) == 1);
			assertThat(ages.expired(Knobs.LIMIT_MAX_CALL_AGE)).isOne();
		}
	}

	@Test
	void whenCallsAreRefusedThenTheirClientsAreToldToRetryAtDifferentTimes() {
		try (PlainServer server = PlainServer.start("limit.concurrent-calls=1", "limit.retry-pushback=1s");
				Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			Future<HelloResponse> held = server.hold(client, 1).get(0);
			List<Long> pushbacks = Stream.generate(() -> pushback(client)).limit(20).toList();
			assertThat(pushbacks).allSatisfy((millis) -> assertThat(millis).isBetween(500L, 1500L));
			assertThat(pushbacks.stream().distinct()).hasSizeGreaterThan(10);
			gate.countDown();
			assertThat(Client.status(held).isOk()).isTrue();
		}
	}

	/** They may block, and an event loop must not. */
	@Test
	void whenACallIsCancelledThenItsListenersDoNotRunOnTheEventLoop() {
		AtomicReference<String> thread = new AtomicReference<>();
		try (PlainServer server = PlainServer.start("executor.type=cached"); Client client = new Client(server)) {
			server.hook().set((builder) -> builder.intercept(new ServerInterceptor() {

				@Override
				public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
						ServerCallHandler<Q, R> next) {
					Context.current()
						.addListener((context) -> thread.set(Thread.currentThread().getName()), Runnable::run);
					return next.startCall(call, headers);
				}

			}));
			server.change("worker-threads=1");
			CountDownLatch gate = server.greeter().closeGate();
			Future<HelloResponse> held = server.hold(client, 1).get(0);
			held.cancel(true);
			await().untilAsserted(() -> assertThat(thread.get()).startsWith("grpc-server-app-"));
			gate.countDown();
		}
	}

	@Test
	void whenRoutesComeAndGoThenTheirMetersDoToo() {
		try (PlainServer server = PlainServer.startMeasured("executor.type=fixed", "executor.threads=1");
				Client client = new Client(server)) {
			for (int i = 0; i < 3; i++) {
				String pattern = "hello.v1.HelloService/Say%s*".formatted("H".repeat(i % 2));
				server.change("executor.routes[0].method=" + pattern, "executor.routes[0].type=fixed",
						"executor.routes[0].threads=1");
				client.sayHello();
				assertThat(executors(server)).containsOnly("main", pattern);
				server.change("executor.routes=");
				await().untilAsserted(() -> assertThat(executors(server)).containsOnly("main"));
			}
		}
	}

	/** Names of the executors that have meters. */
	private static Set<String> executors(PlainServer server) {
		return server.registry()
			.getMeters()
			.stream()
			.map((meter) -> meter.getId().getTag("executor"))
			.filter(Objects::nonNull)
			.collect(Collectors.toSet());
	}

	private static long pushback(Client client) {
		try {
			return HelloServiceGrpc.newBlockingStub(client.channel())
				.sayHello(HelloRequest.getDefaultInstance())
				.getId();
		}
		catch (StatusRuntimeException ex) {
			Metadata trailers = ex.getTrailers();
			return (trailers != null) ? Long.parseLong(String.valueOf(trailers.get(PUSHBACK))) : -1;
		}
	}

	private static Future<HelloResponse> begin(ManagedChannel channel, String priority) {
		Metadata metadata = new Metadata();
		if (!priority.isEmpty()) {
			metadata.put(PRIORITY, priority);
		}
		return HelloServiceGrpc.newFutureStub(channel)
			.withDeadlineAfter(60, TimeUnit.SECONDS)
			.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
			.sayHello(HelloRequest.getDefaultInstance());
	}

	private static ManagedChannel from(PlainServer server, String address) {
		return NettyChannelBuilder.forAddress("127.0.0.1", server.port())
			.localSocketPicker(new NettyChannelBuilder.LocalSocketPicker() {

				@Override
				public InetSocketAddress createSocketAddress(SocketAddress remote, Attributes attributes) {
					return new InetSocketAddress(address, 0);
				}

			})
			.usePlaintext()
			.build();
	}

	private static Metadata.Key<String> key(String name) {
		return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
	}

}
