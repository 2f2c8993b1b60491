package dev.grpctuning.autoconfigure.netdevh;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.grpc.ServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Tunes builders of Netty servers and leaves others, such as in-process ones, alone.
 */
class NettyBuilders {

	private static final Log logger = LogFactory.getLog(NettyBuilders.class);

	private static final String SHADED = "io.grpc.netty.shaded.";

	private final AtomicBoolean warned = new AtomicBoolean();

	void tune(ServerBuilder<?> builder, Consumer<NettyServerBuilder> tuning) {
		if (builder instanceof NettyServerBuilder nettyBuilder) {
			tuning.accept(nettyBuilder);
		}
		else {
			warnIfShaded(builder);
		}
	}

	private void warnIfShaded(ServerBuilder<?> builder) {
		if (builder.getClass().getName().startsWith(SHADED) && this.warned.compareAndSet(false, true)) {
			logger.warn("grpc.tuning.* has no effect on the shaded Netty; exclude io.grpc:grpc-netty-shaded "
					+ "and use io.grpc:grpc-netty");
		}
	}

}
