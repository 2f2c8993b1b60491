package dev.grpctuning.observe;

import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Quantiles from buckets. */
class DurationCountsTests {

	private final DurationCounts durations = new DurationCounts();

	@ParameterizedTest
	@ValueSource(longs = { 20, 31, 32, 33, 999, 1_000_000, 60_000_000, 130_000_000 })
	void quantileOfOneDurationIsNearIt(long micros) {
		this.durations.record(TimeUnit.MICROSECONDS.toNanos(micros));
		assertThat(this.durations.snapshot().quantileMillis(0.5)).isCloseTo(micros / 1e3, Percentage.withPercentage(4));
		assertThat(this.durations.snapshot().meanMillis()).isCloseTo(micros / 1e3, Percentage.withPercentage(4));
	}

	@Test
	void quantilesOfManyDurationsAreThoseOfTheirOrder() {
		LongStream.rangeClosed(1, 10_000)
			.forEach((millis) -> this.durations.record(TimeUnit.MILLISECONDS.toNanos(millis)));
		DurationCounts.Snapshot all = this.durations.snapshot();
		assertThat(all.count()).isEqualTo(10_000);
		assertThat(all.quantileMillis(0.5)).isCloseTo(5000, Percentage.withPercentage(4));
		assertThat(all.quantileMillis(0.99)).isCloseTo(9900, Percentage.withPercentage(4));
		assertThat(all.quantileMillis(1)).isCloseTo(10_000, Percentage.withPercentage(4));
		assertThat(all.meanMillis()).isCloseTo(5000, Percentage.withPercentage(4));
	}

	@Test
	void differenceOfTwoSnapshotsHasOnlyTheDurationsBetweenThem() {
		this.durations.record(TimeUnit.SECONDS.toNanos(5));
		DurationCounts.Snapshot before = this.durations.snapshot();
		this.durations.record(TimeUnit.MILLISECONDS.toNanos(3));
		DurationCounts.Snapshot between = this.durations.snapshot().since(before);
		assertThat(between.count()).isOne();
		assertThat(between.quantileMillis(1)).isCloseTo(3, Percentage.withPercentage(4));
		assertThat(between.plus(before).count()).isEqualTo(2);
	}

	@Test
	void whenThereAreNoDurationsThenThereIsNoQuantileAndNoMean() {
		assertThat(DurationCounts.Snapshot.NONE.count()).isZero();
		assertThat(DurationCounts.Snapshot.NONE.quantileMillis(0.5)).isNaN();
		assertThat(DurationCounts.Snapshot.NONE.meanMillis()).isNaN();
	}

	@Test
	void whenADurationIsNegativeOrVeryLongThenItIsInTheFirstOrTheLastBucket() {
		this.durations.record(-1);
		this.durations.record(Long.MAX_VALUE);
		assertThat(this.durations.snapshot().quantileMillis(0.5)).isLessThan(0.001);
		assertThat(this.durations.snapshot().quantileMillis(1)).isGreaterThan(120_000);
	}

}
