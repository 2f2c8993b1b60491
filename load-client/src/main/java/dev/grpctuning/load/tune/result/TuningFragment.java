package dev.grpctuning.load.tune.result;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.grpctuning.load.compare.report.ComparisonWords;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.tune.search.Recommendation.Line;

/**
 * Recommended lines as a part of application.yml, each with its evidence.
 */
final class TuningFragment {

	private static final String STEP = "  ";

	private TuningFragment() {
	}

	/**
	 * Writes the lines.
	 */
	static String of(List<Line> lines, String figure, double rate, Map<String, String> configured) {
		Map<String, Object> tree = new TreeMap<>();
		for (Line line : lines) {
			String evidence = "%s %s at %s/s against %s".formatted(figure, ComparisonWords.change(line.comparison()),
					Figures.rate(rate), configured.getOrDefault(line.knob(), "what is configured"));
			put(tree, line.knob().split("\\."), 0, scalar(line.value()) + "  # " + evidence);
		}
		StringBuilder text = new StringBuilder("grpc:\n  tuning:");
		write(tree, STEP + STEP, text);
		return text.toString();
	}

	@SuppressWarnings("unchecked")
	private static void put(Map<String, Object> tree, String[] path, int index, String value) {
		if (index == path.length - 1) {
			tree.put(path[index], value);
			return;
		}
		put((Map<String, Object>) tree.computeIfAbsent(path[index], (name) -> new TreeMap<>()), path, index + 1, value);
	}

	private static void write(Map<?, ?> tree, String indent, StringBuilder text) {
		tree.forEach((name, value) -> {
			text.append('\n').append(indent).append(name).append(':');
			if (value instanceof Map<?, ?> branch) {
				write(branch, indent + STEP, text);
			}
			else {
				text.append(' ').append(value);
			}
		});
	}

	/**
	 * What YAML would take for something else is quoted.
	 */
	private static String scalar(String value) {
		boolean plain = value.matches("[A-Za-z0-9][\\w./-]*")
				&& !value.matches("(?i)yes|no|on|off|true|false|null|y|n");
		return (plain || value.matches("(?i)true|false")) ? value
				: "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
	}

}
