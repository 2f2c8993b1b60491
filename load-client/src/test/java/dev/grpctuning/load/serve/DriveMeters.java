package dev.grpctuning.load.serve;

import java.util.List;

import dev.grpctuning.testkit.Http;

import static org.assertj.core.api.Assertions.assertThat;

/** What {@code drive} tells Prometheus. */
final class DriveMeters {

	private static final List<String> COUNTERS_AND_GAUGES = List.of("load_calls_started_total",
			"load_calls_answered_total", "load_calls_open", "load_rate_planned", "load_generator_saturated");

	private static final List<String> TIMERS = List.of("load_response_time_seconds", "load_service_time_seconds",
			"load_lag_seconds");

	private static final List<String> STATUSES = List.of("CANCELLED", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED",
			"UNAVAILABLE", "INTERNAL", "UNIMPLEMENTED", "UNKNOWN");

	private static final List<String> BOOTS = List.of("jvm_memory_used_bytes{", "process_cpu_usage",
			"jvm_threads_live_threads");

	private DriveMeters() {
	}

	static void assertThere(Http http, String... tags) {
		List<String> lines = http.get("/actuator/prometheus").body().lines().toList();
		for (String name : COUNTERS_AND_GAUGES) {
			assertThat(lines).as(name)
				.filteredOn((line) -> line.startsWith(name + "{"))
				.singleElement()
				.asString()
				.contains(tags);
		}
		for (String status : STATUSES) {
			assertThat(lines).as(status)
				.filteredOn((line) -> line.startsWith("load_calls_failed_total{")
						&& line.contains("status=\"" + status + "\""))
				.singleElement()
				.asString()
				.contains(tags);
		}
		for (String name : TIMERS) {
			assertThat(lines).as(name)
				.filteredOn((line) -> line.startsWith(name + "_bucket{"))
				.hasSize(17)
				.allSatisfy((line) -> assertThat(line).contains(tags));
			assertThat(lines).anyMatch((line) -> line.startsWith(name + "_sum{"))
				.anyMatch((line) -> line.startsWith(name + "_count{"));
		}
		for (String name : BOOTS) {
			assertThat(lines).anyMatch((line) -> line.startsWith(name));
		}
	}

	/** The sum of the series whose lines hold a text. */
	static double sum(Http http, String text) {
		return http.get("/actuator/prometheus").samples(text).sum();
	}

}
