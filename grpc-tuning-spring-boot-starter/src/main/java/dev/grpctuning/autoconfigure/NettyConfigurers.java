package dev.grpctuning.autoconfigure;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.grpc.ServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Makes configurers that tune Netty servers and leave others, such as in-process ones,
 * alone.
 */
class NettyConfigurers {

	private static final Log logger = LogFactory.getLog(NettyConfigurers.class);

	private static final String SHADED = "io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder";

	private final AtomicBoolean warned = new AtomicBoolean();

	GrpcServerConfigurer of(Consumer<NettyServerBuilder> tuning) {
		return (builder) -> {
			if (builder instanceof NettyServerBuilder nettyBuilder) {
				tuning.accept(nettyBuilder);
			}
			else {
				warnIfShaded(builder);
			}
		};
	}

	private void warnIfShaded(ServerBuilder<?> builder) {
		if (builder.getClass().getName().equals(SHADED) && this.warned.compareAndSet(false, true)) {
			logger.warn("grpc.tuning.* has no effect on the shaded Netty; exclude io.grpc:grpc-netty-shaded "
					+ "and use io.grpc:grpc-netty");
		}
	}

}
