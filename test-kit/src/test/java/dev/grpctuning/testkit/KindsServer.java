package dev.grpctuning.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.util.NetUtil;

/** A server of {@link KindsProto} that records its requests. */
public final class KindsServer implements AutoCloseable {

	/** Version of its reflection service. */
	public enum Reflection {

		NONE, V1, V1ALPHA

	}

	private static final Metadata.Key<String> PUSHBACK = Metadata.Key.of("grpc-retry-pushback-ms",
			Metadata.ASCII_STRING_MARSHALLER);

	private static final FieldDescriptor COUNT = KindsProto.THING.findFieldByName("count");

	private static final FieldDescriptor ID = KindsProto.THING.findFieldByName("id");

	private static final FieldDescriptor TEXT = KindsProto.THING.findFieldByName("text");

	private final Queue<DynamicMessage> requests = new ConcurrentLinkedQueue<>();

	private final Queue<Metadata> headers = new ConcurrentLinkedQueue<>();

	private final Set<String> authorities = ConcurrentHashMap.newKeySet();

	private final AtomicLong cancelled = new AtomicLong();

	private final Server server;

	private final String address;

	private KindsServer(InetAddress host, int port, Reflection reflection) throws IOException {
		NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress(host, port))
			.addService(service())
			.intercept(new HeaderCollector());
		switch (reflection) {
			case NONE -> {
				// No reflection.
			}
			case V1 -> builder.addService(ProtoReflectionServiceV1.newInstance());
			case V1ALPHA -> builder.addService(v1alpha());
		}
		this.server = builder.build().start();
		this.address = NetUtil.toSocketAddressString(new InetSocketAddress(host, this.server.getPort()));
	}

	public static KindsServer start(Reflection reflection) throws IOException {
		return start(InetAddress.getLoopbackAddress(), reflection);
	}

	public static KindsServer start(InetAddress host, Reflection reflection) throws IOException {
		return new KindsServer(host, 0, reflection);
	}

	public static KindsServer startAgain(String address) throws IOException {
		return new KindsServer(InetAddress.getLoopbackAddress(), HelloServer.port(address), Reflection.NONE);
	}

	@SuppressWarnings("deprecation")
	private static BindableService v1alpha() {
		return ProtoReflectionService.newInstance();
	}

	private ServerServiceDefinition service() {
		MethodDescriptor<DynamicMessage, DynamicMessage> unary = method("Unary", MethodType.UNARY);
		MethodDescriptor<DynamicMessage, DynamicMessage> collect = method("Collect", MethodType.CLIENT_STREAMING);
		MethodDescriptor<DynamicMessage, DynamicMessage> spread = method("Spread", MethodType.SERVER_STREAMING);
		MethodDescriptor<DynamicMessage, DynamicMessage> linger = method("Linger", MethodType.SERVER_STREAMING);
		MethodDescriptor<DynamicMessage, DynamicMessage> echo = method("Echo", MethodType.BIDI_STREAMING);
		ServiceDescriptor descriptor = ServiceDescriptor.newBuilder(KindsProto.SERVICE)
			.setSchemaDescriptor((ProtoFileDescriptorSupplier) () -> KindsProto.FILE)
			.addMethod(unary)
			.addMethod(collect)
			.addMethod(spread)
			.addMethod(linger)
			.addMethod(echo)
			.build();
		return ServerServiceDefinition.builder(descriptor)
			.addMethod(unary, ServerCalls.asyncUnaryCall(this::unary))
			.addMethod(collect, ServerCalls.asyncClientStreamingCall((responses) -> new Answering(responses, false)))
			.addMethod(spread, ServerCalls.asyncServerStreamingCall(this::spread))
			.addMethod(linger, ServerCalls.asyncServerStreamingCall(this::linger))
			.addMethod(echo, ServerCalls.asyncBidiStreamingCall((responses) -> new Answering(responses, true)))
			.build();
	}

	private static MethodDescriptor<DynamicMessage, DynamicMessage> method(String name, MethodType type) {
		MethodDescriptor.Marshaller<DynamicMessage> things = ProtoUtils
			.marshaller(DynamicMessage.getDefaultInstance(KindsProto.THING));
		return MethodDescriptor.newBuilder(things, things)
			.setType(type)
			.setFullMethodName(MethodDescriptor.generateFullMethodName(KindsProto.SERVICE, name))
			.build();
	}

	/**
	 * Answers, unless the text is silence, or one for which it is not to be asked again.
	 */
	private void unary(DynamicMessage request, StreamObserver<DynamicMessage> response) {
		this.requests.add(request);
		countCancellation(response);
		if (request.getField(TEXT).equals("never again")) {
			Metadata trailers = new Metadata();
			trailers.put(PUSHBACK, "-1");
			response.onError(Status.RESOURCE_EXHAUSTED.asRuntimeException(trailers));
		}
		else if (!request.getField(TEXT).equals("silence")) {
			response.onNext(request);
			response.onCompleted();
		}
	}

	private void spread(DynamicMessage request, StreamObserver<DynamicMessage> responses) {
		this.requests.add(request);
		for (int i = 0; i < (int) request.getField(COUNT); i++) {
			responses.onNext(request);
		}
		responses.onCompleted();
	}

	/** Answers as often as the count says, and does not end. */
	private void linger(DynamicMessage request, StreamObserver<DynamicMessage> responses) {
		countCancellation(responses);
		for (int i = 0; i < (int) request.getField(COUNT); i++) {
			responses.onNext(request);
		}
	}

	private void countCancellation(StreamObserver<DynamicMessage> response) {
		((ServerCallStreamObserver<DynamicMessage>) response).setOnCancelHandler(this.cancelled::incrementAndGet);
	}

	public String address() {
		return this.address;
	}

	public List<DynamicMessage> requests() {
		return List.copyOf(this.requests);
	}

	public List<Long> ids() {
		return this.requests.stream().map((request) -> (Long) request.getField(ID)).toList();
	}

	/** The metadata of all calls but those of the reflection. */
	public List<Metadata> headers() {
		return List.copyOf(this.headers);
	}

	public List<String> headers(String key) {
		return this.headers.stream()
			.map((metadata) -> String.valueOf(metadata.get(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER))))
			.toList();
	}

	public Set<String> authorities() {
		return this.authorities;
	}

	public long cancelled() {
		return this.cancelled.get();
	}

	@Override
	public void close() {
		this.server.shutdownNow();
	}

	/** Ends it for good, so that its port is free. */
	public void closeAndWait() throws InterruptedException {
		close();
		this.server.awaitTermination();
	}

	/** Answers a stream of requests: each of them, or their number at the end. */
	private final class Answering implements StreamObserver<DynamicMessage> {

		private final StreamObserver<DynamicMessage> responses;

		private final boolean each;

		private int received;

		Answering(StreamObserver<DynamicMessage> responses, boolean each) {
			this.responses = responses;
			this.each = each;
			countCancellation(responses);
		}

		@Override
		public void onNext(DynamicMessage request) {
			this.received++;
			KindsServer.this.requests.add(request);
			if (this.each) {
				this.responses.onNext(request);
			}
		}

		@Override
		public void onError(Throwable failure) {
			// The cancellation was counted.
		}

		@Override
		public void onCompleted() {
			if (!this.each) {
				this.responses
					.onNext(DynamicMessage.newBuilder(KindsProto.THING).setField(COUNT, this.received).build());
			}
			this.responses.onCompleted();
		}

	}

	private final class HeaderCollector implements ServerInterceptor {

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata metadata,
				ServerCallHandler<Q, R> next) {
			if (KindsProto.SERVICE.equals(call.getMethodDescriptor().getServiceName())) {
				KindsServer.this.headers.add(metadata);
				KindsServer.this.authorities.add(String.valueOf(call.getAuthority()));
			}
			return next.startCall(call, metadata);
		}

	}

}
