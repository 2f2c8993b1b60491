package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Question;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.stats.Risk;

/** Variants to compare. */
public abstract class ComparisonFixture {

	/**
	 * Compares all metrics, of which p99 decides. Names with {@code -control} are those
	 * of controls.
	 */
	static ComparisonDocument compared(String baseline, List<Variant> variants) {
		return ComparisonDocument.of(baseline, new Question(Metric.P99, EnumSet.allOf(Metric.class), Risk.Look.ONLY),
				variants,
				variants.stream()
					.map(Variant::name)
					.filter((name) -> name.contains("-control"))
					.collect(Collectors.toSet()));
	}

	static ComparisonView view(ComparisonDocument compared) {
		return new ComparisonView(Experiments.compared(compared, Experiments.real()), compared);
	}

	static Variant in(String workload, Variant variant) {
		return Experiments.in(workload, variant);
	}

	static Variant variant(String name, @Nullable String profile, List<Integer> rounds, long... p50Micros) {
		List<RunDocument> runs = new ArrayList<>();
		for (long micros : p50Micros) {
			runs.add(run(micros, null));
		}
		return Experiments.variant(name, null, profile, List.of(), Map.of(), null, Ended.COMPLETED, null, runs, rounds);
	}

	static RunDocument run(long micros, @Nullable StopReason stoppedBy) {
		return run(micros, Samples.answered().result().counts(), stoppedBy);
	}

	static RunDocument run(long micros, Counts counts, @Nullable StopReason stoppedBy) {
		LatencySummary times = new LatencySummary(5000, 1, micros, micros, micros, micros, micros, 2 * micros,
				2 * micros, 2 * micros, 2 * micros, "");
		return Samples.document("run", "localhost:9090", Samples.bursts(),
				new SampleLoad().counts(counts).latency(times, times).stoppedBy(stoppedBy).build());
	}

	public static Variant refusing(String name, long... ok) {
		return Experiments.variant(name, null, name, List.of(), Map.of(), null, Ended.COMPLETED, null,
				LongStream.of(ok).mapToObj(ComparisonFixture::refusing).toList(),
				IntStream.rangeClosed(1, ok.length).boxed().toList());
	}

	static RunDocument refusing(long ok) {
		return run(100, new Counts(5000, ok, Map.of("RESOURCE_EXHAUSTED", 5000 - ok), 0, 0), null);
	}

}
