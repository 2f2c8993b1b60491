package dev.grpctuning.alternate;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Slices that run, or ran last.
 *
 * @param ended what ended them, {@code null} while they run
 * @param by user who started them, {@code null} if not known
 * @param startsAtMicros planned start of the first slice by the clock of the system, in
 * microseconds since 1970
 * @param nowMicros the same clock at the time of the answer
 * @param planned number of slices
 * @param candidates values by property name without prefix
 * @param slices slices that have ended
 */
public record SliceState(@Nullable String ended, @Nullable String by, long startsAtMicros, long nowMicros,
		long sliceMicros, long planned, long seed, List<Map<String, @Nullable String>> candidates, List<Slice> slices) {

	/** Returns this state with candidates as a user may see them. */
	public SliceState with(List<Map<String, @Nullable String>> shown) {
		return new SliceState(this.ended, this.by, this.startsAtMicros, this.nowMicros, this.sliceMicros, this.planned,
				this.seed, shown, this.slices);
	}

	/**
	 * A slice that has ended.
	 *
	 * @param number number of the slice, from 0. A slice that the server could not begin
	 * before its end is missing
	 * @param candidate number of the candidate that was in force, from 0
	 * @param lateMicros time from the planned start to the end of the switch
	 * @param switchMicros time that the switch took
	 * @param lastedMicros time from the end of the switch to the reading of the figures
	 * @param answered calls that ended with OK in that time, {@code null} if they are not
	 * counted
	 * @param cpuNanos CPU time in that time of the threads that run Java code. Threads of
	 * the JVM itself, which collect garbage and compile, do not count, nor do threads
	 * that ended in the slice. {@code null} if the JVM cannot read it
	 */
	public record Slice(long number, int candidate, long lateMicros, long switchMicros, long lastedMicros,
			@Nullable Long answered, @Nullable Long cpuNanos) {

	}

}
