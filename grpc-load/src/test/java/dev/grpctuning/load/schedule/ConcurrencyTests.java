package dev.grpctuning.load.schedule;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import net.jqwik.api.Example;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Concurrency}. */
class ConcurrencyTests {

	@Example
	void whenItIsConstantThenThereIsOneChange() {
		Concurrency constant = new Concurrency.Constant(7);
		assertThat(constant.changes()).isOne();
		assertThat(constant.dueNanos(0)).isZero();
		assertThat(constant.calls(0)).isEqualTo(7);
		assertThat(constant.most()).isEqualTo(7);
	}

	@Example
	void whenItRisesThenEachNumberStaysEquallyLong() {
		Concurrency ramp = new Concurrency.Ramp(1, 10, Duration.ofSeconds(10));
		assertThat(numbers(ramp)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
		assertThat(seconds(ramp)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
	}

	@Example
	void whenItFallsThenItIsTheOtherWayRound() {
		Concurrency ramp = new Concurrency.Ramp(3, 0, Duration.ofSeconds(4));
		assertThat(numbers(ramp)).containsExactly(3, 2, 1, 0);
		assertThat(seconds(ramp)).containsExactly(0L, 1L, 2L, 3L);
		assertThat(ramp.most()).isEqualTo(3);
	}

	@Example
	void whenItGoesInStepsThenTheyFollowEachOther() {
		Concurrency steps = new Concurrency.Steps(List.of(5, 0, 9), Duration.ofSeconds(2));
		assertThat(numbers(steps)).containsExactly(5, 0, 9);
		assertThat(seconds(steps)).containsExactly(0L, 2L, 4L);
		assertThat(steps.most()).isEqualTo(9);
	}

	private static List<Integer> numbers(Concurrency concurrency) {
		return IntStream.range(0, concurrency.changes()).map(concurrency::calls).boxed().toList();
	}

	private static List<Long> seconds(Concurrency concurrency) {
		return IntStream.range(0, concurrency.changes())
			.mapToObj((change) -> Duration.ofNanos(concurrency.dueNanos(change)).toSeconds())
			.toList();
	}

}
