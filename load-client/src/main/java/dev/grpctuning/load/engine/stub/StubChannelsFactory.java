package dev.grpctuning.load.engine.stub;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.google.common.base.Throwables;
import io.grpc.Channel;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.netty.channel.EventLoop;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;
import net.devh.boot.grpc.client.channelfactory.NettyChannelFactory;
import net.devh.boot.grpc.client.config.GrpcChannelProperties;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.transport.ClientEventLoops;
import dev.grpctuning.load.engine.transport.TargetProbe;
import dev.grpctuning.load.target.CallTarget;
import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * Opens the channels of a run with net.devh's client: {@code grpc.client.GLOBAL.*} and
 * every {@link GrpcChannelConfigurer} and global interceptor of the application apply to
 * them.
 */
public class StubChannelsFactory {

	/**
	 * How net.devh says that a connection was not there in time.
	 */
	private static final String NOT_CONNECTED = "Can't connect to channel";

	private final GrpcChannelsProperties properties;

	private final GlobalClientInterceptorRegistry interceptors;

	private final List<GrpcChannelConfigurer> configurers;

	/**
	 * Creates a factory on net.devh's beans.
	 * @param properties net.devh's {@code grpc.client.*}
	 * @param interceptors net.devh's global interceptors
	 * @param configurers the application's own configurers
	 */
	public StubChannelsFactory(GrpcChannelsProperties properties, GlobalClientInterceptorRegistry interceptors,
			List<GrpcChannelConfigurer> configurers) {
		this.properties = properties;
		this.interceptors = interceptors;
		this.configurers = List.copyOf(configurers);
	}

	/**
	 * Opens and connects the channels of a plan. Those of a plan without end connect
	 * again when the server comes back, also when its name has another address then.
	 * @param address where to
	 * @param plan how many channels, of which stub, with what metadata
	 * @param target what will be called
	 * @param connectTimeout the longest wait for each connection
	 * @return the channels, connected
	 * @throws TargetUnreachableException if nothing there speaks gRPC, or not as
	 * {@code grpc.client.GLOBAL.*} has it
	 * @throws InterruptedException if the thread was interrupted
	 */
	public CallChannels open(TargetAddress address, LoadPlan plan, CallTarget<?, ?> target, Duration connectTimeout)
			throws TargetUnreachableException, InterruptedException {
		TargetProbe.probe(address, connectTimeout);
		ClientEventLoops eventLoops = new ClientEventLoops(plan.channels());
		List<StubChannel> channels = new ArrayList<>();
		PinnedChannels pinned = new PinnedChannels(eventLoops);
		List<GrpcChannelConfigurer> all = new ArrayList<>(this.configurers);
		all.add(pinned);
		StubChannels opened = new StubChannels(channels,
				plan.endless() ? new LastingChannelFactory(this.properties, this.interceptors, all, pinned::latest)
						: new NettyChannelFactory(this.properties, this.interceptors, all),
				eventLoops);
		List<ClientInterceptor> metadata = metadata(plan);
		try {
			for (int i = 0; i < plan.channels(); i++) {
				String name = "load-" + i;
				configure(this.properties.getChannel(name), plan.endless() ? "dns:///" : "static://", address,
						connectTimeout);
				Channel channel = opened.factory().createChannel(name, metadata);
				channels.add(new StubChannel(channel, pinned.latest(), plan.stub(), target));
			}
			return opened;
		}
		catch (RuntimeException ex) {
			opened.close();
			// So net.devh tells of an interrupted connection.
			if (Thread.interrupted()) {
				throw new InterruptedException(ex.getMessage());
			}
			throw unreachable(address, ex, connectTimeout);
		}
	}

	private static TargetUnreachableException unreachable(TargetAddress address, RuntimeException failure,
			Duration connectTimeout) {
		if (String.valueOf(failure.getMessage()).startsWith(NOT_CONNECTED)) {
			return new TargetUnreachableException(address,
					"a connection is accepted, but no gRPC server answers within " + connectTimeout.toMillis()
							+ " ms (grpc.client.GLOBAL.negotiation-type says whether TLS is spoken)",
					failure);
		}
		return TargetUnreachableException.forGood(address,
				"grpc.client.GLOBAL.* cannot be used (" + Throwables.getRootCause(failure).getMessage() + ")", failure);
	}

	private static void configure(GrpcChannelProperties channel, String scheme, TargetAddress address,
			Duration connectTimeout) {
		channel.setAddress(URI.create(scheme + address));
		channel.setImmediateConnectTimeout(connectTimeout);
		channel.setShutdownGracePeriod(Duration.ZERO);
	}

	private static List<ClientInterceptor> metadata(LoadPlan plan) {
		if (plan.call().metadata().isEmpty()) {
			return List.of();
		}
		Metadata metadata = new Metadata();
		plan.call()
			.metadata()
			.forEach((key, value) -> metadata.put(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER), value));
		return List.of(MetadataUtils.newAttachHeadersInterceptor(metadata));
	}

	/**
	 * Puts each channel on one event loop and its callbacks on that loop. A call is one
	 * attempt: what the server refuses is counted, not sent again unseen.
	 */
	private static final class PinnedChannels implements GrpcChannelConfigurer {

		private final ClientEventLoops eventLoops;

		private EventLoop latest;

		PinnedChannels(ClientEventLoops eventLoops) {
			this.eventLoops = eventLoops;
			this.latest = eventLoops.next();
		}

		@Override
		public void accept(ManagedChannelBuilder<?> builder, String name) {
			this.latest = this.eventLoops.next();
			((NettyChannelBuilder) builder).channelType(this.eventLoops.channelType())
				.eventLoopGroup(this.latest)
				.directExecutor()
				.disableRetry();
		}

		EventLoop latest() {
			return this.latest;
		}

	}

}
