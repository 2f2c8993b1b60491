package io.grpc.netty.shaded.fake;

import io.grpc.ForwardingServerBuilder;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessServerBuilder;

/**
 * Stands for the shaded builder, which must not be on the class path, by its name alone.
 */
public class ShadedServerBuilder extends ForwardingServerBuilder<ShadedServerBuilder> {

	@Override
	protected ServerBuilder<?> delegate() {
		return InProcessServerBuilder.forName("stand-in");
	}

}
