package dev.grpctuning.load.server;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.transport.TargetAddress;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ServerMonitor}. */
@Timeout(30)
class ServerMonitorIT {

	private ScriptedActuator actuator;

	private ObservedServer server;

	@BeforeEach
	void start() throws Exception {
		this.actuator = ScriptedActuator.start();
		this.actuator.answer("GET /prometheus", 200, "process_cpu_time_ns_total 1e9\n")
			.answer("GET /prometheus", 503, "")
			.answer("GET /prometheus", 200, "process_cpu_time_ns_total 2e9\n");
		this.server = new ObservedServer(TargetAddress.parse("localhost:1"), this.actuator.base(), null);
	}

	@AfterEach
	void close() {
		this.server.close();
		this.actuator.close();
	}

	@Test
	void whenAServerIsWatchedThenItIsAskedInEachInterval() {
		try (ServerMonitor monitor = this.server.monitor(Duration.ofMillis(20), (sample) -> {
		})) {
			Awaitility.await().until(() -> monitor.samples().size() >= 3);
			assertThat(monitor.samples()).extracting(ServerSample::cpuSeconds).contains(2.0).isSorted();
			assertThat(monitor.samples()).extracting(ServerSample::atNanos).isSorted();
		}
	}

	@ParameterizedTest
	@CsvSource({ "200, false", "401, true" })
	void whenThereIsAUserThenItIsNamedOnlyToAServerThatTellsNobodyElse(int stranger, boolean named) throws Exception {
		try (ScriptedActuator guarded = ScriptedActuator.start()
			.answer("GET /prometheus", stranger, "process_cpu_time_ns_total 1e9\n")
			.answer("GET /prometheus", 200, "process_cpu_time_ns_total 2e9\n");
				ObservedServer known = new ObservedServer(TargetAddress.parse("localhost:1"), guarded.base(),
						ServerCredentials.random());
				ServerMonitor monitor = known.monitor(Duration.ofMillis(20), (sample) -> {
				})) {
			Awaitility.await().until(() -> monitor.samples().size() >= 3);
			assertThat(guarded.authorizations().getFirst()).isEqualTo("null");
			assertThat(guarded.authorizations().stream().skip(1)).isNotEmpty()
				.allMatch((authorization) -> authorization.startsWith("Basic ") == named);
		}
	}

	@Test
	void whenItIsNotWatchedAnyMoreThenItWasAskedOnceMore() {
		ServerMonitor monitor = this.server.monitor(Duration.ofHours(1), (sample) -> {
		});
		Awaitility.await().until(() -> !monitor.samples().isEmpty());
		List<String> before = List.copyOf(this.actuator.asked());
		monitor.close();
		assertThat(before).hasSize(1);
		assertThat(this.actuator.asked()).hasSize(2);
	}

}
