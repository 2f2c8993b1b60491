package dev.grpctuning.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

import dev.grpctuning.actuate.GrpcTuningEndpoint.Refusal;
import dev.grpctuning.autopilot.AutopilotMode;
import dev.grpctuning.autopilot.AutopilotView;
import dev.grpctuning.autopilot.live.Autopilot;

/** Shows what the autopilot does, and changes its mode. Read-only by default. */
@WebEndpoint(id = "grpcautopilot", defaultAccess = Access.READ_ONLY)
public class GrpcAutopilotEndpoint {

	private final Autopilot autopilot;

	public GrpcAutopilotEndpoint(Autopilot autopilot) {
		this.autopilot = autopilot;
	}

	/** Shows what it does, and what it has found. */
	@ReadOperation
	public AutopilotView autopilot() {
		return this.autopilot.view();
	}

	/** Changes its mode until the application ends. */
	@WriteOperation
	public WebEndpointResponse<?> mode(SecurityContext security, String mode) {
		return Arrays.stream(AutopilotMode.values())
			.filter((each) -> name(each).equals(mode.toLowerCase(Locale.ROOT)))
			.findFirst()
			.<WebEndpointResponse<?>>map((wanted) -> {
				this.autopilot.mode(wanted, GrpcTuningEndpoint.name(security));
				return new WebEndpointResponse<>(this.autopilot.view());
			})
			.orElseGet(() -> new WebEndpointResponse<>(
					new Refusal("mode: \"%s\" is not a mode; use %s".formatted(mode,
							Arrays.stream(AutopilotMode.values())
								.map(GrpcAutopilotEndpoint::name)
								.collect(Collectors.joining(", "))),
							List.of()),
					WebEndpointResponse.STATUS_BAD_REQUEST));
	}

	private static String name(AutopilotMode mode) {
		return mode.name().toLowerCase(Locale.ROOT);
	}

}
