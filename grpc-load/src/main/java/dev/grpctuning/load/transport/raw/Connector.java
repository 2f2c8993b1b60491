package dev.grpctuning.load.transport.raw;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

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

	/** Connects, with another of the preferred addresses first for each index. */
	void connect(EventLoop loop, Class<? extends Channel> channelType, int index, Connection.Owner attempt) {
		long until = System.nanoTime() + this.timeout.toNanos();
		this.resolver.resolve(this.address, this.timeout).whenComplete((found, failure) -> {
			try {
				loop.execute((failure != null)
						? () -> attempt.failed(Status.UNAVAILABLE.withDescription(failure.getMessage()))
						: () -> tryNext(loop, channelType, attempt, turned(found, index), until, attempt::failed));
			}
			catch (RejectedExecutionException ex) {
				// The run is over.
			}
		});
	}

	/** Spreads channels over the addresses of the kind, IPv4 or IPv6, of the first. */
	private static List<InetAddress> turned(List<InetAddress> found, int index) {
		List<InetAddress> turned = new ArrayList<>(found);
		Class<?> kind = found.getFirst().getClass();
		int preferred = (int) found.stream().takeWhile((address) -> address.getClass() == kind).count();
		Collections.rotate(turned.subList(0, preferred), -index);
		return turned;
	}

	/**
	 * Tries the addresses in turn until a server is ready. Each may take an equal part of
	 * the time left, but the last of its kind, IPv4 or IPv6, all of it to become ready
	 * once it is connected: those of the other kind are often of the same server.
	 */
	private void tryNext(EventLoop loop, Class<? extends Channel> channelType, Connection.Owner attempt,
			List<InetAddress> addresses, long until, Consumer<Status> failed) {
		List<InetAddress> rest = addresses.subList(1, addresses.size());
		// The reason why a peer cannot be used is more helpful than the failure at
		// further addresses.
		Consumer<Status> unready = (diagnosis) -> {
			if (rest.isEmpty() || loop.isShuttingDown() || System.nanoTime() - until >= 0) {
				failed.accept(diagnosis);
			}
			else {
				tryNext(loop, channelType, attempt, rest, until, (later) -> failed.accept(diagnosis));
			}
		};
		long now = System.nanoTime();
		Duration share = Duration.ofNanos(until - now).dividedBy(addresses.size());
		boolean last = rest.stream().noneMatch(addresses.getFirst().getClass()::isInstance);
		long ready = last ? until : now + share.toNanos();
		Bootstrap bootstrap = new Bootstrap().group(loop)
			.channel(channelType)
			.option(ChannelOption.TCP_NODELAY, true)
			.option(ChannelOption.SO_KEEPALIVE, true)
			.option(ChannelOption.WRITE_BUFFER_WATER_MARK, UNREAD_BYTES)
			.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.clamp(share.toMillis(), 1, Integer.MAX_VALUE))
			.handler(new ChannelInitializer<>() {

				@Override
				protected void initChannel(Channel channel) {
					initialize(channel, attempt, ready, unready);
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
				if (rest.isEmpty()) {
					failed.accept(SocketFailure.connecting(connected.cause()));
				}
				else {
					tryNext(loop, channelType, attempt, rest, until, failed);
				}
			});
	}

	private void initialize(Channel channel, Connection.Owner attempt, long until, Consumer<Status> unready) {
		Connection connection = new Connection(channel, this.request, this.settings, this.errors, attempt, unready);
		if (this.tls != null) {
			channel.pipeline().addLast(sslHandler(this.tls, channel));
		}
		channel.pipeline().addLast(new FrameDecoder(connection, this.settings.maxHeaderListBytes()));
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

}
