package dev.grpctuning.transport;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.util.NettyRuntime;
import io.netty.util.concurrent.AutoScalingEventExecutorChooserFactory;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ThreadPerTaskExecutor;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.Transport;

/**
 * Boss and worker threads of one server. gRPC does not close groups that it was given;
 * their creator closes them after the server has ended.
 */
public record EventLoops(EventLoopGroup boss, EventLoopGroup workers,
		ChannelFactory<? extends ServerChannel> listeners) {

	private static final Duration QUIET_PERIOD = Duration.ofMillis(50);

	/**
	 * Creates the groups; their threads start when they are needed. The transport is
	 * gRPC's choice if none is set.
	 * @param domainSocket whether the server listens on a Unix domain socket, for which
	 * its framework requires epoll
	 * @param watch added to the worker threads
	 */
	public static EventLoops create(Settings settings, boolean domainSocket, UnaryOperator<IoHandlerFactory> watch) {
		Transport transport = settings.get(Knobs.TRANSPORT, Epoll.isAvailable() ? Transport.EPOLL : Transport.NIO);
		if (domainSocket && transport != Transport.EPOLL) {
			throw new IllegalArgumentException(
					"transport: %s cannot serve a Unix domain socket; use epoll".formatted(transport.propertyValue()));
		}
		if (domainSocket && !settings.get(Knobs.LISTEN_ADDRESSES, List.of()).isEmpty()) {
			throw new IllegalArgumentException(
					"listen-addresses: a server on a Unix domain socket can have no further addresses; remove them");
		}
		return switch (transport) {
			case AUTO -> throw new IllegalArgumentException("transport: auto (expected: a resolved transport)");
			case NIO -> create(settings, watch, NioIoHandler::newFactory, NioServerSocketChannel::new);
			case EPOLL -> create(settings, watch, EpollIoHandler::newFactory,
					domainSocket ? EpollServerDomainSocketChannel::new : EpollServerSocketChannel::new);
			case IO_URING -> create(settings, watch, () -> IoUringIoHandler.newFactory(ring(settings)),
					IoUringServerSocketChannel::new);
		};
	}

	private static IoUringIoHandlerConfig ring(Settings settings) {
		// Netty stops no loop whose ring belongs to one thread.
		IoUringIoHandlerConfig ring = new IoUringIoHandlerConfig()
			.setSingleIssuer(settings.get(Knobs.WORKER_THREADS_MIN) == null);
		Integer size = settings.get(Knobs.IO_URING_RING_SIZE);
		if (size != null) {
			ring.setRingSize(size);
		}
		Integer completions = settings.get(Knobs.IO_URING_COMPLETION_QUEUE_SIZE);
		if (completions != null) {
			ring.setCqSize(completions);
		}
		return ring;
	}

	private static EventLoops create(Settings settings, UnaryOperator<IoHandlerFactory> watch,
			Supplier<IoHandlerFactory> handlers, ChannelFactory<? extends ServerChannel> listeners) {
		EventLoopGroup boss = new MultiThreadIoEventLoopGroup(settings.get(Knobs.BOSS_THREADS, 1),
				threads("grpc-server-boss-"), handlers.get());
		return new EventLoops(boss, workers(settings, watch.apply(handlers.get())), listeners);
	}

	private static EventLoopGroup workers(Settings settings, IoHandlerFactory handlers) {
		Executor threads = threads("grpc-server-worker-");
		Integer min = settings.get(Knobs.WORKER_THREADS_MIN);
		Integer max = settings.get(Knobs.WORKER_THREADS_MAX);
		if (min == null || max == null) {
			Integer number = settings.get(Knobs.WORKER_THREADS);
			return new MultiThreadIoEventLoopGroup((number != null) ? number : defaultWorkerThreads(), threads,
					handlers);
		}
		// Checks every second. If a loop was busy for less than a fifth of two seconds,
		// there is one too many. If one
		// was busy for more than four fifths, another one joins.
		return new MultiThreadIoEventLoopGroup(max, threads,
				new AutoScalingEventExecutorChooserFactory(min, max, 1, TimeUnit.SECONDS, 0.2, 0.8, 1, 1, 2), handlers);
	}

	/**
	 * Daemon threads like gRPC's, of the class that Netty's fast thread locals require.
	 */
	private static Executor threads(String prefix) {
		AtomicInteger number = new AtomicInteger();
		return new ThreadPerTaskExecutor(new DefaultThreadFactory(prefix, true) {

			@Override
			protected Thread newThread(Runnable loop, String name) {
				return super.newThread(loop, prefix + number.incrementAndGet());
			}

		});
	}

	/** gRPC's default: a thread per processor, unless Netty's system property is set. */
	private static int defaultWorkerThreads() {
		return Integer.getInteger("io.netty.eventLoopThreads", NettyRuntime.availableProcessors());
	}

	/**
	 * Sets both groups and the factory of listening channels: gRPC takes all three or
	 * none.
	 * @param prepare called with each channel before it is bound
	 */
	public void applyTo(NettyServerBuilder builder, Consumer<ServerChannel> prepare) {
		builder.bossEventLoopGroup(this.boss).workerEventLoopGroup(this.workers).channelFactory(() -> {
			ServerChannel listener = this.listeners.newChannel();
			prepare.accept(listener);
			return listener;
		});
	}

	public boolean close(Duration timeout) {
		long deadline = System.nanoTime() + timeout.toNanos();
		return end(this.boss, deadline) & end(this.workers, deadline);
	}

	private static boolean end(EventLoopGroup group, long deadlineNanos) {
		// A loop that ends at once leaves a connection open that it was given and has not
		// taken yet.
		group.shutdownGracefully(QUIET_PERIOD.toNanos(),
				Math.max(QUIET_PERIOD.toNanos(), deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
		return group.terminationFuture().awaitUninterruptibly(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
	}

}
