package dev.grpctuning.hello;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import net.devh.boot.grpc.server.interceptor.GlobalServerInterceptorConfigurer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;

import dev.grpctuning.hello.v1.HelloRequest;

/** Remembers which thread ran the last handler. */
final class HandlerThreads implements ServerInterceptor {

	private volatile @Nullable Thread last;

	SpringApplicationBuilder addTo(SpringApplicationBuilder application) {
		GlobalServerInterceptorConfigurer configurer = (interceptors) -> interceptors.add(this);
		return application
			.initializers((context) -> context.getBeanFactory().registerSingleton("handlerThreads", configurer));
	}

	/** Returns the thread of the last handler that has begun. */
	@Nullable Thread last() {
		return this.last;
	}

	/** Makes a call and says which thread handled it. */
	@Nullable Thread ofCallTo(RunningService service) {
		return of(() -> service.stub().sayHello(HelloRequest.getDefaultInstance()));
	}

	/** Says which thread handled the call that something makes. */
	@Nullable Thread of(Runnable call) {
		this.last = null;
		call.run();
		return this.last;
	}

	@Override
	public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
			ServerCallHandler<Q, R> next) {
		return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {

			@Override
			public void onHalfClose() {
				HandlerThreads.this.last = Thread.currentThread();
				super.onHalfClose();
			}

		};
	}

}
