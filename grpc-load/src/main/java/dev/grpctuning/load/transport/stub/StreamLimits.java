package dev.grpctuning.load.transport.stub;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;

/**
 * How many streams the server allows on the connections of one channel of grpc-java,
 * which buffers further calls and does not report it.
 */
final class StreamLimits implements ChannelFactory<Channel> {

	private final ChannelFactory<? extends Channel> channels;

	private final Set<Channel> open = ConcurrentHashMap.newKeySet();

	StreamLimits(Class<? extends Channel> type) {
		this.channels = new ReflectiveChannelFactory<>(type);
	}

	@Override
	public Channel newChannel() {
		Channel channel = this.channels.newChannel();
		this.open.add(channel);
		channel.closeFuture().addListener((closed) -> this.open.remove(channel));
		return channel;
	}

	/** Whether a connection has as many streams as the server allows, on its thread. */
	boolean areReached() {
		return connections()
			.anyMatch((connection) -> connection.local().numActiveStreams() >= connection.local().maxActiveStreams());
	}

	private Stream<Http2Connection> connections() {
		return this.open.stream()
			.map((channel) -> channel.pipeline().get(Http2ConnectionHandler.class))
			.filter((handler) -> handler != null)
			.map(Http2ConnectionHandler::connection);
	}

}
