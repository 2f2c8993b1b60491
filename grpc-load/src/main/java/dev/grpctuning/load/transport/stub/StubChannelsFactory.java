package dev.grpctuning.load.transport.stub;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;

import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.transport.ClientEventLoops;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetAddress.HostResolver;
import dev.grpctuning.load.transport.TargetProbe;
import dev.grpctuning.load.transport.TargetUnreachableException;

/** Opens channels of grpc-java, with what an application configures for them. */
public record StubChannelsFactory(ChannelBuilders builders) {

	/** With one, fewer requests arrive at once, which costs the server a tenth more. */
	private static final int LOOPS_PER_PROCESSOR = 2;

	/**
	 * For virtual threads: grpc-java's allocator keeps 0.9 KB per thread and has locks,
	 * and a thread that waited for one keeps a stack four times as large.
	 */
	private static final ByteBufAllocator WITHOUT_LOCKS = new AdaptiveByteBufAllocator();

	/** Creates a factory of plaintext channels to all addresses of a name. */
	public static StubChannelsFactory plaintext() {
		return new StubChannelsFactory((address, name) -> NettyChannelBuilder.forTarget(address.dnsTarget())
			.defaultLoadBalancingPolicy("round_robin")
			.usePlaintext());
	}

	/** Creates a factory of channels with TLS that trusts the certificates of a file. */
	public static StubChannelsFactory trusting(File certificates) {
		ChannelCredentials credentials = credentials(certificates);
		return new StubChannelsFactory(
				(address, name) -> NettyChannelBuilder.forTarget(address.dnsTarget(), credentials)
					.defaultLoadBalancingPolicy("round_robin"));
	}

