package dev.grpctuning.load.schedule;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

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

	@Property(seed = "20260101")
	void changesComeInTheirOrderAndBeforeTheEnd(@ForAll("ramps") Concurrency.Ramp ramp) {
		long last = ramp.dueNanos(0);
		assertThat(last).isZero();
		for (int change = 1; change < ramp.changes(); change += 1 + ramp.changes() / 1000) {
			long due = ramp.dueNanos(change);
			assertThat(due).isGreaterThanOrEqualTo(last).isLessThanOrEqualTo(ramp.over().toNanos());
			last = due;
		}
	}

	@Property(seed = "20260101")
	void aRampBeginsAndEndsAsItIsToldTo(@ForAll("ramps") Concurrency.Ramp ramp) {
		assertThat(ramp.calls(0)).isEqualTo(ramp.from());
		assertThat(ramp.calls(ramp.changes() - 1)).isEqualTo(ramp.to());
		assertThat(ramp.most()).isEqualTo(Math.max(ramp.from(), ramp.to()));
	}

	@Property(seed = "20260101")
	void stepsTakeEquallyLong(@ForAll("numbers") List<Integer> numbers,
			@ForAll @LongRange(min = 1, max = 1L << 40) long each) {
		Concurrency steps = new Concurrency.Steps(numbers, Duration.ofNanos(each));
		assertThat(numbers(steps)).isEqualTo(numbers);
		for (int change = 0; change < numbers.size(); change++) {
			assertThat(steps.dueNanos(change)).isEqualTo(change * each);
		}
		assertThat(numbers).contains(steps.most()).allMatch((number) -> number <= steps.most());
	}

	@Provide
	Arbitrary<List<Integer>> numbers() {
		return Arbitraries.integers()
			.between(0, 10_000)
			.list()
			.ofMinSize(1)
			.ofMaxSize(100)
			.filter((numbers) -> numbers.stream().anyMatch((number) -> number > 0));
	}

	@Provide
	Arbitrary<Concurrency.Ramp> ramps() {
		Arbitrary<Integer> numbers = Arbitraries.integers().between(0, 10_000);
		return Combinators
			.combine(numbers, numbers,
					Arbitraries.longs().between(1, Duration.ofDays(365).toNanos()).map(Duration::ofNanos))
			.filter((from, to, over) -> from + to > 0)
			.as(Concurrency.Ramp::new);
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
