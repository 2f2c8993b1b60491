package dev.grpctuning.actuate;

import java.net.HttpURLConnection;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

import dev.grpctuning.connection.Connection;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.settings.Knobs;

/** Shows and drains the open connections of the gRPC server. Read-only by default. */
@WebEndpoint(id = "grpcconnections", defaultAccess = Access.READ_ONLY)
public class GrpcConnectionsEndpoint {

	private final OpenConnections connections;

	public GrpcConnectionsEndpoint(OpenConnections connections) {
		this.connections = connections;
	}

	@ReadOperation
	public ConnectionsDescriptor connections() {
		return new ConnectionsDescriptor(this.connections.count(), this.connections.accepted(),
				this.connections.refused(), this.connections.settings().get(Knobs.MAX_CONNECTIONS),
				this.connections.states());
	}

	/** Ends a connection gracefully by GOAWAY; open calls continue. */
	@DeleteOperation
	public WebEndpointResponse<Answer> drain(@Selector String id) {
		if (!id.matches("\\d{1,18}")) {
			return answer(WebEndpointResponse.STATUS_BAD_REQUEST,
					"\"%s\" is not the id of a connection; GET grpcconnections lists them", id);
		}
		return this.connections.drain(Long.parseLong(id))
				? answer(HttpURLConnection.HTTP_ACCEPTED, "connection %s drains", id)
				: answer(WebEndpointResponse.STATUS_NOT_FOUND,
						"connection %s is not open; GET grpcconnections lists those that are", id);
	}

	private static WebEndpointResponse<Answer> answer(int status, String message, String id) {
		return new WebEndpointResponse<>(new Answer(message.formatted(id)), status);
	}

	/** Open connections in the order of their arrival, and their limit. */
	public record ConnectionsDescriptor(int open, long accepted, long refused, @Nullable Integer max,
			List<Connection> connections) {

	}

	/** Outcome of a request. */
	public record Answer(String message) {

	}

}
