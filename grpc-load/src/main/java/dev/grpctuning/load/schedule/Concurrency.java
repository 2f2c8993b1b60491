package dev.grpctuning.load.schedule;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many calls are kept open, as a sequence of changes. Change 0 is due at 0; the
 * number stays after the last change.
 */
public sealed interface Concurrency {

	int changes();

	long dueNanos(int change);

	/** Open calls from a change on. */
	int calls(int change);

	default int most() {
		return IntStream.range(0, changes()).map(this::calls).max().orElseThrow();
	}

	/** The same number all the time. */
	record Constant(int calls) implements Concurrency {

		@Override
		public int changes() {
			return 1;
		}

		@Override
		public long dueNanos(int change) {
			return 0;
		}

		@Override
		public int calls(int change) {
			return this.calls;
		}

	}

	/**
	 * One call more or less at a time. Each number is kept equally long: number {@code i}
	 * is due at {@code i T / (|to - from| + 1)}.
	 *
	 * @param from open calls at the beginning, 0 or more
	 * @param to open calls at the end, 0 or more; not both are 0
	 * @param over time {@code T} from the first number to the end of the last
	 */
	record Ramp(int from, int to, Duration over) implements Concurrency {

		@Override
		public int changes() {
			return Math.abs(this.to - this.from) + 1;
		}

		@Override
		public long dueNanos(int change) {
			return Math.round((double) this.over.toNanos() / changes() * change);
		}

		@Override
		public int calls(int change) {
			return this.from + ((this.from < this.to) ? change : -change);
		}

	}

	/** One number after the other, each for the same time; not all are 0. */
	record Steps(List<Integer> numbers, Duration each) implements Concurrency {

		public Steps {
			numbers = List.copyOf(numbers);
		}

		@Override
		public int changes() {
			return this.numbers.size();
		}

		@Override
		public long dueNanos(int change) {
			return change * this.each.toNanos();
		}

		@Override
		public int calls(int change) {
			return this.numbers.get(change);
		}

	}

}
