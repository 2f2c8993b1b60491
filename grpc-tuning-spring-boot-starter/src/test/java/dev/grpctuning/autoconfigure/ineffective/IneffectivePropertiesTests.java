package dev.grpctuning.autoconfigure.ineffective;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import net.devh.boot.grpc.server.serverfactory.ShadedNettyGrpcServerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import dev.grpctuning.autoconfigure.GrpcTuningAutoConfiguration;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** Warnings about properties that are set and have no effect. */
@ExtendWith(OutputCaptureExtension.class)
class IneffectivePropertiesTests {

	private static final String NO_EFFECT = "grpc.tuning.* has no effect: ";

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(GrpcTuningAutoConfiguration.class, IneffectivePropertiesAutoConfiguration.class));

	private final ApplicationContextRunner tuned = this.runner.withPropertyValues("grpc.tuning.worker-threads=1");

	@Test
	void whenNoServerWasStartedThenOneWarningSaysSo(CapturedOutput output) {
		this.tuned.run((context) -> assertThat(output)
			.containsOnlyOnce(NO_EFFECT + "the application has started no gRPC server on Netty"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			io.netty.channel.IoHandlerFactory | it needs Netty 4.2, and Spring Boot 4.
			io.grpc.netty.NettyServerBuilder | the class path has no grpc-netty; add io.grpc:grpc-netty
			net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer | the class path has neither the gRPC server of
			""")
	void whenAClassIsMissingThenOneWarningNamesTheReason(Class<?> missing, String reason, CapturedOutput output) {
		this.tuned.withClassLoader(new FilteredClassLoader(missing)).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).containsOnlyOnce(NO_EFFECT + reason);
		});
	}

	@Test
	void whenTheServletContainerServesThenTheWarningSaysHowToUseNetty(CapturedOutput output) {
		this.tuned.withBean("grpcServlet", Object.class, Object::new)
			.run((context) -> assertThat(output).contains(NO_EFFECT)
				.containsOnlyOnce("spring.grpc.server.servlet.enabled=false"));
	}

	/** The shaded Netty is not on the class path, so there cannot be such a bean. */
	@Test
	void whenTheServerIsShadedThenTheWarningSaysWhatToExclude() {
		ApplicationContext context = mock();
		given(context.getClassLoader()).willReturn(getClass().getClassLoader());
		given(context.getBeanNamesForType(ShadedNettyGrpcServerFactory.class, true, false))
			.willReturn(new String[] { "shaded" });
		assertThat(UntunedReason.of(context)).contains("exclude io.grpc:grpc-netty-shaded");
	}

	@ParameterizedTest
	@ValueSource(strings = { "spring.application.name=a", "grpc.tuning.enabled=true",
			"grpc.tuning.console.enabled=false", "grpc.tuning.worker-threads=1 grpc.tuning.enabled=false" })
	void whenNoPropertyOfTheServerIsSetOrItIsTurnedOffThenThereIsNoWarning(String properties, CapturedOutput output) {
		this.runner.withPropertyValues(properties.split(" "))
			.run((context) -> assertThat(output).doesNotContain("no effect"));
	}

	@Test
	void whenAServerIsTunedThenThereIsNoWarning(CapturedOutput output) {
		Generations generations = mock();
		given(generations.serving()).willReturn(mock(Generation.class));
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(IneffectivePropertiesAutoConfiguration.class))
			.withBean(Generations.class, () -> generations)
			.withPropertyValues("grpc.tuning.worker-threads=1")
			.run((context) -> assertThat(output).doesNotContain("no effect"));
	}

	@Test
	void whenAnEnvironmentVariableIsMisspeltThenAWarningNamesIt(CapturedOutput output) {
		this.runner
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(variables("GRPC_TUNING_EXECUTER_TYPE")))
			.run((context) -> assertThat(output).containsOnlyOnce(
					"Environment variable GRPC_TUNING_EXECUTER_TYPE has no effect, because there is no such property"));
	}

	@Test
	void whenNamesAreNotThoseOfSpringBootThenTheyAreUnknown() {
		String[] misspelt = { "GRPC_TUNING_EXECUTER_TYPE", "GRPC_TUNING_EXECUTORTYPE", "grpc.tuning.executer.type",
				"GRPC_TUNING_EXECUTOR_ROUTES_1_METHODS", "GRPC_TUNING_CONSOLE_MAX_VIEWER", "GRPC_TUNING_SOMETHING",
				"GRPC_TUNING_CONSOLE_NIGHT_TRANSPORT" };
		assertThat(unknown(misspelt)).containsExactlyInAnyOrder(misspelt);
	}

	@Test
	void whenNamesAreThoseOfSpringBootOrKubernetesThenNoneIsUnknown() {
		assertThat(unknown("GRPC_TUNING_WORKER_THREADS", "GRPC_TUNING_WORKERTHREADS", "grpc.tuning.worker-threads",
				"grpc_tuning_workerthreads", "GRPC_TUNING_LISTEN_ADDRESSES_0",
				"GRPC_TUNING_EXECUTOR_ROUTES_3_QUEUE_CAPACITY", "GRPC_TUNING_ENABLED",
				"GRPC_TUNING_CONSOLE_MAX_VIEWERS", "GRPC_TUNING_CONSOLE_MAXVIEWERS",
				"GRPC_TUNING_CONSOLE_PRESETS_NIGHT_EXECUTOR_TYPE", "GRPC_SERVER_PORT"))
			.isEmpty();
		for (String service : List.of("GRPC_TUNING_", "GRPC_TUNING_CONSOLE_", "GRPC_TUNING_CANARY_")) {
			assertThat(unknown(Stream
				.of("SERVICE_HOST", "SERVICE_PORT", "SERVICE_PORT_GRPC", "PORT", "PORT_9090_TCP", "PORT_9090_TCP_PROTO",
						"PORT_9090_TCP_PORT", "PORT_9090_TCP_ADDR", "PORT_53_UDP_ADDR", "PORT_1_SCTP")
				.map(service::concat)
				.toArray(String[]::new))).isEmpty();
		}
	}

	private static List<String> unknown(String... names) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(variables(names));
		return PropertyNames.unknownVariables(environment);
	}

	private static PropertySource<?> variables(String... names) {
		return new SystemEnvironmentPropertySource("variables",
				Arrays.stream(names).collect(Collectors.toMap((name) -> name, (name) -> "1")));
	}

}
