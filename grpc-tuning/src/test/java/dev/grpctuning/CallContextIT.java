package dev.grpctuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall;
import io.grpc.ForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.stub.MetadataUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Handlers see the context of their own call, whichever executor runs them: gRPC's
 * context, which carries the trace, and thread locals, such as Spring Security's.
 */
class CallContextIT {

	private static final Metadata.Key<String> ID = Metadata.Key.of("x-id", Metadata.ASCII_STRING_MARSHALLER);

	private static final int CALLS = 200;

	@Test
	void whenHandlersRunOnAnyExecutorThenTheySeeTheContextsOfTheirOwnCall() throws Exception {
		CallContexts contexts = new CallContexts();
		try (PlainServer server = new PlainServer.Options().program((builder) -> builder.intercept(contexts))
			.start("executor.type=direct", "limit.concurrent-calls=1000", "limit.max-call-age=1m", "worker-threads=2");
				Client first = new Client(server);
				Client second = new Client(server)) {
			for (ExecutorType type : PlainServer.executors()) {
				server.change("executor.type=" + type.propertyValue());
				contexts.answered.set(0);
				List<Future<HelloResponse>> calls = new ArrayList<>();
				for (int i = 0; i < CALLS; i++) {
					calls.add(begin((i % 2 == 0) ? first : second, type.propertyValue() + "-" + i));
				}
				for (Future<HelloResponse> call : calls) {
					Client.greeting(call);
				}
				assertThat(contexts.answered).as(type.propertyValue()).hasValue(CALLS);
				assertThat(contexts.wrong).as(type.propertyValue()).isEmpty();
			}
		}
	}

	private static Future<HelloResponse> begin(Client client, String id) {
		Metadata headers = new Metadata();
		headers.put(ID, id);
		return HelloServiceGrpc.newFutureStub(client.channel())
			.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
			.sayHello(HelloRequest.getDefaultInstance());
	}

	/**
	 * Sets both contexts around each event of a call, as tracing and Spring Security do,
	 * and compares them with the call's header whenever its handler responds.
	 */
	private static final class CallContexts implements ServerInterceptor {

		private static final Context.Key<String> OF_CALL = Context.key("id");

		private static final ThreadLocal<@Nullable String> OF_THREAD = new ThreadLocal<>();

		private final AtomicInteger answered = new AtomicInteger();

		private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
				ServerCallHandler<Q, R> next) {
			String id = headers.get(ID);
			if (id == null) {
				return next.startCall(call, headers);
			}
			ServerCall<Q, R> checked = new ForwardingServerCall.SimpleForwardingServerCall<>(call) {

				@Override
				public void sendMessage(R response) {
					if (!id.equals(OF_CALL.get()) || !id.equals(OF_THREAD.get())) {
						CallContexts.this.wrong.add("%s: %s, %s".formatted(id, OF_CALL.get(), OF_THREAD.get()));
					}
					CallContexts.this.answered.incrementAndGet();
					super.sendMessage(response);
				}

			};
			ServerCall.Listener<Q> listener = Contexts.interceptCall(Context.current().withValue(OF_CALL, id), checked,
					headers, next);
			return new ForwardingServerCallListener.SimpleForwardingServerCallListener<>(listener) {

				@Override
				public void onMessage(Q request) {
					within(() -> super.onMessage(request));
				}

				@Override
				public void onHalfClose() {
					within(super::onHalfClose);
				}

				private void within(Runnable event) {
					if (OF_THREAD.get() != null) {
						CallContexts.this.wrong.add("%s: left over from %s".formatted(id, OF_THREAD.get()));
					}
					OF_THREAD.set(id);
					try {
						event.run();
					}
					finally {
						OF_THREAD.remove();
					}
				}

			};
		}

	}

}
