package dev.grpctuning.load.compare.report;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.compare.report.Line.Point;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.engine.result.TimelinePoint.ProcessUse;
import dev.grpctuning.load.result.TimelineDocument;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Line}. */
class LineTests {

	@Test
	void whenLineIsLongThenEachStretchKeepsItsLowestAndItsHighest() {
		List<Point> line = line(10_000);
		List<Point> thin = Line.thinned(line, 100);
		for (int i = 0; i < 100; i++) {
			List<Point> stretch = line.subList(i * 100, i * 100 + 100);
			assertThat(thin).contains(stretch.stream().max(Comparator.comparing(Point::y)).orElseThrow(),
					stretch.stream().min(Comparator.comparing(Point::y)).orElseThrow());
		}
	}

	@Test
	void whenLineIsInterruptedThenItStillIs() {
		List<Point> line = IntStream.range(0, 1000)
			.mapToObj((index) -> new Point(index, (index == 555) ? null : 7.0))
			.toList();
		assertThat(Line.thinned(line, 10)).contains(new Point(555, null)).hasSizeLessThan(40);
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			0,             , '[0,null]'
			1.000293,     0, '[1.00029,0]'
			123456.789,   5, '[123457,5]'
			2, 1234567.8901, '[2,1234570]'
			2,  0.012345678, '[2,0.0123457]'
			2,      12.3456, '[2,12.3456]'
			-0.5, 4, '[-0.5,4]'
			""")
	void whenWrittenThenItHasAsManyDigitsAsCanBeSeen(double x, Double y, String json) {
		assertThat(new Point(x, y).json()).hasToString(json);
	}

	private static List<Point> line(int points) {
		Random random = new Random(42);
		return IntStream.range(0, points).mapToObj((index) -> new Point(index, random.nextDouble())).toList();
	}

	@Test
	void whenIntervalsHaveCountsThenEachIsAColumn() {
		assertThat(Line.heat(List.of(interval(1, "20: 5 7"), interval(2, "18: 1")), 120)).asString()
			.isEqualTo("[[0.0,1.0,20,5,7], [1.0,2.0,18,1]]");
	}

	@Test
	void whenARunIsLongThenIntervalsShareAColumn() {
		List<TimelineDocument> hour = IntStream.rangeClosed(1, 3600)
			.mapToObj((second) -> interval(second, "18: 1"))
			.toList();
		assertThat(Line.heat(hour, 1000)).hasSize(120).first().asString().isEqualTo("[0.0,30.0,18,30]");
		assertThat(Line.heat(hour, 20)).hasSize(20);
		assertThat(Line.heat(hour, 0)).hasSize(1);
	}

	private static TimelineDocument interval(double seconds, @Nullable String buckets) {
		return new TimelineDocument(
				new TimelinePoint(seconds, 1, 1, 0, 1, 1, 1, 1, 1, null, new ProcessUse(0.1, 1, 0, 17), buckets), null,
				null);
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
