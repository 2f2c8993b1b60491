package dev.grpctuning.alternate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.slices.SliceOrder;

/**
 * Which candidates take turns, and when. Slice i, from 0, lasts from the start + i *
 * {@code slice} to the start + (i + 1) * {@code slice}, and has candidate
 * {@link SliceOrder#variant variant(i)} of {@link #order()}.
 *
 * @param candidates 2 to 10, each with values by property name without prefix, as of a
 * change. An empty one is the tuning as it is
 * @param slice length of a slice, from 10 ms to 10 s
 * @param length time after which the slices end by themselves, 1 h at most. The last
 * slice is complete
 */
public record SlicePlan(List<Map<String, @Nullable String>> candidates, Duration slice, Duration length, long seed) {

	static final Duration SHORTEST = Duration.ofMillis(10);

	static final Duration LONGEST = Duration.ofSeconds(10);

	static final Duration LONGEST_RUN = Duration.ofHours(1);

	private static final int MOST_CANDIDATES = 10;

	public SliceOrder order() {
		return new SliceOrder(this.candidates.size(), this.seed);
	}

	/** Number of slices. */
	public long slices() {
		return this.length.toNanos() / this.slice.toNanos();
	}

	/** What is out of bounds. */
	List<TuningProblem> problems() {
		int number = this.candidates.size();
		boolean sliceFits = this.slice.compareTo(SHORTEST) >= 0 && this.slice.compareTo(LONGEST) <= 0;
		boolean lengthFits = this.length.compareTo(this.slice) >= 0 && this.length.compareTo(LONGEST_RUN) <= 0;
		return Stream
			.of(problem(number >= 2 && number <= MOST_CANDIDATES, "candidates", number, "use 2 to " + MOST_CANDIDATES),
					problem(sliceFits, "slice", this.slice.toMillis() + "ms", "use 10ms to 10s"),
					problem(lengthFits, "length", this.length.toMillis() + "ms", "use one slice to 1h"))
			.flatMap(Stream::ofNullable)
			.toList();
	}

	private static @Nullable TuningProblem problem(boolean fits, String name, Object value, String allowed) {
		return fits ? null : new TuningProblem(name, value.toString(), "is not allowed; %s.".formatted(allowed));
	}

	@Override
	public String toString() {
		return "%d candidates take turns every %d ms for %s s, seed %d".formatted(this.candidates.size(),
				this.slice.toMillis(), this.length.toSeconds(), this.seed);
	}

}
