package dev.grpctuning.autoconfigure;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.server.ContentTooLargeException;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

import dev.grpctuning.actuate.ChangeBody;

/** Flattens the nested body of a change before Spring MVC reads it for the actuator. */
@ControllerAdvice
class ChangeBodyAdvice extends RequestBodyAdviceAdapter {

	private final ObjectProvider<PathMappedEndpoints> endpoints;

	ChangeBodyAdvice(ObjectProvider<PathMappedEndpoints> endpoints) {
		this.endpoints = endpoints;
	}

	@Override
	public boolean supports(MethodParameter parameter, Type targetType,
			Class<? extends HttpMessageConverter<?>> converterType) {
		RequestAttributes request = RequestContextHolder.getRequestAttributes();
		PathMappedEndpoints paths = this.endpoints.getIfAvailable();
		String path = (paths != null) ? paths.getPath(EndpointId.of("grpctuning")) : null;
		return request != null && path != null
				&& List.of(path, path + "/{knob}")
					.contains(String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE,
							RequestAttributes.SCOPE_REQUEST)));
	}

	@Override
	public HttpInputMessage beforeBodyRead(HttpInputMessage message, MethodParameter parameter, Type targetType,
			Class<? extends HttpMessageConverter<?>> converterType) throws IOException {
		byte[] body = message.getBody().readNBytes(ChangeBody.MAX_BYTES + 1);
		if (body.length > ChangeBody.MAX_BYTES) {
			throw new ContentTooLargeException(null);
		}
		return new Flattened(message.getHeaders(), ChangeBody.flatten(new String(body, StandardCharsets.UTF_8)));
	}

	private record Flattened(HttpHeaders headers, String body) implements HttpInputMessage {

		@Override
		public InputStream getBody() {
			return new ByteArrayInputStream(this.body.getBytes(StandardCharsets.UTF_8));
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.headers;
		}

	}

}
