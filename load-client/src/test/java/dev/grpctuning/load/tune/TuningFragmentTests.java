package dev.grpctuning.load.tune;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.tune.search.Recommendation.Line;
import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TuningFragment}. */
@Tag(Approved.TAG)
class TuningFragmentTests {

	@Test
	void whenLinesAreRecommendedThenEachHasItsEvidence() {
		List<Line> lines = List.of(new Line("executor.threads", "32", comparison(0.42, 0.4, 0.44)),
				new Line("executor.type", "virtual", comparison(0.69, 0.63, 0.75)),
				new Line("transport", "epoll", comparison(0.9, 0.895, 0.905)),
				new Line("worker-threads", "4", comparison(0.03, 0.0062, 0.146)),
				new Line("flow-control-window", "4MB", null), new Line("max-concurrent-calls-per-connection", "100",
						new Comparison(5, 0.97, new Interval(0.9, 1.05), Verdict.NO_DIFFERENCE_SHOWN, 0.1, null)));
		Approved.assertCase("tune.txt", TuningFragment.of(lines, "p99", 1234.4, Map.of("executor.type", "fork-join")));
	}

	@ParameterizedTest
	@CsvSource({ "nio", "1MB", "'*'", "on", "true", "4 MB", "'a: b'", "'say \"x\"'", "'#1'", "other-" })
	void whenAValueIsReadAgainThenItIsTheSame(String value) {
		String text = TuningFragment.of(List.of(new Line("a.b-c", value, comparison(0.5, 0.4, 0.6))), "p99", 1,
				Map.of());
		Object read = new Yaml().load(text);
		assertThat(read).hasToString("{grpc={tuning={a={b-c=" + value + "}}}}");
	}

	private static Comparison comparison(double ratio, double low, double high) {
		return new Comparison(5, ratio, new Interval(low, high), Verdict.BETTER, 0.1, null);
	}

}
