package dev.grpctuning;

import java.net.InetSocketAddress;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;

/** A call of a client that nothing is sent to. */
public class SilentCall<Q, R> extends ServerCall<Q, R> {

	private final MethodDescriptor<Q, R> method;

	private final String address;

	public SilentCall(MethodDescriptor<Q, R> method, String address) {
		this.method = method;
		this.address = address;
	}

	@Override
	public MethodDescriptor<Q, R> getMethodDescriptor() {
		return this.method;
	}

	@Override
	public Attributes getAttributes() {
		return Attributes.newBuilder()
			.set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, new InetSocketAddress(this.address, 1))
			.build();
	}

	@Override
	public void request(int messages) {
	}

	@Override
	public void sendHeaders(Metadata headers) {
	}

	@Override
	public void sendMessage(R message) {
	}

	@Override
	public void close(Status status, Metadata trailers) {
	}

	@Override
	public boolean isCancelled() {
		return false;
	}

}
