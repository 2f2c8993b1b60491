package dev.grpctuning.load.server;

import java.util.Arrays;
import java.util.List;

/**
 * Samples in Prometheus' text format, of which only sums over label sets are wanted.
 */
final class PrometheusText {

	private final List<String> samples;

	private PrometheusText(List<String> samples) {
		this.samples = samples;
	}

	static PrometheusText parse(String text) {
		return new PrometheusText(text.lines().filter((line) -> !line.isBlank() && line.charAt(0) != '#').toList());
	}

	/**
	 * Adds up the samples of a metric.
	 * @param metric its name
	 * @param labels label pairs that must all be there, such as {@code area="heap"}
	 * @return the sum, 0 if there is no sample
	 * @throws NumberFormatException if a sample does not end in a finite number
	 */
	double sum(String metric, String... labels) {
		double sum = 0;
		for (String sample : this.samples) {
			if (isOf(metric, sample) && Arrays.stream(labels).allMatch((label) -> has(label, sample))) {
				sum += value(sample);
			}
		}
		return sum;
	}

	private static double value(String sample) {
		double value = Double.parseDouble(sample.substring(sample.lastIndexOf(' ') + 1));
		if (!Double.isFinite(value)) {
			throw new NumberFormatException(sample);
		}
		return value;
	}

	private static boolean isOf(String metric, String sample) {
		return sample.startsWith(metric + "{") || sample.startsWith(metric + " ");
	}

	private static boolean has(String label, String sample) {
		return sample.contains("{" + label) || sample.contains("," + label);
	}

}
