package dev.grpctuning.load.transport.raw;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import javax.net.ssl.SSLParameters;

import com.google.common.net.HostAndPort;
import io.grpc.Status;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.transport.ClientEventLoops;
import dev.grpctuning.load.transport.TargetAddress;

/**
 * Makes the connections of a plan. Each resolves the target's name again and tries all of
 * its addresses.
 *
 * @param authority the server's name, which its certificate must have
 * @param tls TLS settings, or {@code null} for plaintext
 */
record Connector(TargetAddress address, String authority, PreparedRequest request, ConnectionSettings settings,
		AtomicReference<ProtocolErrors> errors, @Nullable SslContext tls, Duration timeout,
		TargetAddress.HostResolver resolver) {

	/** From how many unread bytes on calls wait, and until how many are left. */
	private static final WriteBufferWaterMark UNREAD_BYTES = new WriteBufferWaterMark(128 * 1024, 256 * 1024);

	void connect(EventLoop loop, Class<? extends Channel> channelType, Attempt attempt) {
		long until = System.nanoTime() + this.timeout.toNanos();
		this.resolver.resolve(this.address, this.timeout).whenComplete((found, failure) -> {
			try {
				loop.execute((failure != null)
						? () -> attempt.failed(Status.UNAVAILABLE.withDescription(failure.getMessage()))
						: () -> tryNext(loop, channelType, attempt, found, until));
			}
			catch (RejectedExecutionException ex) {
				// The run is over.
			}
		});
	}

	/** Tries the addresses in turn; each may take an equal part of the time left. */
	private void tryNext(EventLoop loop, Class<? extends Channel> channelType, Attempt attempt,
			List<InetAddress> addresses, long until) {
		Duration share = Duration.ofNanos(until - System.nanoTime()).dividedBy(addresses.size());
		Bootstrap bootstrap = new Bootstrap().group(loop)
			.channel(channelType)
			.option(ChannelOption.TCP_NODELAY, true)
			.option(ChannelOption.SO_KEEPALIVE, true)
			.option(ChannelOption.WRITE_BUFFER_WATER_MARK, UNREAD_BYTES)
			.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.clamp(share.toMillis(), 1, Integer.MAX_VALUE))
			.handler(new ChannelInitializer<>() {

				@Override
				protected void initChannel(Channel channel) {
					initialize(channel, attempt, until);
				}

			});
		if (EpollSocketChannel.class.isAssignableFrom(channelType)) {
			bootstrap.option(EpollChannelOption.TCP_USER_TIMEOUT, ClientEventLoops.UNACKNOWLEDGED_MILLIS);
		}
		bootstrap.connect(new InetSocketAddress(addresses.getFirst(), this.address.port()))
			.addListener((ChannelFuture connected) -> {
				if (connected.isSuccess()) {
					return;
				}
				if (addresses.size() > 1) {
					tryNext(loop, channelType, attempt, addresses.subList(1, addresses.size()), until);
				}
				else {
					attempt.failed(SocketFailure.connecting(connected.cause()));
				}
			});
	}

	private void initialize(Channel channel, Attempt attempt, long until) {
		Connection connection = new Connection(channel, this.request, this.settings, this.errors, attempt);
		if (this.tls != null) {
			channel.pipeline().addLast(sslHandler(this.tls, channel));
		}
		channel.pipeline().addLast(new FrameDecoder(connection));
		channel.eventLoop().schedule(connection::expectReady, until - System.nanoTime(), TimeUnit.NANOSECONDS);
	}

	private SslHandler sslHandler(SslContext context, Channel channel) {
		HostAndPort peer = HostAndPort.fromString(this.authority);
		SslHandler handler = context.newHandler(channel.alloc(), peer.getHost(),
				peer.getPortOrDefault(this.address.port()));
		SSLParameters parameters = handler.engine().getSSLParameters();
		parameters.setEndpointIdentificationAlgorithm("HTTPS");
		handler.engine().setSSLParameters(parameters);
		handler.setHandshakeTimeoutMillis(0);
		return handler;
	}

	/** Wants a connection, and owns it later. */
	interface Attempt extends Connection.Owner {

		void failed(Status diagnosis);

	}

}
