package dev.grpctuning.load.serve;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.security.autoconfigure.SecurityProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.MimeTypeUtils;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;

/** Shows progress and result of the load, takes plans and ends runs. */
@WebEndpoint(id = LoadEndpoint.ID)
class LoadEndpoint {

	static final String ID = "load";

	private static final String JSON = MimeTypeUtils.APPLICATION_JSON_VALUE;

	private static final String RESULT = "result";

	private static final JsonPrimitive HIDDEN = new JsonPrimitive(Secrets.MASK);

	private static final int CONFLICT = 409;

	private static final int UNAVAILABLE = 503;

	private final ConfigurableApplicationContext context;

	private final SecurityProperties security;

	private final ServeProperties allowed;

	private volatile @Nullable Control control;

	LoadEndpoint(ConfigurableApplicationContext context, SecurityProperties security, ServeProperties allowed) {
		this.context = context;
		this.allowed = allowed;
		this.security = security;
	}

	/**
	 * Controls a command from now on, and prints where. A generated password goes to
	 * standard error: Spring Boot would log it on standard output, which has only the
	 * result.
	 */
	void open(Control control, String task, boolean quiet) {
		this.control = control;
		if (!quiet) {
			System.err.printf("%s until it is interrupted; actuator on port %s%n", task,
					this.context.getEnvironment().getProperty("local.server.port"));
		}
		SecurityProperties.User user = this.security.getUser();
		if (user.isPasswordGenerated()) {
			System.err.printf("The password of %s for changes is %s; SPRING_SECURITY_USER_PASSWORD sets another.%n",
					user.getName(), user.getPassword());
		}
		AvailabilityChangeEvent.publish(this.context, ReadinessState.ACCEPTING_TRAFFIC);
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
						"No run has ended yet, so there is no result; try again after a run has ended."));
	}

	@WriteOperation(produces = JSON)
	WebEndpointResponse<String> start(SecurityContext security, @Nullable String body) {
		PostedPlan plan = new PostedPlan(this.allowed, this.context.getEnvironment(), this.context.getBeanFactory());
		try {
			return answer((asked) -> shown(asked.start(() -> plan.bind(PostedPlan.Body.properties(body))), security));
		}
		catch (Control.ConflictException ex) {
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
				: refused(WebEndpointResponse.STATUS_NOT_FOUND, "No load is running, so there is nothing to stop."));
	}

	private static WebEndpointResponse<String> shown(Record document, SecurityContext security) {
		String json = ResultFile.line(document);
		return new WebEndpointResponse<>((security.getPrincipal() != null) ? json : masked(json),
				MimeTypeUtils.APPLICATION_JSON);
	}

	private WebEndpointResponse<String> answer(Function<Control, WebEndpointResponse<String>> answer) {
		Control asked = this.control;
		return (asked != null) ? answer.apply(asked)
				: refused(UNAVAILABLE, "The load client is still starting; try again.");
	}

	private static WebEndpointResponse<String> refused(int status, String line) {
		return new WebEndpointResponse<>(error(line), status, MimeTypeUtils.APPLICATION_JSON);
	}

	/** The body of a refusal. */
	static String error(String line) {
		JsonObject refusal = new JsonObject();
		refusal.addProperty("error", line);
		return refusal.toString();
	}

	/**
	 * Masks metadata and requests for users without the password, because they may be
	 * secret. Hides the client's command line, which may have both.
	 */
	static String masked(String document) {
		JsonObject whole = JsonParser.parseString(document).getAsJsonObject();
		mask(whole.get("plan"));
		if (whole.get("run") instanceof JsonObject run) {
			mask(run.get("plan"));
		}
		if (whole.get("environment") instanceof JsonObject environment) {
			environment.add("clientJvmOptions", new JsonArray());
			mask(environment.get("lab"), "command");
		}
		return whole.toString();
	}

	private static void mask(@Nullable JsonElement plan) {
		if (!(plan instanceof JsonObject object)) {
			return;
		}
		if (object.get("metadata") instanceof JsonObject metadata) {
			List.copyOf(metadata.keySet()).forEach((key) -> metadata.add(key, HIDDEN));
		}
		mask(object.get("call"), "request");
	}

	private static void mask(@Nullable JsonElement of, String name) {
		if (of instanceof JsonObject object && object.get(name) instanceof JsonPrimitive) {
			object.add(name, HIDDEN);
		}
	}

	/** Load that the endpoint {@code load} shows and controls. */
	interface Control {

		/** Current status. May be called from any thread, like all methods. */
		StatusDocument status();

		@Nullable RunDocument result();

		/** Starts a run, and returns when it is connected. */
		StatusDocument start(Supplier<LoadProperties> plan);

		/** Ends the current run and drains; a second call ends the drain. */
		boolean stop();

		/** A plan cannot be driven now. The message is the line for the user. */
		final class ConflictException extends RuntimeException {

			ConflictException(String line) {
				super(line);
			}

		}

	}

}
