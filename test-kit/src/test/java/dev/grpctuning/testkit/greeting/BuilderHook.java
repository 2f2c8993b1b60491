package dev.grpctuning.testkit.greeting;

import java.util.function.Consumer;

import io.grpc.ServerBuilder;
import io.grpc.netty.NettyServerBuilder;

/**
 * What an application does to the builder of its server by itself, after it was tuned.
 */
public final class BuilderHook {

	private volatile Consumer<NettyServerBuilder> hook = (builder) -> {
	};

	/** Does something to each builder from now on. */
	public void set(Consumer<NettyServerBuilder> hook) {
		this.hook = hook;
	}

	/** Does something to the next builder only. */
	public void setOnce(Consumer<NettyServerBuilder> hook) {
		this.hook = (builder) -> {
			clear();
			hook.accept(builder);
		};
	}

	public void clear() {
		this.hook = (builder) -> {
		};
	}

	/** Leaves other builders alone, such as in-process ones. */
	public void apply(ServerBuilder<?> builder) {
		if (builder instanceof NettyServerBuilder netty) {
			this.hook.accept(netty);
		}
	}

}
