package dev.grpctuning.load.compare.report;

import java.util.Comparator;
import java.util.List;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.report.Line.Point;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for the percentiles of {@link Line}. */
class PercentileCurveTests {

	@Test
	void whenNothingWasRecordedThenThereIsNoCurve() {
		assertThat(Line.percentiles(new Histogram(3))).isEmpty();
	}

	@Test
	void whenOneLatencyWasRecordedThenItIsTheCurve() {
		Histogram histogram = new Histogram(3);
		histogram.recordValue(1500);
		assertThat(Line.percentiles(histogram)).containsExactly(new Point(1, 1.5));
	}

	@Test
	void whenManyWereRecordedThenTheCurveIsShortAndRises() {
		List<Point> curve = Line.percentiles(upTo(1_000_000));
		assertThat(curve).hasSizeLessThan(250)
			.isSortedAccordingTo(Comparator.comparing(Point::x))
			.isSortedAccordingTo(Comparator.comparing(Point::y));
	}

	@Test
	void whenOneOfAMillionIsLongThenItIsTheLastPoint() {
		Histogram histogram = upTo(999_999);
		histogram.recordValue(3_000_000_000L);
		Point last = Line.percentiles(histogram).getLast();
		assertThat(last.x()).isEqualTo(1_000_000);
		assertThat(last.y()).isEqualTo(histogram.getMaxValue() / 1e3);
	}

	@Test
	void whenLatenciesAreEvenThenEachPointIsAtItsPercentile() {
		assertThat(Line.percentiles(upTo(100_000))).allSatisfy((point) -> {
			double share = 1 - 1 / point.x();
			assertThat(point.y()).isBetween(share * 100 * 0.998, share * 100 * 1.002 + 0.01);
		});
	}

	private static Histogram upTo(int micros) {
		Histogram histogram = new Histogram(3);
		for (int i = 1; i <= micros; i++) {
			histogram.recordValue(i);
		}
		return histogram;
	}

}
