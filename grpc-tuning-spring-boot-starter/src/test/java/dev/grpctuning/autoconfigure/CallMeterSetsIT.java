package dev.grpctuning.autoconfigure;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.ClassUtils;

import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Calls are measured by the starter, which can be turned off, and by the framework.
 */
class CallMeterSetsIT {

	private static final String STARTER = "grpc.server.call.duration";

	private static final String BOOT = "grpc.server";

	private static final String NET_DEVH = "grpc.server.processing.duration";

	static Stream<Arguments> properties() {
		String framework = ClassUtils.isPresent(TunedApplication.BOOT, null) ? BOOT : NET_DEVH;
		return Stream.of(Arguments.of("a=b", Set.of(STARTER, framework)),
				Arguments.of("grpc.tuning.metrics.enabled=false", Set.of(framework)));
	}

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@ParameterizedTest
	@MethodSource("properties")
	void whenTheStarterDoesNotMeasureThenTheFrameworkStillCountsTheCall(String property, Set<String> expected) {
		try (TunedApplication application = TunedApplication.start(TunedApplication.Application.class, 0,
				"--" + property)) {
			GreetingServer.call(application.port());
			await().untilAsserted(() -> assertThat(counted(application)).isEqualTo(expected));
		}
	}

	/** Which timers have counted a call. */
	private static Set<String> counted(TunedApplication application) {
		MeterRegistry registry = application.bean(MeterRegistry.class);
		return Stream.of(STARTER, BOOT, NET_DEVH)
			.filter((name) -> registry.find(name).timers().stream().anyMatch((timer) -> timer.count() > 0))
			.collect(Collectors.toSet());
	}

}
