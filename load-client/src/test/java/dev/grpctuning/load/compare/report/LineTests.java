package dev.grpctuning.load.compare.report;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.compare.report.Line.Point;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Line}. */
class LineTests {

	@Test
	void whenLineIsShortThenItStaysAsItIs() {
		List<Point> line = line(200);
		assertThat(Line.thinned(line, 100)).isSameAs(line);
	}

	@Test
	void whenLineIsLongThenEveryPointThatIsKeptIsOneOfItsOwnInOrder() {
		List<Point> line = line(86_400);
		List<Point> thin = Line.thinned(line, 100);
		assertThat(thin).hasSizeBetween(100, 200).isSubsetOf(line).isSortedAccordingTo(Comparator.comparing(Point::x));
	}

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

}
