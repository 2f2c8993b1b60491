package dev.grpctuning.actuate;

import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

import dev.grpctuning.actuate.TuningDescriptor.KnobDescriptor;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.server.TuningChange;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.transport.LateEventLoop;

/**
 * Shows the tuning of the gRPC server and changes it while calls flow. Read-only by
 * default.
 */
@WebEndpoint(id = "grpctuning", defaultAccess = Access.READ_ONLY)
public class GrpcTuningEndpoint {

	private static final int CONFLICT = 409;

	private final Tuning tuning;

	private final TuningView view;

	public GrpcTuningEndpoint(Tuning tuning, TransportAvailability availability, Adviser adviser,
			Supplier<List<LateEventLoop>> lateEventLoops) {
		this.tuning = tuning;
		this.view = new TuningView(tuning, availability, adviser, lateEventLoops);
	}

	@ReadOperation
	public TuningDescriptor tuning() {
		return this.view.whole();
	}

	@ReadOperation
	public WebEndpointResponse<?> knob(@Selector String knob) {
		Optional<KnobDescriptor> found = Knobs.find(knob)
			.map(this.view::knob)
			.or(() -> JvmKnob.find(knob).map(JvmKnob::describe));
		if (found.isPresent()) {
			return new WebEndpointResponse<>(found.get());
		}
		return new WebEndpointResponse<>(new Refusal("not found", List.of(ChangeRequest.unknown(knob, null))),
				WebEndpointResponse.STATUS_NOT_FOUND);
	}

	@WriteOperation
	public WebEndpointResponse<?> change(SecurityContext security, Map<String, @Nullable Object> arguments) {
		ChangeRequest request = ChangeRequest.of(arguments);
		if (!request.problems().isEmpty()) {
			return invalid(Stream.concat(request.problems().stream(), this.tuning.problems(request.values()).stream())
				.toList());
		}
		Principal principal = security.getPrincipal();
		try {
			TuningChange change = this.tuning.change(request.values(), request.dryRun(),
					(principal != null) ? principal.getName() : null);
			return switch (change.outcome()) {
				case APPLIED, DRY_RUN -> new WebEndpointResponse<>(change);
				case ROLLED_BACK, FAILED -> new WebEndpointResponse<>(change, CONFLICT);
			};
		}
		catch (InvalidTuningException ex) {
			return invalid(ex.problems());
		}
		catch (NoServerException ex) {
			return new WebEndpointResponse<>(new Refusal(String.valueOf(ex.getMessage()), List.of()), CONFLICT);
		}
	}

	private static WebEndpointResponse<Refusal> invalid(List<TuningProblem> problems) {
		return new WebEndpointResponse<>(new Refusal("invalid", problems), WebEndpointResponse.STATUS_BAD_REQUEST);
	}

	/** Why a request was refused. */
	public record Refusal(String error, List<TuningProblem> problems) {

	}

}
