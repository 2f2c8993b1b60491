package dev.grpctuning.load.serve.endpoint;

import java.util.function.Function;

import com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.MimeTypeUtils;

import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;

/**
 * Actuator endpoint that shows progress and result of the load, takes plans and ends
 * runs.
 */
@WebEndpoint(id = LoadEndpoint.ID)
class LoadEndpoint {

	static final String ID = "load";

	private static final String JSON = MimeTypeUtils.APPLICATION_JSON_VALUE;

	private static final String RESULT = "result";

	private static final int CONFLICT = 409;

	private static final int UNAVAILABLE = 503;

	private final ConfigurableEnvironment environment;

	private final BeanFactory beans;

	private volatile @Nullable LoadControl control;

	LoadEndpoint(ConfigurableEnvironment environment, BeanFactory beans) {
		this.environment = environment;
		this.beans = beans;
	}

	void control(LoadControl control) {
		this.control = control;
	}

	@ReadOperation(produces = JSON)
	WebEndpointResponse<String> status(SecurityContext security) {
		return answer((asked) -> shown(asked.status(), security));
	}

	@ReadOperation(produces = JSON)
	WebEndpointResponse<String> part(@Selector String part, SecurityContext security) {
		if (!part.equals(RESULT)) {
			return refused(WebEndpointResponse.STATUS_NOT_FOUND,
					part + ": there is nothing of that name; use load, or load/" + RESULT + ".");
		}
		return answer((asked) -> (asked.result() instanceof RunDocument result) ? shown(result, security)
				: refused(WebEndpointResponse.STATUS_NOT_FOUND,
						"No run has ended, so that there is no result; ask again when one has."));
	}

	@WriteOperation(produces = JSON)
	WebEndpointResponse<String> start(SecurityContext security, @Nullable String body) {
		PostedPlan plan = new PostedPlan(this.environment, this.beans);
		try {
			return answer((asked) -> shown(asked.start(() -> plan.bind(PlanBody.properties(body))), security));
		}
		catch (LoadControl.ConflictException ex) {
			return refused(CONFLICT, String.valueOf(ex.getMessage()));
		}
		catch (RuntimeException ex) {
			String line = plan.describe(ex);
			if (line == null) {
				throw ex;
			}
			return refused(WebEndpointResponse.STATUS_BAD_REQUEST, line);
		}
	}

	@DeleteOperation(produces = JSON)
	WebEndpointResponse<String> stop(SecurityContext security) {
		return answer((asked) -> asked.stop() ? shown(asked.status(), security)
				: refused(WebEndpointResponse.STATUS_NOT_FOUND, "Nothing is driven, so that nothing was stopped."));
	}

	/** Masks values that may be secret for users without the password. */
	private static WebEndpointResponse<String> shown(Record document, SecurityContext security) {
		String json = ResultFile.line(document);
		return new WebEndpointResponse<>((security.getPrincipal() != null) ? json : Masked.of(json),
				MimeTypeUtils.APPLICATION_JSON);
	}

	private WebEndpointResponse<String> answer(Function<LoadControl, WebEndpointResponse<String>> answer) {
		LoadControl asked = this.control;
		return (asked != null) ? answer.apply(asked)
				: refused(UNAVAILABLE, "The load client is only just starting; ask again.");
	}

	private static WebEndpointResponse<String> refused(int status, String line) {
		JsonObject refusal = new JsonObject();
		refusal.addProperty("error", line);
		return new WebEndpointResponse<>(refusal.toString(), status, MimeTypeUtils.APPLICATION_JSON);
	}

}
