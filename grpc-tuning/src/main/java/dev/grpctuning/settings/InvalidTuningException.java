package dev.grpctuning.settings;

import java.util.List;
import java.util.stream.Collectors;

/** Settings that cannot work, with all their problems. */
public final class InvalidTuningException extends Exception {

	private final transient List<TuningProblem> problems;

	public InvalidTuningException(List<TuningProblem> problems) {
		super(problems.stream()
			.map((problem) -> problem.knob() + ": " + problem.value() + " " + problem.reason())
			.collect(Collectors.joining(" ")));
		this.problems = List.copyOf(problems);
	}

	public List<TuningProblem> problems() {
		return this.problems;
	}

}
