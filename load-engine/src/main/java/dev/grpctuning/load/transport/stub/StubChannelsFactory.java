package dev.grpctuning.load.engine.stub;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;

import com.google.common.base.Throwables;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelConfigurer;
import net.devh.boot.grpc.client.channelfactory.GrpcChannelFactory;
import net.devh.boot.grpc.client.config.GrpcChannelProperties;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.engine.transport.ClientEventLoops;
import dev.grpctuning.load.engine.transport.MachineLimit;
import dev.grpctuning.load.engine.transport.TargetProbe;
import dev.grpctuning.load.target.CallTarget;
import dev.grpctuning.load.target.CallTargets;
import dev.grpctuning.load.target.Headers;
import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * Opens the channels of a run with net.devh's client: {@code grpc.client.GLOBAL.*} and
 * every {@link GrpcChannelConfigurer} and global interceptor of the application apply to
 * them.
 */
public class StubChannelsFactory {

	/**
	 * With one the server spends a tenth more on a call: fewer requests reach it at once.
	 */
	private static final int LOOPS_PER_PROCESSOR = 2;

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
		ClientEventLoops eventLoops = new ClientEventLoops(plan.channels(), LOOPS_PER_PROCESSOR);
		List<StubChannel> channels = new ArrayList<>();
		PinnedChannels pinned = new PinnedChannels(eventLoops);
		List<GrpcChannelConfigurer> all = new ArrayList<>(configurers(plan));
		all.add(pinned);
		if (plan.stub() == StubKind.BLOCKING || plan.model() instanceof LoadModel.Blocking) {
			all.add(new BuffersWithoutLocks());
		}
		StubChannels opened = new StubChannels(channels, plan.endless()
				? new LastingChannelFactory(this.properties, this.interceptors, all, connectTimeout, pinned::latest)
				: new ConnectingChannelFactory(this.properties, this.interceptors, all, connectTimeout), eventLoops);
		List<ClientInterceptor> metadata = metadata(target.headers());
		LongSupplier numbers = target.numbered() ? new AtomicLong()::getAndIncrement : () -> 0;
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
			MachineLimit.check(String.valueOf(ex.getMessage()), channels.size(), plan.channels());
			throw unreachable(address, ex, connectTimeout);
		}
	}

	/**
	 * Asks a server something over a channel as those of a plan are.
	 * @param <T> type of the answer
	 * @param address where to
	 * @param plan the plan, for its metadata
	 * @param connectTimeout the longest wait for the connection
	 * @param question given the channel, which is closed after it
	 * @return the answer
	 * @throws TargetUnreachableException if nothing there speaks gRPC, or not as
	 * {@code grpc.client.GLOBAL.*} has it, or the connection broke
	 * @throws InterruptedException if the thread was interrupted
	 */
	public <T> T ask(TargetAddress address, LoadPlan plan, Duration connectTimeout, Function<Channel, T> question)
			throws TargetUnreachableException, InterruptedException {
		TargetProbe.probe(address, connectTimeout);
		String name = "load-0";
		configure(this.properties.getChannel(name), address);
		try (GrpcChannelFactory factory = new ConnectingChannelFactory(this.properties, this.interceptors,
				configurers(plan), connectTimeout)) {
			return question.apply(factory.createChannel(name, List.of(MetadataUtils
				.newAttachHeadersInterceptor(NewCalls.metadata(CallTargets.headers(plan.call()), 0)))));
		}
		catch (StatusRuntimeException ex) {
			throwIfInterrupted(ex);
			throw new TargetUnreachableException(address, "asked about itself it ends with " + ex.getMessage(), ex);
		}
		catch (NotConnectedException | IllegalStateException ex) {
			throwIfInterrupted(ex);
			throw unreachable(address, ex, connectTimeout);
		}
	}

	/**
	 * So net.devh and grpc-java tell of an interrupted thread.
	 */
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

	/**
	 * All addresses of a name are tried, of which net.devh's own scheme takes the first.
	 */
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

	/**
	 * Adds what is the same for all calls; what is not is added to each.
	 */
	private static List<ClientInterceptor> metadata(Headers headers) {
		return (headers.constant() && !headers.isEmpty())
				? List.of(MetadataUtils.newAttachHeadersInterceptor(NewCalls.metadata(headers, 0))) : List.of();
	}

}
