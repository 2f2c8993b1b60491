package dev.grpctuning.load.server.metrics;

import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link PrometheusText}. */
class PrometheusTextTests {

	private static final PrometheusText METERS = PrometheusText.parse("""
			# HELP jvm_memory_used_bytes The amount of used memory
			# TYPE jvm_memory_used_bytes gauge
			jvm_memory_used_bytes{area="heap",id="G1 Survivor Space"} 100.0
			jvm_memory_used_bytes{area="heap",id="G1 Old Gen"} 2.5E7
			jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 7.0
			jvm_memory_used_bytes_other{area="heap"} 1000.0

			# HELP jvm_threads_live_threads The current number of live threads
			# TYPE jvm_threads_live_threads gauge
			jvm_threads_live_threads 23.0
			# HELP jvm_gc_pause_seconds Time spent in GC pause
			# TYPE jvm_gc_pause_seconds summary
			jvm_gc_pause_seconds_count{action="end of minor GC",cause="G1 Evacuation Pause",gc="G1 Young"} 3
			jvm_gc_pause_seconds_sum{action="end of minor GC",cause="G1 Evacuation Pause",gc="G1 Young"} 0.021
			jvm_gc_pause_seconds_count{action="end of major GC",cause="System.gc()",gc="G1 Old"} 1
			jvm_gc_pause_seconds_sum{action="end of major GC",cause="System.gc()",gc="G1 Old"} 4.0E-3
			# TYPE jvm_gc_pause_seconds_max gauge
			jvm_gc_pause_seconds_max{action="end of major GC",cause="System.gc()",gc="G1 Old"} 0.5
			process_cpu_time_ns_total 1.23E9
			""");

	@Test
	void whenMetricHasManySamplesThenTheyAreAddedUp() {
		assertThat(METERS.sum("jvm_gc_pause_seconds_count")).isEqualTo(4);
		assertThat(METERS.sum("jvm_gc_pause_seconds_sum")).isEqualTo(0.025);
	}

	@Test
	void whenLabelsAreAskedForThenOnlySamplesWithAllOfThemCount() {
		assertThat(METERS.sum("jvm_memory_used_bytes", "area=\"heap\"")).isEqualTo(25_000_100);
		assertThat(METERS.sum("jvm_memory_used_bytes", "area=\"heap\"", "id=\"G1 Survivor Space\"")).isEqualTo(100);
		assertThat(METERS.sum("jvm_memory_used_bytes", "area=\"heap\"", "id=\"Metaspace\"")).isZero();
	}

	@Test
	void whenNameIsThePrefixOfAnotherThenTheOtherDoesNotCount() {
		assertThat(METERS.sum("jvm_memory_used_bytes")).isEqualTo(25_000_107);
		assertThat(METERS.sum("jvm_gc_pause_seconds")).isZero();
	}

	@Test
	void whenALabelEndsWithTheOneAskedForThenItDoesNotCount() {
		PrometheusText meters = PrometheusText.parse("used{area=\"heap\"} 1\nused{id=\"a\",subarea=\"heap\"} 2\n");
		assertThat(meters.sum("used", "area=\"heap\"")).isOne();
	}

	@ParameterizedTest
	@ValueSource(strings = { "NaN", "+Inf", "-Inf", "many" })
	void whenAValueIsNoFiniteNumberThenTheMetricIsRefused(String value) {
		PrometheusText meters = PrometheusText.parse("used " + value);
		assertThatExceptionOfType(NumberFormatException.class).isThrownBy(() -> meters.sum("used"));
	}

	@Test
	void whenTimerHasNoHistogramThenItsSumsAreThere() {
		assertThat(METERS.timer("jvm_gc_pause_seconds", "cause=\"System.gc()\""))
			.isEqualTo(new TimerSample(1, 0.004, new TreeMap<>()));
		assertThat(METERS.timer("jvm_gc_pause_seconds", "cause=\"none\"")).isNull();
		assertThat(METERS.timer("no_such")).isNull();
	}

}
