package dev.grpctuning.load.compare.report;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Thinning}.
 */
class ThinningTests {

	@Test
	void whenLineIsShortThenItStaysAsItIs() {
		List<Point> line = line(200);
		assertThat(Thinning.of(line, 100)).isSameAs(line);
	}

	@Test
	void whenLineIsLongThenEveryPointThatIsKeptIsOneOfItsOwnInOrder() {
		List<Point> line = line(86_400);
		List<Point> thin = Thinning.of(line, 100);
		assertThat(thin).hasSizeBetween(100, 200).isSubsetOf(line).isSortedAccordingTo(Comparator.comparing(Point::x));
	}

	@Test
	void whenLineIsLongThenEachStretchKeepsItsLowestAndItsHighest() {
		List<Point> line = line(10_000);
		List<Point> thin = Thinning.of(line, 100);
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
		assertThat(Thinning.of(line, 10)).contains(new Point(555, null)).hasSizeLessThan(40);
	}

	private static List<Point> line(int points) {
		Random random = new Random(42);
		return IntStream.range(0, points).mapToObj((index) -> new Point(index, random.nextDouble())).toList();
	}

}