	private static ChannelCredentials credentials(File certificates) {
		try {
			return TlsChannelCredentials.newBuilder().trustManager(certificates).build();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Opens and connects the channels of a plan. Those of a plan without end reconnect
	 * when the server returns, also at a new address.
	 * @throws TargetUnreachableException if there is no gRPC server, or the application's
	 * settings do not fit it
	 */
	public CallChannels open(TargetAddress address, LoadPlan plan, CallTarget<?, ?> target, Duration connectTimeout)
			throws TargetUnreachableException, InterruptedException {
		TargetProbe.probe(address, connectTimeout, HostResolver.SYSTEM);
		ClientEventLoops eventLoops = new ClientEventLoops(plan.channels(), LOOPS_PER_PROCESSOR);
		StubChannels opened = new StubChannels(new ArrayList<>(), new ArrayList<>(), eventLoops);
		LongSupplier numbers = target.numbers();
		try {
			List<ClientInterceptor> metadata = metadata(target.headers());
			for (int i = 0; i < plan.channels(); i++) {
				EventLoop eventLoop = eventLoops.next();
				StreamLimits limits = new StreamLimits(eventLoops.channelType());
				NettyChannelBuilder builder = builder(address, "load-" + i, plan).channelFactory(limits)
					.eventLoopGroup(eventLoop);
				ManagedChannel connection = forLoad(builder, plan).build();
				opened.connections().add(connection);
				connect(connection, address, connectTimeout, i, plan);
				if (plan.endless()) {
					keep(connection, eventLoop);
				}
				MessageCounter messages = new MessageCounter();
				opened.all()
					.add(new StubChannel(eventLoop, plan.stub(),
							new NewCalls<>(intercepted(connection, metadata), target, numbers,
									NewCalls.options(messages.watch(CallOptions.DEFAULT), target.settings())
										.withStreamTracerFactory(new StageTimers(eventLoop, limits)),
									messages)));
			}
			return opened;
		}
		catch (RuntimeException | TargetUnreachableException | InterruptedException ex) {
			opened.close();
			throw ex;
		}
	}

	/** Asks the server something over a channel as in the plan. */
	public <T> T ask(TargetAddress address, LoadPlan plan, Duration connectTimeout, Function<Channel, T> question)
			throws TargetUnreachableException, InterruptedException {
		TargetProbe.probe(address, connectTimeout, HostResolver.SYSTEM);
		ManagedChannel connection = builder(address, "load-0", plan).build();
		try {
			connect(connection, address, connectTimeout, 0, plan);
			return question.apply(intercepted(connection, List.of(MetadataUtils
				.newAttachHeadersInterceptor(NewCalls.metadata(CallTargets.headers(plan.call()), 0)))));
		}
		catch (StatusRuntimeException ex) {
			// grpc-java only keeps the interrupt flag.
			if (Thread.interrupted()) {
				throw new InterruptedException(ex.getMessage());
			}
			if (ex.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED) {
				throw TargetUnreachableException.busy(address, connectTimeout, ex);
			}
			throw new TargetUnreachableException(address,
					"its reflection ends with " + StubChannel.corrected(ex.getStatus()).asException().getMessage(), ex);
		}
		finally {
			connection.shutdownNow();
		}
	}

	/** Ignores the JVM's proxies: the server itself is measured. */
	private NettyChannelBuilder builder(TargetAddress address, String name, LoadPlan plan)
			throws TargetUnreachableException {
		NettyChannelBuilder builder = this.builders.builder(address, name).proxyDetector((server) -> null);
		String authority = plan.call().settings().authority();
		return (authority != null) ? builder.overrideAuthority(authority) : builder;
	}

	/**
	 * Turns off the retries of service configs, so that refused calls are counted. As in
	 * an application, gRPC resends calls that no server has processed.
	 */
	private static NettyChannelBuilder forLoad(NettyChannelBuilder builder, LoadPlan plan) {
		builder.directExecutor().maxRetryAttempts(1).maxHedgedAttempts(1);
		if (plan.stub() == StubKind.BLOCKING || plan.model() instanceof LoadModel.Blocking) {
			builder.withOption(ChannelOption.ALLOCATOR, WITHOUT_LOCKS);
		}
		if (Epoll.isAvailable()) {
			builder.withOption(EpollChannelOption.TCP_USER_TIMEOUT, ClientEventLoops.UNACKNOWLEDGED_MILLIS);
		}
		return builder;
	}

	private static void connect(ManagedChannel connection, TargetAddress address, Duration timeout, int connected,
			LoadPlan plan) throws TargetUnreachableException, InterruptedException {
		Status failure = ConnectFailure.connect(connection, timeout);
		if (failure != null) {
			TargetProbe.checkMachine(String.valueOf(failure.getDescription()), connected, plan.channels());
			throw TargetUnreachableException.notReady(address, timeout, failure);
		}
	}

	/** Reconnects within about a second, where grpc-java waits up to two minutes. */
	private static void keep(ManagedChannel connection, EventLoop eventLoop) {
		eventLoop.scheduleWithFixedDelay(() -> {
			connection.resetConnectBackoff();
			connection.getState(true);
		}, 1, 1, TimeUnit.SECONDS);
	}

	private Channel intercepted(Channel connection, List<ClientInterceptor> metadata) {
		return ClientInterceptors.interceptForward(ClientInterceptors.interceptForward(connection, metadata),
				this.builders.interceptors());
	}

	/** Attaches constant metadata once; other metadata is attached to each call. */
	private static List<ClientInterceptor> metadata(Headers headers) {
		return (headers.constant() && !headers.isEmpty())
				? List.of(MetadataUtils.newAttachHeadersInterceptor(NewCalls.metadata(headers, 0))) : List.of();
	}

	/** Creates the builders of channels, with what an application configures. */
	@FunctionalInterface
	public interface ChannelBuilders {

		/** Creates the builder of a channel, unless the settings cannot be used. */
		NettyChannelBuilder builder(TargetAddress address, String name) throws TargetUnreachableException;

		/** Returns the interceptors of each call, outermost first. */
		default List<ClientInterceptor> interceptors() {
			return List.of();
		}

	}

	private record StubChannels(List<CallChannel> all, List<ManagedChannel> connections,
			ClientEventLoops eventLoops) implements CallChannels {

		@Override
		public void close() {
			this.connections.forEach(ManagedChannel::shutdownNow);
			this.eventLoops.close();
		}

	}

}
