package dev.grpctuning.load.report.html;

import java.util.List;
import java.util.Map;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.report.ExperimentDocument;
import dev.grpctuning.load.report.ExperimentDocument.Variant;
import dev.grpctuning.load.report.RunDocument;

/**
 * What the charts of the page are drawn from.
 *
 * @param processors processors of the machine
 * @param variants the variants
 */
record ChartData(int processors, List<VariantData> variants) {

	static ChartData of(ExperimentDocument experiment) {
		return new ChartData(experiment.environment().processors(),
				experiment.variants().stream().map(VariantData::of).toList());
	}

	/**
	 * The data as JSON that can stand in a script element: Gson writes {@code <},
	 * {@code >}, {@code &} and {@code '} in names as escapes.
	 */
	String json() {
		return new Gson().toJson(this);
	}

	/**
	 * A variant's data.
	 *
	 * @param name its name
	 * @param rates calls answered per second in each run
	 * @param p99s 99th percentile of the response times of each run in milliseconds
	 * @param shown which run stands for all of them, from 0, or -1
	 * @param percentiles response times of that run, or {@code null}
	 * @param time that run against time, or {@code null}
	 */
	record VariantData(String name, List<Double> rates, List<Double> p99s, int shown, @Nullable JsonElement percentiles,
			@Nullable Map<String, JsonElement> time) {

		private static VariantData of(Variant variant) {
			RunDocument run = variant.medianRun();
			return new VariantData(variant.name(),
					variant.runs().stream().map(RunDocument::throughputPerSecond).toList(),
					variant.runs().stream().map(VariantData::p99Millis).toList(),
					(run != null) ? variant.runs().indexOf(run) : -1, (run != null) ? percentiles(run) : null,
					(run != null) ? TimeAxis.of(run.timeline(), run.environment().processors()).json() : null);
		}

		private static @Nullable Double p99Millis(RunDocument run) {
			return (run.responseTimeMicros().count() != 0) ? run.responseTimeMicros().p99() / 1e3 : null;
		}

		private static JsonElement percentiles(RunDocument run) {
			return TimeAxis.array(PercentileCurve.of(HistogramText.decode(run.responseTimeHistogram())));
		}

	}

}
