package dev.grpctuning.autoconfigure;

import java.nio.charset.StandardCharsets;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.grpctuning.actuate.ChangeBody;

/**
 * Flattens the nested body of a change before Spring WebFlux reads it for the actuator.
 */
class ChangeBodyFilter implements WebFilter {

	private final ObjectProvider<PathMappedEndpoints> endpoints;

	ChangeBodyFilter(ObjectProvider<PathMappedEndpoints> endpoints) {
		this.endpoints = endpoints;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		ServerHttpRequest request = exchange.getRequest();
		return chain.filter(isChange(request) ? exchange.mutate().request(new Flattened(request)).build() : exchange);
	}

	private boolean isChange(ServerHttpRequest request) {
		PathMappedEndpoints paths = this.endpoints.getIfAvailable();
		String path = (paths != null) ? paths.getPath(EndpointId.of("grpctuning")) : null;
		String requested = request.getPath().pathWithinApplication().value();
		return path != null && request.getMethod() == HttpMethod.POST
				&& (requested.equals(path) || requested.startsWith(path + "/"));
	}

	private static final class Flattened extends ServerHttpRequestDecorator {

		Flattened(ServerHttpRequest request) {
			super(request);
		}

		@Override
		public Flux<DataBuffer> getBody() {
			return DataBufferUtils.join(super.getBody(), ChangeBody.MAX_BYTES).map((body) -> {
				String json = body.toString(StandardCharsets.UTF_8);
				DataBufferUtils.release(body);
				return (DataBuffer) DefaultDataBufferFactory.sharedInstance
					.wrap(ChangeBody.flatten(json).getBytes(StandardCharsets.UTF_8));
			}).flux();
		}

	}

}
