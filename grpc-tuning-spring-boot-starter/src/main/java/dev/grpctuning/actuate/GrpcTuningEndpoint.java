package dev.grpctuning.actuate;

import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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

	private final ShownValues values;

	public GrpcTuningEndpoint(Tuning tuning, TransportAvailability availability, Adviser adviser,
			Supplier<List<LateEventLoop>> lateEventLoops, ShownValues values) {
		this.tuning = tuning;
		this.values = values;
		this.view = new TuningView(tuning, availability, adviser, lateEventLoops);
	}

	@ReadOperation
	public TuningDescriptor tuning(SecurityContext security) {
		return this.view.whole(this.values.to(security));
	}

	@ReadOperation
	public WebEndpointResponse<?> knob(SecurityContext security, @Selector String knob) {
		Optional<KnobDescriptor> found = Knobs.find(knob)
			.map(this.view::knob)
			.or(() -> JvmKnob.find(knob).map(JvmKnob::describe));
		if (found.isPresent()) {
			return new WebEndpointResponse<>(this.values.to(security).knob(found.get()));
		}
		return notFound(knob);
	}

	/** Changes one knob by {@code {"configured": value}}, like the endpoint loggers. */
	@WriteOperation
	public WebEndpointResponse<?> changeKnob(SecurityContext security, @Selector String knob,
			@Nullable String configured, @Nullable Boolean dryRun) {
		if (Knobs.find(knob).isEmpty()) {
			return notFound(knob);
		}
		Map<String, @Nullable Object> changes = new HashMap<>();
		changes.put(knob, configured);
		changes.put(ChangeRequest.DRY_RUN, Boolean.TRUE.equals(dryRun));
		return change(security, changes);
	}

	/** Changes knobs. An advisor passes the whole body. */
	@WriteOperation
	public WebEndpointResponse<?> change(SecurityContext security, Map<String, @Nullable Object> changes) {
		ChangeRequest request = ChangeRequest.of(changes);
		if (!request.problems().isEmpty()) {
			return invalid(problems(request));
		}
		Principal principal = security.getPrincipal();
		try {
			TuningChange change = this.tuning.change(request.values(), request.reset(), request.dryRun(),
					(principal != null) ? principal.getName() : null);
			TuningChange shown = this.values.to(security).change(change);
			return switch (change.outcome()) {
				case APPLIED, DRY_RUN, SLICES_STARTED, SLICES_ENDED -> new WebEndpointResponse<>(shown);
				case ROLLED_BACK, RESTORED, FAILED -> new WebEndpointResponse<>(shown, CONFLICT);
			};
		}
		catch (InvalidTuningException ex) {
			return invalid(ex.problems());
		}
		catch (NoServerException ex) {
			return new WebEndpointResponse<>(new Refusal(String.valueOf(ex.getMessage()), List.of()), CONFLICT);
		}
	}

	/** Finds every problem of the body of a change, without making it. */
	public List<TuningProblem> problems(Map<String, ?> changes) {
		return problems(ChangeRequest.of(changes));
	}

	private List<TuningProblem> problems(ChangeRequest request) {
		return Stream
			.concat(request.problems().stream(),
					this.tuning.problems(request.values(), request.reset())
						.stream()
						.filter((problem) -> request.problems().stream().noneMatch(problem::follows)))
			.toList();
	}

	/**
	 * Returns a function that hides values of a change from a user who may not see them.
	 */
	public UnaryOperator<TuningChange> shownTo(SecurityContext security) {
		return this.values.to(security)::change;
	}

	private static WebEndpointResponse<Refusal> notFound(String knob) {
		return new WebEndpointResponse<>(new Refusal("not found", List.of(ChangeRequest.unknown(knob, null))),
				WebEndpointResponse.STATUS_NOT_FOUND);
	}

	private static WebEndpointResponse<Refusal> invalid(List<TuningProblem> problems) {
		return new WebEndpointResponse<>(new Refusal("invalid", problems), WebEndpointResponse.STATUS_BAD_REQUEST);
	}

	/** Why a request was refused. */
	public record Refusal(String error, List<TuningProblem> problems) {

	}

}
