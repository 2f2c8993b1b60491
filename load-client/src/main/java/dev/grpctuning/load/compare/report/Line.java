package dev.grpctuning.load.compare.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import com.google.gson.JsonArray;
import org.jspecify.annotations.Nullable;

/**
 * Lines of charts.
 */
final class Line {

	private Line() {
	}

	/**
	 * A line of fewer points that looks the same: of each stretch it keeps the lowest and
	 * the highest point, so that no peak is lost, and where the line is interrupted.
	 */
	static List<Point> thinned(List<Point> line, int stretches) {
		if (line.size() <= 2 * stretches) {
			return line;
		}
		List<Point> kept = new ArrayList<>();
		for (int i = 0; i < stretches; i++) {
			List<Point> stretch = line.subList(at(i, line, stretches), at(i + 1, line, stretches));
			List<Point> drawn = stretch.stream().filter((point) -> point.y() != null).toList();
			List<Point> ends = new ArrayList<>(stretch.stream().filter((point) -> point.y() == null).limit(1).toList());
			if (!drawn.isEmpty()) {
				ends.add(Collections.min(drawn, Point.BY_VALUE));
				ends.add(Collections.max(drawn, Point.BY_VALUE));
			}
			stretch.stream().filter((point) -> ends.stream().anyMatch((end) -> end == point)).forEach(kept::add);
		}
		return kept;
	}

	private static int at(int stretch, List<Point> line, int stretches) {
		return (int) ((long) stretch * line.size() / stretches);
	}

	static JsonArray json(List<Point> line) {
		JsonArray array = new JsonArray(line.size());
		line.forEach((point) -> array.add(point.json()));
		return array;
	}

	/**
	 * A point of a line.
	 *
	 * @param y its value, or {@code null} where the line is interrupted
	 */
	record Point(double x, @Nullable Double y) {

		private static final Comparator<Point> BY_VALUE = Comparator
			.comparing((point) -> Objects.requireNonNull(point.y()));

		/**
		 * More digits than these cannot be seen.
		 */
		private static final MathContext DIGITS = new MathContext(6);

		JsonArray json() {
			JsonArray pair = new JsonArray(2);
			pair.add(rounded(this.x));
			pair.add((this.y != null) ? rounded(this.y) : null);
			return pair;
		}

		private static BigDecimal rounded(double value) {
			return new BigDecimal(new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString());
		}

	}

}
