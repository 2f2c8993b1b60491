package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.result.TimelineDocument;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link HeatColumns}. */
class HeatColumnsTests {

	@Test
	void whenIntervalsHaveCountsThenEachIsAColumn() {
		assertThat(HeatColumns.of(List.of(interval(1, "20: 5 7"), interval(2, "18: 1")), 120)).asString()
			.isEqualTo("[[0.0,1.0,20,5,7], [1.0,2.0,18,1]]");
	}

	@Test
	void whenAnIntervalHasNoAnswerThenItHasNoColumn() {
		assertThat(HeatColumns.of(List.of(interval(1, ""), interval(2, "18: 1")), 120)).asString()
			.isEqualTo("[[1.0,2.0,18,1]]");
	}

	@Test
	void whenARunIsLongThenIntervalsShareAColumn() {
		List<TimelineDocument> hour = IntStream.rangeClosed(1, 3600)
			.mapToObj((second) -> interval(second, "18: 1"))
			.toList();
		assertThat(HeatColumns.of(hour, 1000)).hasSize(120).first().asString().isEqualTo("[0.0,30.0,18,30]");
		assertThat(HeatColumns.of(hour, 20)).hasSize(20);
		assertThat(HeatColumns.of(hour, 0)).hasSize(1);
	}

	@Test
	void whenNoCountsWereKeptThenThereIsNothing() {
		assertThat(HeatColumns.of(List.of(interval(1, null)), 120)).isNull();
		assertThat(HeatColumns.of(List.of(), 120)).isNull();
	}

	private static TimelineDocument interval(double seconds, @Nullable String buckets) {
		return new TimelineDocument(new TimelinePoint(seconds, 1, 1, 0, 1, 1, 1, 1, 1, null, 0.1, 1, 0, 17, buckets),
				null, null);
	}

}
