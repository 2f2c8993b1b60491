package dev.grpctuning.load.server.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** Samples in Prometheus' text format, of which only sums over label sets are wanted. */
public record PrometheusText(Map<String, List<String>> samples) {

	private static final String BOUND = "le=\"";

	public static PrometheusText parse(String text) {
		return new PrometheusText(text.lines()
			.filter((line) -> !line.startsWith("#") && metric(line).length() < line.length())
			.collect(Collectors.groupingBy(PrometheusText::metric)));
	}

	private static String metric(String sample) {
		return sample.split("[{ ]", 2)[0];
	}

	boolean has(String metric) {
		return this.samples.containsKey(metric);
	}

	public double sum(String metric, String... labels) {
		return of(metric).stream().filter((sample) -> hasAll(labels, sample)).mapToDouble(PrometheusText::value).sum();
	}

	/** The sum of a metric, or {@code null} without one. */
	@Nullable Double find(String metric, String... labels) {
		return of(metric).stream().anyMatch((sample) -> hasAll(labels, sample)) ? Double.valueOf(sum(metric, labels))
				: null;
	}

	/** Sums of a metric by the value of a label. */
	Map<String, Double> sums(String metric, String label, String... labels) {
		String begin = label + "=\"";
		return of(metric).stream()
			.filter((sample) -> hasAll(labels, sample) && hasAll(new String[] { begin }, sample))
			.collect(Collectors.toMap((sample) -> {
				int from = sample.indexOf(begin) + begin.length();
				return sample.substring(from, sample.indexOf('"', from));
			}, PrometheusText::value, Double::sum, TreeMap::new));
	}

	/** Adds up a timer, and its histogram if it has one. */
	@Nullable TimerSample timer(String metric, String... labels) {
		if (of(metric + "_count").stream().noneMatch((sample) -> hasAll(labels, sample))) {
			return null;
		}
		NavigableMap<Double, Double> buckets = new TreeMap<>();
		for (String sample : of(metric + "_bucket")) {
			if (hasAll(labels, sample)) {
				buckets.merge(bound(sample), value(sample), Double::sum);
			}
		}
		return new TimerSample(sum(metric + "_count", labels), sum(metric + "_sum", labels), buckets);
	}

	private List<String> of(String metric) {
		return this.samples.getOrDefault(metric, List.of());
	}

	private static double bound(String sample) {
		int begin = sample.indexOf(BOUND) + BOUND.length();
		String bound = sample.substring(begin, sample.indexOf('"', begin));
		return bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound);
	}

	private static double value(String sample) {
		double value = Double.parseDouble(sample.substring(sample.lastIndexOf(' ') + 1));
		if (!Double.isFinite(value)) {
			throw new NumberFormatException(sample);
		}
		return value;
	}

	private static boolean hasAll(String[] labels, String sample) {
		return Arrays.stream(labels).allMatch((label) -> sample.contains("{" + label) || sample.contains("," + label));
	}

}
