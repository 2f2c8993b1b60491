package dev.grpctuning.load.transport.stub;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

import com.google.common.base.Throwables;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptor;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelFactory;
import net.devh.boot.grpc.client.config.GrpcChannelProperties;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.springframework.context.support.StaticApplicationContext;

import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.StubKind;
import dev.grpctuning.load.transport.ClientEventLoops;
import dev.grpctuning.load.transport.HostResolver;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetProbe;
import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.load.transport.stub.ConnectingChannelFactory.NotConnectedException;

/**
 * Opens channels with net.devh's client: {@code grpc.client.GLOBAL.*} and the
 * application's configurers and interceptors apply.
 */
public record StubChannelsFactory(GrpcChannelsProperties properties, GlobalClientInterceptorRegistry interceptors,
		List<GrpcChannelConfigurer> configurers) {

	/** With one, fewer requests arrive at once, which costs the server a tenth more. */
	private static final int LOOPS_PER_PROCESSOR = 2;

	/**
	 * For virtual threads: grpc-java's allocator keeps 0.9 KB per thread and has locks,
	 * and a thread that waited for one keeps a stack four times as large.
	 */
	private static final ByteBufAllocator WITHOUT_LOCKS = new AdaptiveByteBufAllocator();

	/** Creates a factory of plaintext channels that no application configures. */
	public static StubChannelsFactory plaintext() {
		GrpcChannelsProperties properties = new GrpcChannelsProperties();
		properties.getGlobalChannel().setNegotiationType(NegotiationType.PLAINTEXT);
		StaticApplicationContext context = new StaticApplicationContext();
		context.refresh();
		return new StubChannelsFactory(properties, new GlobalClientInterceptorRegistry(context), List.of());
	}

	/**
	 * Opens and connects the channels of a plan. Those of a plan without end reconnect
	 * when the server returns, also at a new address.
	 * @throws TargetUnreachableException if there is no gRPC server, or {@code
	 * grpc.client.GLOBAL.*} does not fit it
	 */
	public CallChannels open(TargetAddress address, LoadPlan plan, CallTarget<?, ?> target, Duration connectTimeout)
			throws TargetUnreachableException, InterruptedException {
		TargetProbe.probe(address, connectTimeout, HostResolver.SYSTEM);
		ClientEventLoops eventLoops = new ClientEventLoops(plan.channels(), LOOPS_PER_PROCESSOR);
		List<StubChannel> channels = new ArrayList<>();
		PinnedChannels pinned = new PinnedChannels(eventLoops);
		List<GrpcChannelConfigurer> all = new ArrayList<>(configurers(plan));
		all.add(pinned);
		if (plan.stub() == StubKind.BLOCKING || plan.model() instanceof LoadModel.Blocking) {
			all.add((builder, name) -> ((NettyChannelBuilder) builder).withOption(ChannelOption.ALLOCATOR,
					WITHOUT_LOCKS));
		}
		StubChannels opened = new StubChannels(channels, new ConnectingChannelFactory(this.properties,
				this.interceptors, all, connectTimeout, plan.endless() ? pinned::latest : null), eventLoops);
		List<ClientInterceptor> metadata = metadata(target.headers());
		LongSupplier numbers = target.numbers();
		try {
			for (int i = 0; i < plan.channels(); i++) {
				String name = "load-" + i;
				configure(this.properties.getChannel(name), address);
				Channel channel = opened.factory().createChannel(name, metadata);
				MessageCounter messages = new MessageCounter();
				channels
					.add(new StubChannel(pinned.latest(), plan.stub(),
							new NewCalls<>(channel, target, numbers,
									NewCalls.options(messages.watch(CallOptions.DEFAULT), target.settings())),
							messages));
			}
			return opened;
		}
		catch (RuntimeException ex) {
			opened.close();
			throwIfInterrupted(ex);
			TargetProbe.checkMachine(String.valueOf(ex.getMessage()), channels.size(), plan.channels());
			throw unreachable(address, ex, connectTimeout);
		}
	}

	/**
	 * Asks the server something over a channel as in the plan.
	 * @throws TargetUnreachableException if there is no gRPC server, {@code
	 * grpc.client.GLOBAL.*} does not fit it, or the connection broke
	 */
	public <T> T ask(TargetAddress address, LoadPlan plan, Duration connectTimeout, Function<Channel, T> question)
			throws TargetUnreachableException, InterruptedException {
		TargetProbe.probe(address, connectTimeout, HostResolver.SYSTEM);
		String name = "load-0";
		configure(this.properties.getChannel(name), address);
		try (GrpcChannelFactory factory = new ConnectingChannelFactory(this.properties, this.interceptors,
				configurers(plan), connectTimeout, null)) {
			return question.apply(factory.createChannel(name, List.of(MetadataUtils
				.newAttachHeadersInterceptor(NewCalls.metadata(CallTargets.headers(plan.call()), 0)))));
		}
		catch (StatusRuntimeException ex) {
			throwIfInterrupted(ex);
			throw new TargetUnreachableException(address, "its reflection ends with " + ex.getMessage(), ex);
		}
		catch (NotConnectedException | IllegalStateException ex) {
			throwIfInterrupted(ex);
			throw unreachable(address, ex, connectTimeout);
		}
	}

	/** net.devh and grpc-java only keep the interrupt flag. */
	private static void throwIfInterrupted(RuntimeException failure) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException(failure.getMessage());
		}
	}

	private static TargetUnreachableException unreachable(TargetAddress address, RuntimeException failure,
			Duration connectTimeout) {
		if (failure instanceof NotConnectedException) {
			return TargetUnreachableException.noAnswer(address, connectTimeout, String.valueOf(failure.getMessage()),
					failure);
		}
		return TargetUnreachableException.forGood(address,
				"grpc.client.GLOBAL.* cannot be used (" + Throwables.getRootCause(failure).getMessage() + ")", failure);
	}

	/** Uses all addresses of a name, where net.devh's own scheme uses the first. */
	private static void configure(GrpcChannelProperties channel, TargetAddress address) {
		channel.setAddress(URI.create("dns:///" + address));
		channel.setImmediateConnectTimeout(Duration.ZERO);
		channel.setShutdownGracePeriod(Duration.ZERO);
	}

	private List<GrpcChannelConfigurer> configurers(LoadPlan plan) {
		String authority = plan.call().settings().authority();
		if (authority == null) {
			return this.configurers;
		}
		List<GrpcChannelConfigurer> all = new ArrayList<>(this.configurers);
		all.add((builder, name) -> builder.overrideAuthority(authority));
		return all;
	}

	/** Attaches constant metadata once; other metadata is attached to each call. */
	private static List<ClientInterceptor> metadata(Headers headers) {
		return (headers.constant() && !headers.isEmpty())
				? List.of(MetadataUtils.newAttachHeadersInterceptor(NewCalls.metadata(headers, 0))) : List.of();
	}

}
