package dev.grpctuning.console.webflux;

import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServerResponse;

/** Connection of Reactor Netty, if that is there. */
final class NettyConnection {

	private NettyConnection() {
	}

	/** Closes the connection of a response, if it is one of Reactor Netty. */
	static boolean close(ServerHttpResponse response) {
		Object server = ServerHttpResponseDecorator.getNativeResponse(response);
		if (server instanceof HttpServerResponse netty) {
			netty.withConnection(Connection::dispose);
			return true;
		}
		return false;
	}

}
