package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerExecutorProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.util.ClassUtils;

import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.testkit.greeting.BuilderHook;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Executor that an application has of its own and gives to Spring Boot's gRPC server. */
class ApplicationExecutorIT {

	private static final String OWN = "own-1";

	private static final Duration TIMEOUT = Duration.ofMinutes(1);

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenOnlyALimitIsSetThenCallsGoOnRunningOnIt() {
		try (TunedApplication application = start("limit.concurrent-calls=10");
				Client client = new Client(application)) {
			assertThat(client.sayHello()).isEqualTo(OWN);
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("application");
		}
	}

	@Test
	void whenItIsExchangedAndTakenBackThenItServesAgain() {
		try (TunedApplication application = start("executor.type=application");
				Client client = new Client(application)) {
			assertThat(client.sayHello()).isEqualTo(OWN);
			assertThat(application.change("executor.type=fixed").generation()).isOne();
			assertThat(client.sayHello()).startsWith("grpc-server-app-");
			application.change("executor.type=application");
			assertThat(client.sayHello()).isEqualTo(OWN);
			assertThat(application.executor("main").calls()).isEqualTo(3);
			application.lifecycle().stop();
			assertThat(application.bean(ExecutorService.class).submit(() -> "goes on")).succeedsWithin(TIMEOUT);
		}
	}

	@Test
	void whenItCannotBeExchangedThenItIsTheServersExecutor() {
		try (TunedApplication application = start("executor.type=application", "executor.live=false");
				Client client = new Client(application)) {
			assertThat(client.sayHello()).isEqualTo(OWN);
		}
	}

	@Test
	void whenApplicationHasNoneThenItIsRefused() {
		try (TunedApplication application = TunedApplication.start("executor.type=direct")) {
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> application.tryChange("executor.type=application"))
				.satisfies((ex) -> assertThat(ex.problems().get(0).reason())
					.isEqualTo("needs an executor that the application has given its server, and none is known; "
							+ "use one of direct, fork-join, fixed, cached" + TunedApplication.AND_VIRTUAL
							+ ", adaptive."));
		}
	}

	@Test
	void whenACustomizerSetsItAndALimitIsSetThenCallsGoOnRunningOnIt() {
		try (TunedApplication application = TunedApplication.start(WithCustomizer.class, 0)) {
			assertThat(application.call()).isEqualTo(OWN);
			application.change("limit.concurrent-calls=10");
			assertThat(application.call()).isEqualTo(OWN);
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("application");
			application.change("executor.type=fixed");
			assertThat(application.call()).startsWith("grpc-server-app-");
			application.change("executor.type=application", "max-concurrent-calls-per-connection=100");
			assertThat(application.call()).isEqualTo(OWN);
			application.change("executor.type=fixed");
			application.change("executor.type=");
			assertThat(application.call()).isEqualTo(OWN);
		}
	}

	private static TunedApplication start(String... properties) {
		assumeTrue(ClassUtils.isPresent(TunedApplication.BOOT, null), "not Spring Boot's own server");
		return TunedApplication.start(Application.class, 0, properties);
	}

	/** The application. */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ TunedApplication.GreeterService.class, Own.class })
	static class Application {

	}

	/** Its executor. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = TunedApplication.BOOT)
	static class Own {

		@Bean
		ExecutorService ownExecutor() {
			return Executors.newSingleThreadExecutor((task) -> new Thread(task, OWN));
		}

		@Bean
		GrpcServerExecutorProvider ownExecutorProvider(ExecutorService executor) {
			return () -> executor;
		}

	}

	/** An application whose customizer sets it. */
	@Import(TunedApplication.Application.class)
	static class WithCustomizer {

		@Bean
		ExecutorService ownExecutor(BuilderHook hook) {
			ExecutorService executor = Executors.newSingleThreadExecutor((task) -> new Thread(task, OWN));
			hook.set((builder) -> builder.executor(executor));
			return executor;
		}

	}

}
