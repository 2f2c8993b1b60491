package dev.grpctuning.console.servlet;

import java.io.IOException;
import java.security.Principal;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.console.http.Answer;
import dev.grpctuning.console.http.ConsoleFiles;
import dev.grpctuning.console.stream.LiveStream;

/** Serves the console below its own path. */
final class ConsoleServlet extends HttpServlet {

	private final transient ConsoleFiles files = new ConsoleFiles();

	private final transient Supplier<LiveStream> streams;

	private final transient Function<SecurityContext, UnaryOperator<TuningChange>> shown;

	/**
	 * Creates the servlet.
	 * @param shown returns what hides the values of a change that a user may not see
	 */
	ConsoleServlet(Supplier<LiveStream> streams, Function<SecurityContext, UnaryOperator<TuningChange>> shown) {
		this.streams = streams;
		this.shown = shown;
	}

	@Override
	protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
		Answer answer = Answer.to(request.getMethod(), Objects.requireNonNullElse(request.getPathInfo(), ""),
				request.getHeader("If-None-Match"), this.files);
		if (answer.stream() && request.getMethod().equals("GET")) {
			LiveStream stream = this.streams.get();
			if (stream.enter()) {
				write(answer, response);
				ServletViewer.start(request, stream, this.shown.apply(new User(request)));
				return;
			}
			answer = Answer.full(stream.maxViewers());
		}
		write(answer, response);
		if (answer.body().length > 0) {
			response.setContentLength(answer.body().length);
			if (!request.getMethod().equals("HEAD")) {
				response.getOutputStream().write(answer.body());
			}
		}
	}

	private static void write(Answer answer, HttpServletResponse response) {
		response.setStatus(answer.status());
		answer.headers().forEach(response::setHeader);
	}

	private record User(HttpServletRequest request) implements SecurityContext {

		@Override
		public @Nullable Principal getPrincipal() {
			return this.request.getUserPrincipal();
		}

		@Override
		public boolean isUserInRole(String role) {
			return this.request.isUserInRole(role);
		}

	}

}
