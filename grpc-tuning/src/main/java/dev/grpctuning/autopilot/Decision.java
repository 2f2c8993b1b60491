package dev.grpctuning.autopilot;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.autopilot.experiment.Difference;
import dev.grpctuning.autopilot.experiment.Figure;
import dev.grpctuning.autopilot.experiment.Verdict;

/**
 * End of an experiment, or the return of settings with their load.
 *
 * @param detail what ended the experiment, or what harm was done; {@code null} if the
 * differences decided
 * @param seconds length of the experiment, 0 if there was none
 * @param adopted whether the candidate was put in force to stay
 * @param load calls that it holds for, {@code null} if not known
 */
record Decision(Instant at, Candidate candidate, Verdict verdict, @Nullable String detail, double seconds,
		List<Difference> differences, boolean adopted, AutopilotView.@Nullable Load load) {

	Decision asAdopted() {
		return new Decision(this.at, this.candidate, this.verdict, this.detail, this.seconds, this.differences, true,
				this.load);
	}

	Decision asHarmful() {
		return new Decision(this.at, this.candidate, Verdict.HARMFUL, "the guard took it back", this.seconds,
				this.differences, false, this.load);
	}

	/** CPU time per call with the candidate, divided by that with the former settings. */
	double cpuRatio() {
		return this.differences.stream()
			.filter((each) -> each.figure() == Figure.CPU_PER_CALL && each.differs())
			.mapToDouble((each) -> 1 + each.percent() / 100)
			.findFirst()
			.orElse(1);
	}

	boolean isRecommended() {
		return this.verdict == Verdict.BETTER && !this.adopted;
	}

	@Override
	public String toString() {
		return "%s: %s%s".formatted(this.candidate, summary(), this.adopted ? ", put in force" : "");
	}

	/** The verdict and what it rests on, in a line. */
	String summary() {
		String shown = this.differences.stream()
			.filter(Difference::differs)
			.map(Difference::toString)
			.collect(Collectors.joining(", "));
		String why = (this.detail != null) ? this.detail : shown.isEmpty() ? "nothing differs" : shown;
		String length = (this.seconds > 0) ? String.format(Locale.ROOT, " after %.0f s", this.seconds) : "";
		return "%s%s (%s)".formatted(this.verdict, length, why);
	}

}
