package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource.ConfiguredValue;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;

/** An application with a bean of type {@code Settings} instead of properties. */
class OwnSettingsIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Tag("either-framework")
	@Test
	void whenSomethingElseIsChangedThenTheSettingsOfTheBeanStay() {
		try (TunedApplication application = TunedApplication.start(WithSettings.class, 0, "executor.type=cached")) {
			assertThat(application.call()).isEqualTo("grpc-server-app-1");
			application.change("limit.concurrent-calls=7");
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("fixed");
			assertThat(application.effective(Knobs.EXECUTOR_THREADS)).isEqualTo(1);
			assertThat(application.effective(Knobs.LIMIT_CONCURRENT_CALLS)).isEqualTo(7);
			application.change("socket.no-delay=false");
			assertThat(application.effective(Knobs.FLOW_CONTROL_WINDOW)).isEqualTo(1 << 20);
			assertThat(configured(application, Knobs.FLOW_CONTROL_WINDOW)).isEqualTo("1048576B");
			assertThat(configured(application, Knobs.KEEP_ALIVE_TIME)).isEqualTo("30000ms");
			application.change("executor.threads=", "executor.type=direct");
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("direct");
			application.change("executor.threads", "executor.type");
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("fixed");
			assertThat(application.bean(Tuning.class).reading().configured().get(Knobs.EXECUTOR_TYPE))
				.isEqualTo(new ConfiguredValue("fixed", "bean of the application"));
		}
	}

	private static String configured(TunedApplication application, Knob<?> knob) {
		return Objects.requireNonNull(application.bean(Tuning.class).reading().configured().get(knob)).value();
	}

	/** An application with settings of its own. */
	@Import(TunedApplication.Application.class)
	static class WithSettings {

		@Bean
		Settings ownSettings() {
			return new Settings(Map.of(Knobs.EXECUTOR_TYPE, ExecutorType.FIXED, Knobs.EXECUTOR_THREADS, 1,
					Knobs.FLOW_CONTROL_WINDOW, 1 << 20, Knobs.KEEP_ALIVE_TIME, Duration.ofSeconds(30)));
		}

	}

}
