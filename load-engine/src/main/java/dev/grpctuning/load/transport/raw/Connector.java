package dev.grpctuning.load.engine.raw;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLParameters;

import com.google.common.net.HostAndPort;
import io.grpc.Status;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.target.TargetAddress;

/**
 * Makes the connections of a plan. The name of the target is looked up for each anew, and
 * all of its addresses are tried.
 *
 * @param address where to
 * @param authority what the server is called, whose name its certificate must have
 * @param request what is sent
 * @param settings what goes for each connection
 * @param errors notes their protocol errors
 * @param tls how TLS is spoken, or {@code null} for plaintext
 * @param timeout how long a server may take until it has said what it allows
 * @param unacknowledgedMillis how long a server may leave what it was sent
 * unacknowledged, or 0 for as long as the system likes
 * @param names looks names up
 */
record Connector(TargetAddress address, String authority, PreparedRequest request, ConnectionSettings settings,
		ProtocolErrorLog errors, @Nullable SslContext tls, Duration timeout, int unacknowledgedMillis, Names names) {

	/**
	 * Begins to connect.
	 * @param loop the event loop of the connection
	 * @param channelType the type of channel that belongs to it
	 * @param attempt told on the loop what comes of it
	 */
	void connect(EventLoop loop, Class<? extends Channel> channelType, Attempt attempt) {
		Thread.startVirtualThread(() -> {
			Runnable further = lookUp(loop, channelType, attempt);
			try {
				loop.execute(further);
			}
			catch (RejectedExecutionException ex) {
				// The run is over.
			}
		});
	}

	/**
	 * Looks the name up.
	 * @return what is to be done then on the loop
	 */
	private Runnable lookUp(EventLoop loop, Class<? extends Channel> channelType, Attempt attempt) {
		try {
			List<InetAddress> found = List.of(this.names.find(this.address.hostName()));
			return () -> tryNext(loop, channelType, attempt, found.iterator());
		}
		catch (UnknownHostException ex) {
			return () -> attempt.failed(Status.UNAVAILABLE.withDescription("unknown host " + this.address.host()));
		}
	}

	private void tryNext(EventLoop loop, Class<? extends Channel> channelType, Attempt attempt,
			Iterator<InetAddress> addresses) {
		Bootstrap bootstrap = new Bootstrap().group(loop)
			.channel(channelType)
			.option(ChannelOption.TCP_NODELAY, true)
			.option(ChannelOption.SO_KEEPALIVE, true)
			.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.clamp(this.timeout.toMillis(), 1, Integer.MAX_VALUE))
			.handler(new Initializer(this, attempt));
		if (this.unacknowledgedMillis > 0 && EpollSocketChannel.class.isAssignableFrom(channelType)) {
			bootstrap.option(EpollChannelOption.TCP_USER_TIMEOUT, this.unacknowledgedMillis);
		}
		bootstrap.connect(new InetSocketAddress(addresses.next(), this.address.port()))
			.addListener((ChannelFuture connected) -> {
				if (connected.isSuccess()) {
					return;
				}
				if (addresses.hasNext()) {
					tryNext(loop, channelType, attempt, addresses);
				}
				else {
					attempt.failed(SocketFailure.connecting(connected.cause()));
				}
			});
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

	/**
	 * Looks names up.
	 */
	@FunctionalInterface
	interface Names {

		/**
		 * The addresses of a name.
		 * @param name a name, or an address as text
		 * @return one address or more
		 */
		InetAddress[] find(String name) throws UnknownHostException;

	}

	/**
	 * Who wants a connection, and owns it when it is there.
	 */
	interface Attempt extends ConnectionOwner {

		/**
		 * No address could be connected to.
		 */
		void failed(Status why);

	}

	/**
	 * Prepares the channel of a connection.
	 */
	private static final class Initializer extends ChannelInitializer<Channel> {

		private final Connector connector;

		private final Attempt attempt;

		Initializer(Connector connector, Attempt attempt) {
			this.connector = connector;
			this.attempt = attempt;
		}

		@Override
		protected void initChannel(Channel channel) {
			Connection connection = new Connection(channel, this.connector.request(), this.connector.settings(),
					this.connector.errors(), this.attempt);
			SslContext tls = this.connector.tls();
			if (tls != null) {
				channel.pipeline().addLast(this.connector.sslHandler(tls, channel));
			}
			channel.pipeline().addLast(new FrameDecoder(connection));
			channel.eventLoop()
				.schedule(() -> connection.opening().expectReady(), this.connector.timeout().toNanos(),
						TimeUnit.NANOSECONDS);
		}

	}

}
