package dev.grpctuning.load.tune;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.tune.search.Recommendation.Line;

/** Recommended lines as a part of application.yml, each with its evidence. */
final class TuningFragment {

	private static final String STEP = "  ";

	private TuningFragment() {
	}

	static String of(List<Line> lines, String figure, double rate, Map<String, String> configured) {
		StringBuilder text = new StringBuilder("grpc:\n  tuning:");
		List<String> above = List.of();
		for (Line line : lines.stream().sorted(Comparator.comparing(Line::knob)).toList()) {
			List<String> path = List.of(line.knob().split("\\."));
			for (int i = 0; i < path.size(); i++) {
				if (!path.subList(0, i + 1).equals(above.subList(0, Math.min(i + 1, above.size())))) {
					text.append('\n').append(STEP.repeat(i + 2)).append(path.get(i)).append(':');
				}
			}
			text.append(" %s  # %s".formatted(scalar(line.value()), evidence(line, figure, rate, configured)));
			above = path;
		}
		return text.toString();
	}

	private static String evidence(Line line, String figure, double rate, Map<String, String> configured) {
		if (line.change() == null) {
			return "own effect not measured";
		}
		return "%s%s %s at %s/s against %s".formatted(line.shown() ? "" : "no effect of its own shown: ", figure,
				line.change(), Figures.rate(rate), configured.getOrDefault(line.knob(), "the configured settings"));
	}

	/** Quotes values that YAML would read as another type. */
	private static String scalar(String value) {
		boolean plain = value.matches("[A-Za-z0-9][\\w./-]*") && !value.matches("(?i)yes|no|on|off|null|y|n");
		return plain ? value : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
	}

}
