package dev.grpctuning.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.Stream;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/** A greeting server on loopback that counts calls and answers as configured. */
public final class HelloServer implements AutoCloseable {

	private static final Metadata.Key<String> HEADER = Metadata.Key.of("x-the-header",
			Metadata.ASCII_STRING_MARSHALLER);

	private final AtomicLong calls = new AtomicLong();

	private final AtomicInteger connections = new AtomicInteger();

	private final Set<String> headers = ConcurrentHashMap.newKeySet();

	private final Set<String> methods = ConcurrentHashMap.newKeySet();

	private final LongFunction<Status> answers;

	private final Server server;

	private HelloServer(int port, LongFunction<Status> answers, @Nullable SslContext tls) throws IOException {
		this.answers = answers;
		this.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
			.sslContext(tls)
			.addServices(Stream.of(HelloCodec.values()).map((codec) -> codec.bind(new Greeter())).toList())
			.intercept(new HeaderCollector())
			.addTransportFilter(new ConnectionCounter())
			.build()
			.start();
	}

	public static HelloServer start() throws IOException {
		return start((index) -> Status.OK);
	}

	/** Starts a server that ends calls with a status, by their index from 0. */
	public static HelloServer start(LongFunction<Status> answers) throws IOException {
		return new HelloServer(0, answers, null);
	}

	public static HelloServer start(SslContext tls) throws IOException {
		return new HelloServer(0, (index) -> Status.OK, tls);
	}

	public static HelloServer startAgain(String address) throws IOException {
		return new HelloServer(port(address), (index) -> Status.OK, null);
	}

	static int port(String address) {
		return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
	}

	public String address() {
		return InetAddress.getLoopbackAddress().getHostAddress() + ":" + this.server.getPort();
	}

	public long calls() {
		return this.calls.get();
	}

	public int connections() {
		return this.connections.get();
	}

	/** Full names of the methods that were called. */
	public Set<String> methods() {
		return this.methods;
	}

	public Set<String> headers() {
		return this.headers;
	}

	@Override
	public void close() {
		this.server.shutdownNow();
	}

	private final class Greeter extends HelloServiceGrpc.HelloServiceImplBase {

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			Status status = HelloServer.this.answers.apply(HelloServer.this.calls.getAndIncrement());
			if (status.isOk()) {
				response.onNext(
						HelloResponse.newBuilder().setId(request.getId()).addAllData(request.getDataList()).build());
				response.onCompleted();
			}
			else {
				response.onError(status.asRuntimeException());
			}
		}

	}

	private final class HeaderCollector implements ServerInterceptor {

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata metadata,
				ServerCallHandler<Q, R> next) {
			HelloServer.this.methods.add(call.getMethodDescriptor().getFullMethodName());
			HelloServer.this.headers.add(String.valueOf(metadata.get(HEADER)));
			return next.startCall(call, metadata);
		}

	}

	private final class ConnectionCounter extends ServerTransportFilter {

		@Override
		public Attributes transportReady(Attributes attributes) {
			HelloServer.this.connections.incrementAndGet();
			return attributes;
		}

	}

}
