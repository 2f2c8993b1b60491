package dev.grpctuning.autoconfigure.failure;

import java.util.List;
import java.util.stream.Collectors;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.TuningProblem;

/** Properties that cannot work, with all their problems. */
public final class RefusedPropertiesException extends RuntimeException {

	private final transient List<TuningProblem> problems;

	public RefusedPropertiesException(List<TuningProblem> problems) {
		super(problems.stream().map(RefusedPropertiesException::line).collect(Collectors.joining("\n")));
		this.problems = List.copyOf(problems);
	}

	public List<TuningProblem> problems() {
		return this.problems;
	}

	static String line(TuningProblem problem) {
		return Knob.PREFIX + problem.knob() + ": " + ((problem.value() != null) ? "\"" + problem.value() + "\" " : "")
				+ problem.reason();
	}

}
