package dev.grpctuning.load.serve;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import com.google.gson.JsonObject;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.context.annotation.Profile;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/**
 * Passes a posted plan of at most 1 MiB on as one text, because the actuator takes named
 * texts.
 */
@ControllerAdvice
@Profile(ActuatorConfiguration.PROFILES)
class PlanBodyAdvice extends RequestBodyAdviceAdapter {

	private static final int MAX_BYTES = 1 << 20;

	private final ObjectProvider<PathMappedEndpoints> endpoints;

	PlanBodyAdvice(ObjectProvider<PathMappedEndpoints> endpoints) {
		this.endpoints = endpoints;
	}

	@Override
	public boolean supports(MethodParameter parameter, Type targetType,
			Class<? extends HttpMessageConverter<?>> converterType) {
		RequestAttributes request = RequestContextHolder.getRequestAttributes();
		PathMappedEndpoints paths = this.endpoints.getIfAvailable();
		return request != null && paths != null && Objects.equals(paths.getPath(EndpointId.of(LoadEndpoint.ID)),
				request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST));
	}

	@Override
	public HttpInputMessage beforeBodyRead(HttpInputMessage message, MethodParameter parameter, Type targetType,
			Class<? extends HttpMessageConverter<?>> converterType) throws IOException {
		byte[] body = message.getBody().readNBytes(MAX_BYTES + 1);
		if (body.length > MAX_BYTES) {
			throw new MaxUploadSizeExceededException(MAX_BYTES);
		}
		JsonObject whole = new JsonObject();
		whole.addProperty("body", new String(body, StandardCharsets.UTF_8));
		return new Whole(message.getHeaders(), whole.toString());
	}

	@ExceptionHandler
	ResponseEntity<String> tooLarge(MaxUploadSizeExceededException failure) {
		return ResponseEntity.status(HttpStatus.CONTENT_TOO_LARGE)
			.contentType(MediaType.APPLICATION_JSON)
			.body(LoadEndpoint.error("The body has more than 1 MiB; post less, or name a file of a large request."));
	}

	private record Whole(HttpHeaders headers, String body) implements HttpInputMessage {

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
