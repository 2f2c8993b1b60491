package dev.grpctuning.server;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import com.google.common.util.concurrent.MoreExecutors;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.AbstractEpollServerChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.util.concurrent.MultithreadEventExecutorGroup;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.LimitState;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.CallExecutorsSettings.CanarySettings;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.transport.EventLoops;
import dev.grpctuning.transport.SocketOptions;

/**
 * Reads values from one generation of the server, whatever was configured.
 *
 * @param settings last settings, for values that exist nowhere else
 */
record ValuesInForce(Generation generation, Settings settings, LimitState limit) {

	/** What a knob was set to when it last took effect. */
	@Nullable Object set(Knob<?> knob) {
		return ((knob.scope() == Knob.Scope.RESTART) ? this.generation.settings() : this.settings).get(knob);
	}

	ServerParts parts() {
		return this.generation.parts();
	}

	@Nullable Object transport() {
		List<Channel> listeners = parts().listeners();
		if (listeners.isEmpty()) {
			return null;
		}
		Channel listener = listeners.get(0);
		if (listener instanceof NioServerSocketChannel) {
			return Transport.NIO;
		}
		if (listener instanceof AbstractEpollServerChannel) {
			return Transport.EPOLL;
		}
		return (listener instanceof IoUringServerSocketChannel) ? Transport.IO_URING
				: listener.getClass().getSimpleName();
	}

	@Nullable Integer bossThreads() {
		return (parts().boss() instanceof MultithreadEventExecutorGroup threads) ? threads.executorCount() : null;
	}

	@Nullable Integer workerThreads() {
		return (parts().workers() instanceof MultithreadEventExecutorGroup threads) ? threads.activeExecutorCount()
				: null;
	}

	<T> @Nullable T ownEventLoops(Knob<T> knob) {
		EventLoops own = this.generation.eventLoops();
		return (own != null && own.workers() == parts().workers()) ? this.generation.settings().get(knob) : null;
	}

	/** Size in force, {@code null} if the system adapts it. */
	@Nullable Integer receiveBufferSize() {
		return (parts().option(GrpcField.OPTIONS, ChannelOption.SO_RCVBUF) != null)
				? parts().listening(ChannelOption.SO_RCVBUF) : null;
	}

	@Nullable Object userTimeout() {
		Object epoll = parts().option(GrpcField.CHILD_OPTIONS, SocketOptions.userTimeout(Transport.EPOLL));
		Object millis = (epoll != null) ? epoll
				: parts().option(GrpcField.CHILD_OPTIONS, SocketOptions.userTimeout(Transport.IO_URING));
		return (millis instanceof Integer number) ? number.longValue() : null;
	}

	WriteBufferWaterMark watermark() {
		return (parts().option(GrpcField.CHILD_OPTIONS,
				ChannelOption.WRITE_BUFFER_WATER_MARK) instanceof WriteBufferWaterMark own) ? own
						: WriteBufferWaterMark.DEFAULT;
	}

	@Nullable Integer window(boolean grows) {
		Boolean growing = parts().transport(GrpcField.AUTO_FLOW_CONTROL, Boolean.class);
		return (growing != null && growing == grows) ? parts().initialWindow() : null;
	}

	@Nullable Integer number(GrpcField field) {
		Integer value = parts().transport(field, Integer.class);
		return (value != null && value != Integer.MAX_VALUE) ? value : null;
	}

	@Nullable Long millis(GrpcField field) {
		Long nanos = parts().transport(field, Long.class);
		return (nanos != null && nanos != Long.MAX_VALUE) ? TimeUnit.NANOSECONDS.toMillis(nanos) : null;
	}

	Optional<CallExecutorsSettings> executors() {
		return Optional.ofNullable(this.generation.executors()).map(CallExecutors::settings);
	}

	/** The main executor, also one that is never replaced. */
	Optional<ExecutorSettings> main() {
		return executors().map(CallExecutorsSettings::main)
			.or(() -> Optional.ofNullable(this.generation.settings().plainExecutor()));
	}

	Optional<CanarySettings> canary() {
		return executors().map(CallExecutorsSettings::canary);
	}

	@Nullable Object executorType() {
		return main().<Object>map(ExecutorSettings::configured).orElseGet(() -> type(parts().executor()));
	}

	private static @Nullable Object type(@Nullable Executor executor) {
		if (executor == null) {
			return null;
		}
		if (executor == MoreExecutors.directExecutor()) {
			return ExecutorType.DIRECT;
		}
		if (executor instanceof ForkJoinPool) {
			return ExecutorType.FORK_JOIN;
		}
		if (executor instanceof ThreadPoolExecutor pool) {
			return (pool.getMaximumPoolSize() != Integer.MAX_VALUE) ? ExecutorType.FIXED : ExecutorType.CACHED;
		}
		String name = executor.getClass().getSimpleName();
		return name.startsWith("Virtual") ? ExecutorType.VIRTUAL : name;
	}

	@Nullable Integer executorThreads() {
		Optional<ExecutorSettings> main = main();
		if (main.isPresent()) {
			return main.get().fixedThreads();
		}
		Executor executor = parts().executor();
		if (executor instanceof ForkJoinPool pool) {
			return pool.getParallelism();
		}
		return (executor instanceof ThreadPoolExecutor pool && pool.getMaximumPoolSize() != Integer.MAX_VALUE)
				? pool.getMaximumPoolSize() : null;
	}

}
