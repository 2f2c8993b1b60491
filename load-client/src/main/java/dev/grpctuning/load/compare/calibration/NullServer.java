package dev.grpctuning.load.compare.calibration;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.transport.TargetAddress;

/**
 * A server on a loopback port of this process that answers each call of any method with
 * an empty message, on its event loops.
 */
final class NullServer implements AutoCloseable {

	private static final MethodDescriptor.Marshaller<byte[]> NOTHING = new MethodDescriptor.Marshaller<>() {

		@Override
		public InputStream stream(byte[] value) {
			return new ByteArrayInputStream(value);
		}

		@Override
		public byte[] parse(InputStream stream) {
			return new byte[0];
		}

	};

	private final Server server;

	NullServer() throws IOException {
		this.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
			.directExecutor()
			.fallbackHandlerRegistry(new AnyMethod())
			.build()
			.start();
	}

	TargetAddress address() {
		return new TargetAddress(InetAddress.getLoopbackAddress().getHostAddress(), this.server.getPort());
	}

	@Override
	public void close() {
		this.server.shutdownNow();
		try {
			this.server.awaitTermination(1, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static final class AnyMethod extends HandlerRegistry {

		@Override
		public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
			return ServerMethodDefinition.create(MethodDescriptor.newBuilder(NOTHING, NOTHING)
				.setType(MethodDescriptor.MethodType.UNKNOWN)
				.setFullMethodName(name)
				.build(), (call, headers) -> {
					call.request(Integer.MAX_VALUE);
					return new ServerCall.Listener<>() {

						@Override
						public void onHalfClose() {
							call.sendHeaders(new Metadata());
							call.sendMessage(new byte[0]);
							call.close(Status.OK, new Metadata());
						}

					};
				});
		}

	}

}
