package dev.grpctuning.console.webflux;

import java.security.Principal;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.ClassUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.console.http.Answer;
import dev.grpctuning.console.http.ConsoleFiles;
import dev.grpctuning.console.stream.LiveStream;

/** Serves the console below its own path. */
final class ConsoleHandler implements WebHandler {

	private static final boolean SPRING_SECURITY = ClassUtils
		.isPresent("org.springframework.security.core.Authentication", ConsoleHandler.class.getClassLoader());

	private final ConsoleFiles files = new ConsoleFiles();

	private final String path;

	private final Supplier<LiveStream> streams;

	private final Function<SecurityContext, UnaryOperator<TuningChange>> shown;

	/**
	 * Creates the handler.
	 * @param path path of the console
	 * @param shown returns what hides the values of a change that a user may not see
	 */
	ConsoleHandler(String path, Supplier<LiveStream> streams,
			Function<SecurityContext, UnaryOperator<TuningChange>> shown) {
		this.path = path;
		this.streams = streams;
		this.shown = shown;
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange) {
		ServerHttpRequest request = exchange.getRequest();
		ServerHttpResponse response = exchange.getResponse();
		String method = request.getMethod().name();
		Answer answer = Answer.to(method,
				request.getPath().pathWithinApplication().value().substring(this.path.length()),
				request.getHeaders().getFirst("If-None-Match"), this.files);
		if (answer.stream() && method.equals("GET")) {
			return exchange.getPrincipal()
				.map(Optional::of)
				.defaultIfEmpty(Optional.empty())
				.flatMap((user) -> stream(answer, this.shown.apply(user(user.orElse(null))), response));
		}
		return write(answer, method, response);
	}

	private Mono<Void> stream(Answer answer, UnaryOperator<TuningChange> ofUser, ServerHttpResponse response) {
		LiveStream stream = this.streams.get();
		if (!stream.enter()) {
			return write(Answer.full(stream.maxViewers()), "GET", response);
		}
		head(answer, response);
		return new ReactiveViewer(stream, ofUser, response).write();
	}

	private static Mono<Void> write(Answer answer, String method, ServerHttpResponse response) {
		head(answer, response);
		if (answer.body().length == 0) {
			return response.setComplete();
		}
		response.getHeaders().setContentLength(answer.body().length);
		return method.equals("HEAD") ? response.setComplete()
				: response.writeWith(Mono.just(response.bufferFactory().wrap(answer.body())));
	}

	private static void head(Answer answer, ServerHttpResponse response) {
		response.setStatusCode(HttpStatusCode.valueOf(answer.status()));
		answer.headers().forEach(response.getHeaders()::set);
	}

	private static SecurityContext user(@Nullable Principal principal) {
		return new SecurityContext() {

			@Override
			public @Nullable Principal getPrincipal() {
				return principal;
			}

			@Override
			public boolean isUserInRole(String role) {
				return SPRING_SECURITY && Roles.has(principal, role);
			}

		};
	}

}
