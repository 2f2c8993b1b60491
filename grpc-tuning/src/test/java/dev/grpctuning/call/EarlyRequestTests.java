package dev.grpctuning.call;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

import io.grpc.BindableService;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.call.trace.CallTracers;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tests for {@link EarlyRequest}, with a server whose executor has one thread. */
class EarlyRequestTests {

	private static final String THREAD = "handler-";

	private final CallExecutors executors = new CallExecutors(
			new CallExecutorsSettings(ExecutorSettings.of(ExecutorType.FIXED, 1, THREAD, null), List.of(), null),
			new HandlerExecutorFactory(Runtime.version().feature(), getClass().getClassLoader(), null),
			(name, figures) -> TaskTimings.NONE, () -> {
			});

	private final CallDispatch dispatch = new CallDispatch(this.executors, new CallLimits());

	private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

	private final BlockingQueue<Runnable> late = new LinkedBlockingQueue<>();

	private final String name = InProcessServerBuilder.generateName();

	private final ManagedChannel channel = InProcessChannelBuilder.forName(this.name).build();

	private final List<Server> servers = new ArrayList<>();

	@AfterEach
	void end() {
		this.channel.shutdownNow();
		this.servers.forEach(Server::shutdownNow);
		this.executors.close(Duration.ofSeconds(5));
	}

	@Test
	void whenAnInterceptorAsksLaterThenItGetsTheMessageThen() throws Exception {
		start(new Greeter(), this::startLater);
		Future<HelloResponse> call = call();
		Runnable begin = this.late.take();
		waitForTheExecutor();
		assertThat(this.events).isEmpty();
		begin.run();
		assertThat(call.get().getGreeting()).as("not the thread that asked").isEqualTo("handler-1");
		assertThat(this.dispatch.foreign().most()).isNull();
		await().untilAsserted(() -> assertThat(this.events).containsExactly("message", "half-close", "complete"));
	}

	@Test
	void whenNobodyAsksThenTheCancellationIsDelivered() throws Exception {
		start(new Greeter(), this::startLater);
		Future<HelloResponse> call = call();
		this.late.take();
		call.cancel(true);
		await().untilAsserted(() -> assertThat(this.events).containsExactly("cancel"));
	}

	@Test
	void whenAHandlerFailsThatWasAskedLaterThenTheCallEnds() throws Exception {
		start(new Failing(), this::startLater);
		Future<HelloResponse> call = call();
		this.late.take().run();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(call::get)
			.satisfies((ex) -> assertThat(Status.fromThrowable(ex).getCode()).isEqualTo(Status.Code.UNKNOWN));
	}

	@Test
	void whenAHandlerThatWasAskedLaterAnswersFromAnotherThreadThenTheCallIsCounted() throws Exception {
		start(new Foreign(), this::startLater);
		Future<HelloResponse> call = call();
		this.late.take().run();
		Runnable answer = this.late.take();
		waitForTheExecutor();
		answer.run();
		call.get();
		assertThat(this.dispatch.foreign().most())
			.isEqualTo(new ForeignAnswers.Most("hello.v1.HelloService/SayHello", Thread.currentThread().getName(), 1));
	}

	/**
	 * Returns a listener at once, and starts the call when the test runs what it gets.
	 */
	private <Q, R> ServerCall.Listener<Q> startLater(ServerCall<Q, R> call, Metadata headers,
			ServerCallHandler<Q, R> next) {
		return new SimpleForwardingServerCallListener<>(new ServerCall.Listener<Q>() {
		}) {

			private ServerCall.Listener<Q> started = super.delegate();

			{
				EarlyRequestTests.this.late.add(this::start);
			}

			private synchronized void start() {
				this.started = next.startCall(call, headers);
			}

			@Override
			protected synchronized ServerCall.Listener<Q> delegate() {
				return this.started;
			}

			@Override
			public void onMessage(Q message) {
				EarlyRequestTests.this.events.add("message");
				super.onMessage(message);
			}

			@Override
			public void onHalfClose() {
				EarlyRequestTests.this.events.add("half-close");
				super.onHalfClose();
			}

			@Override
			public void onCancel() {
				EarlyRequestTests.this.events.add("cancel");
				super.onCancel();
			}

			@Override
			public void onComplete() {
				EarlyRequestTests.this.events.add("complete");
				super.onComplete();
			}

		};
	}

	private void start(BindableService service, ServerInterceptor... interceptors) throws IOException {
		InProcessServerBuilder builder = InProcessServerBuilder.forName(this.name)
			.addService(ServerInterceptors.intercept(service, interceptors));
		this.dispatch.applyTo(builder, CallTracers.on(builder));
		this.servers.add(builder.build().start());
	}

	private Future<HelloResponse> call() {
		return HelloServiceGrpc.newFutureStub(this.channel).sayHello(HelloRequest.getDefaultInstance());
	}

	/** Returns when all tasks that were handed over before have run. */
	private void waitForTheExecutor() throws InterruptedException {
		CountDownLatch passed = new CountDownLatch(1);
		this.executors.runLate(passed::countDown);
		passed.await();
	}

	private static final class Greeter extends HelloServiceGrpc.HelloServiceImplBase {

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			response.onNext(HelloResponse.newBuilder().setGreeting(Thread.currentThread().getName()).build());
			response.onCompleted();
		}

	}

	private final class Foreign extends HelloServiceGrpc.HelloServiceImplBase {

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			EarlyRequestTests.this.late.add(() -> new Greeter().sayHello(request, response));
		}

	}

	private static final class Failing extends HelloServiceGrpc.HelloServiceImplBase {

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			throw new IllegalStateException("on purpose");
		}

	}

}
