package io.grpc.netty.shaded.io.grpc.netty;

import io.grpc.ForwardingServerBuilder;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessServerBuilder;

/**
 * Stands for the shaded builder, which must not be on the class path, by its name alone.
 */
public class NettyServerBuilder extends ForwardingServerBuilder<NettyServerBuilder> {

	@Override
	protected ServerBuilder<?> delegate() {
		return InProcessServerBuilder.forName("stand-in");
	}

}
