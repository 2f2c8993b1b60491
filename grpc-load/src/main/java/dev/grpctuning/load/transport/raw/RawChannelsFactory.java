package dev.grpctuning.load.transport.raw;

import java.io.File;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import javax.net.ssl.SSLException;

import io.grpc.Status;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.transport.ClientEventLoops;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetAddress.HostResolver;
import dev.grpctuning.load.transport.TargetProbe;
import dev.grpctuning.load.transport.TargetUnreachableException;

/**
 * Opens channels on plain connections without grpc-java, whose interceptors and
 * configurers do not apply.
 *
 * @param userAgent precedes the engine's own name in {@code user-agent}
 * @param authority the server's name instead of its address, which its certificate must
 * have
 * @param tls TLS settings, or {@code null} for plaintext
 */
public record RawChannelsFactory(int maxInboundMessageBytes, int maxInboundMetadataBytes, @Nullable String userAgent,
		@Nullable String authority, @Nullable SslContext tls) {

	/** grpc-java's limit for messages. */
	public static final int DEFAULT_MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

	/** grpc-java's limit for metadata. */
	public static final int DEFAULT_MAX_METADATA_BYTES = 8 * 1024;

	/** Plaintext with the limits of grpc-java. */
	public static final RawChannelsFactory PLAINTEXT = trusting(null);

	public RawChannelsFactory {
		if (maxInboundMessageBytes < 0) {
			throw new IllegalArgumentException(
					"maxInboundMessageBytes: " + maxInboundMessageBytes + " (expected: >= 0)");
		}
		if (maxInboundMetadataBytes < 1) {
			throw new IllegalArgumentException(
					"maxInboundMetadataBytes: " + maxInboundMetadataBytes + " (expected: >= 1)");
		}
	}

	/**
	 * Creates a factory with the limits of grpc-java, which uses TLS unless the
	 * certificates are null.
	 */
	public static RawChannelsFactory trusting(@Nullable File certificates) {
		return new RawChannelsFactory(DEFAULT_MAX_MESSAGE_BYTES, DEFAULT_MAX_METADATA_BYTES, null, null,
				(certificates != null) ? http2(certificates) : null);
	}

	private static SslContext http2(File certificates) {
		try {
			return SslContextBuilder.forClient()
				.trustManager(certificates)
				.applicationProtocolConfig(
						new ApplicationProtocolConfig(Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE,
								SelectedListenerFailureBehavior.ACCEPT, ApplicationProtocolNames.HTTP_2))
				.build();
		}
		catch (SSLException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Opens and connects the channels of a plan. When the server returns, they reconnect
	 * within about a second, also at a new address.
	 */
	public CallChannels open(TargetAddress address, LoadPlan plan, CallTarget<?, ?> target, Duration connectTimeout)
			throws TargetUnreachableException, InterruptedException {
		TargetProbe.probe(address, connectTimeout, HostResolver.SYSTEM);
		String authority = authority(address, target);
		PreparedRequest request = prepare(target, authority);
		ConnectionSettings settings = new ConnectionSettings(request.type().serverSendsOneMessage(),
				this.maxInboundMessageBytes, this.maxInboundMetadataBytes, ConnectionSettings.LARGE_WINDOW, 1);
		AtomicReference<ProtocolErrors> errors = new AtomicReference<>(ProtocolErrors.NONE);
		Connector connector = new Connector(address, authority, request, settings, errors, this.tls, connectTimeout,
				HostResolver.SYSTEM);
		ClientEventLoops loops = new ClientEventLoops(plan.channels(), 1);
		List<RawChannel> channels = new ArrayList<>();
		RawChannels opened = new RawChannels(channels, loops, request, errors);
		try {
			for (int i = 0; i < plan.channels(); i++) {
				RawChannel channel = new RawChannel(loops.next(), loops.channelType(), connector, i);
				channels.add(channel);
				Status failure = await(channel);
				if (failure != null) {
					TargetProbe.checkMachine(String.valueOf(failure.getDescription()), i, plan.channels());
					throw TargetUnreachableException.notReady(address, connectTimeout, failure);
				}
			}
			return opened;
		}
		catch (TargetUnreachableException | InvalidCallException | InterruptedException ex) {
			opened.close();
			throw ex;
		}
	}

	private String authority(TargetAddress address, CallTarget<?, ?> target) {
		String authority = target.settings().authority();
		return (authority != null) ? authority : Objects.requireNonNullElse(this.authority, address.toString());
	}

	private PreparedRequest prepare(CallTarget<?, ?> target, String authority) {
		CallTimeout timeout = CallTimeout.of(target.settings());
		RequestContents contents = new RequestContents(target, timeout);
		boolean sameContent = target.requests().constant() && target.headers().constant();
		RequestHeaders headers = RequestHeaders.of(target.method().getFullMethodName(), target.settings().compression(),
				(this.tls != null) ? "https" : "http", this.userAgent, authority, target.headers(),
				target.headers().constant() ? timeout : null);
		return PreparedRequest.of(target.method().getType(), target.settings(), headers, contents.of(0),
				sameContent ? null : contents::of, target.numbers());
	}

	private static @Nullable Status await(RawChannel channel) throws InterruptedException {
		try {
			return channel.open().get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex.getCause());
		}
	}

	record RawChannels(List<RawChannel> all, ClientEventLoops eventLoops, PreparedRequest request,
			AtomicReference<ProtocolErrors> errors) implements CallChannels {

		@Override
		public @Nullable ProtocolErrors protocolErrors() {
			return this.errors.get();
		}

		@Override
		public void close() {
			this.all.forEach((channel) -> channel.executor().execute(channel::close));
			this.eventLoops.close();
			this.request.close();
		}

	}

}
