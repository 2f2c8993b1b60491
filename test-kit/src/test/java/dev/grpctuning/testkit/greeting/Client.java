package dev.grpctuning.testkit.greeting;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/** Client with one connection, which is made by its first call. A call is one attempt. */
public final class Client implements AutoCloseable {

	private static final int DEADLINE_SECONDS = 240;

	private final ManagedChannel channel;

	private final String reflection;

	public Client(GreetingServer server) {
		this.reflection = server.serviceNames()
			.stream()
			.filter((name) -> name.endsWith(".ServerReflection"))
			.findFirst()
			.orElseThrow();
		this.channel = server.channel();
	}

	public ManagedChannel channel() {
		return this.channel;
	}

	/** Connects before the first call. */
	public void connect() {
		this.channel.getState(true);
	}

	/** Calls the unary method and says which thread handled it. */
	public String sayHello() {
		return blocking().sayHello(HelloRequest.getDefaultInstance()).getGreeting();
	}

	/** Calls the streaming method and says which thread handled it. */
	public String sayHelloStream() {
		return beginStream().next().getGreeting();
	}

	/** Begins a call of the unary method. */
	public Future<HelloResponse> begin() {
		return HelloServiceGrpc.newFutureStub(this.channel)
			.withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
			.sayHello(HelloRequest.getDefaultInstance());
	}

	/**
	 * Begins a call of the unary method that waits for a connection while there is none.
	 */
	public Future<HelloResponse> beginWhenReady() {
		return HelloServiceGrpc.newFutureStub(this.channel)
			.withWaitForReady()
			.withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
			.sayHello(HelloRequest.getDefaultInstance());
	}

	/** Begins a call of the streaming method, which has one response. */
	public Iterator<HelloResponse> beginStream() {
		return blocking().sayHelloStream(HelloRequest.getDefaultInstance());
	}

	/** Begins a stream of so many responses with payloads of a size, and a last one. */
	public Iterator<HelloResponse> beginStream(int responses, int bytes) {
		return blocking()
			.sayHelloStream(HelloRequest.newBuilder().setResponseCount(responses).setResponseBytes(bytes).build());
	}

	/** Makes a call and says how it ended. */
	public Status status() {
		return status(begin());
	}

	/** Says how a call ended. */
	public static Status status(Future<HelloResponse> call) {
		try {
			greeting(call);
			return Status.OK;
		}
		catch (StatusRuntimeException ex) {
			return ex.getStatus();
		}
	}

	/** Waits for a call and says which thread handled it. */
	public static String greeting(Future<HelloResponse> call) {
		try {
			return call.get(DEADLINE_SECONDS, TimeUnit.SECONDS).getGreeting();
		}
		catch (ExecutionException ex) {
			throw Status.fromThrowable(ex).asRuntimeException();
		}
		catch (InterruptedException | TimeoutException ex) {
			throw new AssertionError(ex);
		}
	}

	/** Asks for the health of a service. */
	public ServingStatus health(String service) {
		return HealthGrpc.newBlockingStub(this.channel)
			.withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
			.check(HealthCheckRequest.newBuilder().setService(service).build())
			.getStatus();
	}

	/** Asks for the health of the server, by the method that goes on telling. */
	public Iterator<HealthCheckResponse> watchHealth(String service) {
		return HealthGrpc.newBlockingStub(this.channel)
			.withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
			.watch(HealthCheckRequest.newBuilder().setService(service).build());
	}

	/**
	 * Asks for the names of the services, by the version of reflection that the server
	 * has.
	 */
	public List<String> reflectedServices() {
		MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> method = ServerReflectionGrpc
			.getServerReflectionInfoMethod()
			.toBuilder()
			.setFullMethodName(MethodDescriptor.generateFullMethodName(this.reflection, "ServerReflectionInfo"))
			.build();
		Iterator<ServerReflectionResponse> responses = ClientCalls.blockingServerStreamingCall(this.channel, method,
				CallOptions.DEFAULT.withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS),
				ServerReflectionRequest.newBuilder().setListServices("").build());
		return responses.next()
			.getListServicesResponse()
			.getServiceList()
			.stream()
			.map(ServiceResponse::getName)
			.toList();
	}

	private HelloServiceGrpc.HelloServiceBlockingStub blocking() {
		return HelloServiceGrpc.newBlockingStub(this.channel).withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS);
	}

	@Override
	public void close() {
		this.channel.shutdownNow();
	}

}
