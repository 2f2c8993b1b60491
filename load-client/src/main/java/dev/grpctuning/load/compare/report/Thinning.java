package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Makes a line of fewer points look the same: of each stretch it keeps the lowest and the
 * highest, so that no peak is lost, and where the line is interrupted.
 */
final class Thinning {

	private Thinning() {
	}

	/**
	 * Thins a line out.
	 */
	static List<Point> of(List<Point> line, int stretches) {
		if (line.size() <= 2 * stretches) {
			return line;
		}
		List<Point> kept = new ArrayList<>();
		for (int i = 0; i < stretches; i++) {
			keep(line.subList(at(i, line, stretches), at(i + 1, line, stretches)), kept);
		}
		return kept;
	}

	private static int at(int stretch, List<Point> line, int stretches) {
		return (int) ((long) stretch * line.size() / stretches);
	}

	private static void keep(List<Point> stretch, List<Point> kept) {
		Point low = null;
		Point high = null;
		Point gap = null;
		for (Point point : stretch) {
			if (point.y() == null) {
				gap = (gap != null) ? gap : point;
				continue;
			}
			low = (low == null || point.y() < value(low)) ? point : low;
			high = (high == null || point.y() > value(high)) ? point : high;
		}
		for (Point point : stretch) {
			if (point == low || point == high || point == gap) {
				kept.add(point);
			}
		}
	}

	private static double value(@Nullable Point point) {
		return (point != null && point.y() != null) ? point.y() : Double.NaN;
	}

}
