package dev.grpctuning.hello.codec;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/**
 * Encoding of the hello service's messages. Each encoding has a gRPC service of its own
 * with the methods of {@code hello.v1.HelloService}. An invalid message ends the call
 * with status INTERNAL.
 */
public enum HelloCodec {

	/** Protocol Buffers, by generated code: {@code hello.v1.HelloService}. */
	PROTOBUF(HelloServiceGrpc.getSayHelloMethod(), HelloServiceGrpc.getSayHelloStreamMethod(),
			HelloServiceGrpc.getChatMethod()),

	/** JSON by Gson, in Protocol Buffers' names: {@code hello.v1.HelloJsonService}. */
	JSON("hello.v1.HelloJsonService", new JsonFormat<>(new JsonRequest()), new JsonFormat<>(new JsonResponse())),

	/** Chronicle Wire's {@code BINARY_LIGHT}: {@code hello.v1.HelloWireService}. */
	WIRE("hello.v1.HelloWireService", new WireRequest(), new WireResponse());

	private final MethodDescriptor<HelloRequest, HelloResponse> sayHello;

	private final MethodDescriptor<HelloRequest, HelloResponse> sayHelloStream;

	private final MethodDescriptor<HelloRequest, HelloResponse> chat;

	HelloCodec(String service, Marshaller<HelloRequest> requests, Marshaller<HelloResponse> responses) {
		this(encoded(HelloServiceGrpc.getSayHelloMethod(), service, requests, responses),
				encoded(HelloServiceGrpc.getSayHelloStreamMethod(), service, requests, responses),
				encoded(HelloServiceGrpc.getChatMethod(), service, requests, responses));
	}

	HelloCodec(MethodDescriptor<HelloRequest, HelloResponse> sayHello,
			MethodDescriptor<HelloRequest, HelloResponse> sayHelloStream,
			MethodDescriptor<HelloRequest, HelloResponse> chat) {
		this.sayHello = sayHello;
		this.sayHelloStream = sayHelloStream;
		this.chat = chat;
	}

	/** Without the schema, by which reflection would describe the bytes wrongly. */
	private static MethodDescriptor<HelloRequest, HelloResponse> encoded(
			MethodDescriptor<HelloRequest, HelloResponse> method, String service, Marshaller<HelloRequest> requests,
			Marshaller<HelloResponse> responses) {
		return method.toBuilder(requests, responses)
			.setFullMethodName(MethodDescriptor.generateFullMethodName(service, method.getBareMethodName()))
			.setSchemaDescriptor(null)
			.build();
	}

	public String serviceName() {
		return String.valueOf(this.sayHello.getServiceName());
	}

	/** One request, one response. */
	public MethodDescriptor<HelloRequest, HelloResponse> sayHello() {
		return this.sayHello;
	}

	/** One request, as many responses as it asks for. */
	public MethodDescriptor<HelloRequest, HelloResponse> sayHelloStream() {
		return this.sayHelloStream;
	}

	/** A response for each request of a stream. */
	public MethodDescriptor<HelloRequest, HelloResponse> chat() {
		return this.chat;
	}

	public ServerServiceDefinition bind(HelloServiceGrpc.AsyncService handler) {
		return ServerServiceDefinition.builder(serviceName())
			.addMethod(this.sayHello, ServerCalls.asyncUnaryCall(handler::sayHello))
			.addMethod(this.sayHelloStream, ServerCalls.asyncServerStreamingCall(handler::sayHelloStream))
			.addMethod(this.chat, ServerCalls.asyncBidiStreamingCall(handler::chat))
			.build();
	}

}
