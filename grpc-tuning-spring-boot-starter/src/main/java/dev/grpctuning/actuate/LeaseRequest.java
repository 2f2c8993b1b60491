package dev.grpctuning.actuate;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.TuningProblem;

/**
 * Request to keep a change that is in force for a time, or to take it back.
 *
 * @param name what is wanted: {@code confirm} or {@code undo}
 * @param id number of the change, {@code null} if it is not a number
 */
record LeaseRequest(String name, @Nullable Integer id, List<TuningProblem> problems) {

	private static final String CONFIRM = "confirm";

	private static final String UNDO = "undo";

	/** Reads a body, unless it is that of a change. */
	static Optional<LeaseRequest> of(Map<String, ?> arguments) {
		for (String name : List.of(CONFIRM, UNDO)) {
			if (arguments.containsKey(name)) {
				return Optional.of(of(name, String.valueOf(arguments.get(name)), arguments.size() == 1));
			}
		}
		return Optional.empty();
	}

	private static LeaseRequest of(String name, String value, boolean alone) {
		try {
			int id = Integer.parseInt(value);
			return new LeaseRequest(name, id, alone ? List.of()
					: List.of(new TuningProblem(name, value, "cannot be sent with other names; send it alone.")));
		}
		catch (NumberFormatException ex) {
			return new LeaseRequest(name, null, List.of(new TuningProblem(name, ChangeRequest.shortened(value),
					"is not the number of a change; use its id, such as 1.")));
		}
	}

	boolean confirms() {
		return this.name.equals(CONFIRM);
	}

}
