package dev.grpctuning;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Settings that cannot work, with everything that is wrong with them.
 */
public final class InvalidTuningException extends Exception {

	private final transient List<TuningProblem> problems;

	/**
	 * Creates the exception.
	 * @param problems at least one
	 */
	public InvalidTuningException(List<TuningProblem> problems) {
		super(problems.stream()
			.map((problem) -> problem.knob() + ": " + problem.value() + " " + problem.reason())
			.collect(Collectors.joining(" ")));
		this.problems = List.copyOf(problems);
	}

	/**
	 * Everything that is wrong.
	 */
	public List<TuningProblem> problems() {
		return this.problems;
	}

}
