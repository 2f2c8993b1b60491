package dev.grpctuning.actuate;

import java.net.HttpURLConnection;
import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
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
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.server.Leases;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.transport.EventLoopProbe.LateEventLoop;

/**
 * Shows the tuning of the gRPC server and changes it while calls flow. Read-only by
 * default.
 */
@WebEndpoint(id = "grpctuning", defaultAccess = Access.READ_ONLY)
public class GrpcTuningEndpoint {

	private static final String CONFIRM = "confirm";

	private static final String UNDO = "undo";

	private final Tuning tuning;

	private final TuningView view;

	private final ShownValues values;

	private final boolean guarded;

	/**
	 * Creates the endpoint.
	 * @param guarded whether changes that harm the calls are taken back
	 */
	public GrpcTuningEndpoint(Tuning tuning, TransportAvailability availability, Adviser adviser,
			Supplier<List<LateEventLoop>> lateEventLoops, ShownValues values, boolean guarded) {
		this.tuning = tuning;
		this.values = values;
		this.guarded = guarded;
		this.view = new TuningView(tuning, availability, adviser, lateEventLoops);
	}

	@ReadOperation
	public TuningDescriptor tuning(SecurityContext security) {
		return this.view.whole(this.values.to(security));
	}

	@ReadOperation
	public WebEndpointResponse<?> knob(SecurityContext security, @Selector String knob) {
		Optional<ExportedSettings> file = ExportedSettings.named(knob);
		if (file.isPresent()) {
			return export(security, file.get());
		}
		Optional<KnobDescriptor> found = Knobs.find(knob)
			.map(this.view::knob)
			.or(() -> JvmKnob.find(knob).map(JvmKnob::describe));
		if (found.isPresent()) {
			return new WebEndpointResponse<>(this.values.to(security).knob(found.get()));
		}
		return notFound(knob);
	}

	/** Hidden values would make a file that sets them to asterisks. */
	private WebEndpointResponse<?> export(SecurityContext security, ExportedSettings file) {
		if (!this.values.to(security).shown()) {
			return new WebEndpointResponse<>(
					new Refusal("values are hidden from this user; see management.endpoint.grpctuning.show-values",
							List.of()),
					HttpURLConnection.HTTP_FORBIDDEN);
		}
		return new WebEndpointResponse<>(file.text(this.tuning.reading()), WebEndpointResponse.STATUS_OK, file.type());
	}

	/**
	 * Changes one knob by {@code {"configured": value}}, like the endpoint loggers. An
	 * advisor passes the whole body.
	 */
	@WriteOperation
	public WebEndpointResponse<?> changeKnob(SecurityContext security, @Selector String knob,
			Map<String, @Nullable Object> changes) {
		if (Knobs.find(knob).isEmpty()) {
			return notFound(knob);
		}
		List<TuningProblem> problems = ChangeRequest.notOfOneKnob(changes.keySet());
		if (!problems.isEmpty()) {
			return invalid(problems);
		}
		Map<String, @Nullable Object> named = new HashMap<>(changes);
		named.put(knob, named.remove(ChangeRequest.CONFIGURED));
		return change(security, named);
	}

	/** Changes knobs. An advisor passes the whole body. */
	@WriteOperation
	public WebEndpointResponse<?> change(SecurityContext security, Map<String, @Nullable Object> changes) {
		String by = name(security);
		try {
			for (String name : List.of(CONFIRM, UNDO)) {
				if (changes.containsKey(name)) {
					return end(security, name, changes, by);
				}
			}
			ChangeRequest request = ChangeRequest.of(changes, by, this.guarded);
			if (!request.problems().isEmpty()) {
				return invalid(problems(request));
			}
			return answer(security,
					request.dryRun() ? this.tuning.tryOut(request.wanted()) : this.tuning.change(request.wanted()));
		}
		catch (InvalidTuningException ex) {
			return invalid(ex.problems());
		}
		catch (NoServerException ex) {
			return new WebEndpointResponse<>(new Refusal(String.valueOf(ex.getMessage()), List.of()),
					HttpURLConnection.HTTP_CONFLICT);
		}
	}

	/** Keeps a change that is in force for a time, or takes one back. */
	private WebEndpointResponse<?> end(SecurityContext security, String name, Map<String, ?> body, @Nullable String by)
			throws InvalidTuningException, NoServerException {
		String value = ChangeRequest.shortened(String.valueOf(body.get(name)));
		boolean number = value.matches("\\d{1,9}");
		if (!number || body.size() > 1) {
			return invalid(
					List.of(new TuningProblem(name, value, number ? "cannot be sent with other names; send it alone."
							: "is not the number of a change; use its id, such as 1.")));
		}
		int id = Integer.parseInt(value);
		Leases leases = this.tuning.leases();
		Optional<TuningChange> change = name.equals(CONFIRM) ? leases.confirm(id, by) : leases.undo(id, by);
		if (change.isPresent()) {
			return answer(security, change.get());
		}
		String open = leases.open()
			.stream()
			.map((lease) -> String.valueOf(lease.id()))
			.collect(Collectors.joining(", "));
		return new WebEndpointResponse<>(new Refusal("not found", List.of(new TuningProblem(name, value, open.isEmpty()
				? "is not in force for a time; no change is, and only the last one can be undone."
				: "is not in force for a time; use one of those that are (%s), or undo the last.".formatted(open)))),
				WebEndpointResponse.STATUS_NOT_FOUND);
	}

	/** Name of a user, {@code null} if not known. */
	static @Nullable String name(SecurityContext security) {
		Principal principal = security.getPrincipal();
		return (principal != null) ? principal.getName() : null;
	}

	private WebEndpointResponse<TuningChange> answer(SecurityContext security, TuningChange change) {
		TuningChange shown = this.values.to(security).change(change);
		return change.outcome().succeeded() ? new WebEndpointResponse<>(shown)
				: new WebEndpointResponse<>(shown, HttpURLConnection.HTTP_CONFLICT);
	}

	/** Finds every problem of the body of a change, without making it. */
	public List<TuningProblem> problems(Map<String, ?> changes) {
		return problems(ChangeRequest.of(changes));
	}

	private List<TuningProblem> problems(ChangeRequest request) {
		return Stream
			.concat(request.problems().stream(),
					this.tuning.problems(request.values(), request.wanted().reset())
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
