package dev.grpctuning.autoconfigure.ineffective;

import java.util.List;
import java.util.Map;

import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.IoHandlerFactory;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
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
import org.springframework.core.env.SystemEnvironmentPropertySource;

import dev.grpctuning.autoconfigure.GrpcTuningAutoConfiguration;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.Tuning;

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

	@Test
	void whenNettyIsOlderThenNothingIsTunedAndTheWarningSaysWhatIsNeeded(CapturedOutput output) {
		this.tuned.withClassLoader(new FilteredClassLoader(IoHandlerFactory.class)).run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(Tuning.class);
			assertThat(output).containsOnlyOnce(NO_EFFECT + "it needs Netty 4.2, and Spring Boot 4.");
		});
	}

	@Test
	void whenGrpcsNettyIsMissingThenTheWarningNamesIt(CapturedOutput output) {
		assertMissing(NettyServerBuilder.class, "add io.grpc:grpc-netty", output);
	}

	@Test
	void whenThereIsNoFrameworkThenTheWarningSaysSo(CapturedOutput output) {
		assertMissing(GrpcServerConfigurer.class, "neither the gRPC server of Spring Boot 4 nor net.devh's", output);
	}

	private void assertMissing(Class<?> missing, String reason, CapturedOutput output) {
		this.tuned.withClassLoader(new FilteredClassLoader(missing)).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains(NO_EFFECT).containsOnlyOnce(reason);
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
	@ValueSource(strings = { "spring.application.name=a", "grpc.tuning.enabled=true", "grpc.tuning.enabled=false",
			"grpc.tuning.console.enabled=false" })
	void whenNoPropertyOfTheServerIsSetThenThereIsNoWarning(String property, CapturedOutput output) {
		this.runner.withPropertyValues(property).run((context) -> assertThat(output).doesNotContain("no effect"));
	}

	@Test
	void whenTheServerIsTurnedOffWithAllItsPropertiesThenThereIsNoWarning(CapturedOutput output) {
		this.tuned.withPropertyValues("grpc.tuning.enabled=false")
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

	@ParameterizedTest
	@CsvSource({ "GRPC_TUNING_EXECUTER_TYPE, ; did you mean GRPC_TUNING_EXECUTOR_TYPE?",
			"GRPC_TUNING_EXECUTORTYPE, ; did you mean GRPC_TUNING_EXECUTOR_TYPE?",
			"grpc.tuning.executer.type, ; did you mean GRPC_TUNING_EXECUTOR_TYPE?",
			"GRPC_TUNING_EXECUTOR_ROUTES_1_METHODS, ; did you mean GRPC_TUNING_EXECUTOR_ROUTES_0_METHOD?",
			"GRPC_TUNING_CONSOLE_MAX_VIEWER, ; did you mean GRPC_TUNING_CONSOLE_MAX_VIEWERS?",
			"GRPC_TUNING_CONSOL_ENABLED, ; did you mean GRPC_TUNING_CONSOLE_ENABLED?",
			"GRPC_TUNING_CONSOLE_NIGHT_TRANSPORT, ''", "GRPC_TUNING_SOMETHING, ''" })
	void whenAnEnvironmentVariableIsMisspeltThenAWarningNamesTheNearest(String name, String hint,
			CapturedOutput output) {
		withVariable(name).run((context) -> assertThat(output).containsOnlyOnce("Environment variable " + name
				+ " has no effect, because there is no such property" + hint + System.lineSeparator()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "GRPC_TUNING_WORKER_THREADS", "GRPC_TUNING_WORKERTHREADS", "grpc.tuning.worker-threads",
			"grpc_tuning_workerthreads", "GRPC_TUNING_LISTEN_ADDRESSES_0",
			"GRPC_TUNING_EXECUTOR_ROUTES_3_QUEUE_CAPACITY", "GRPC_TUNING_ENABLED", "GRPC_TUNING_CONSOLE_MAX_VIEWERS",
			"GRPC_TUNING_CONSOLE_MAXVIEWERS", "GRPC_TUNING_CONSOLE_PRESETS_NIGHT_EXECUTOR_TYPE", "GRPC_SERVER_PORT" })
	void whenAnEnvironmentVariableIsSpeltAsSpringBootReadsItThenThereIsNoWarning(String name, CapturedOutput output) {
		withVariable(name).run((context) -> assertThat(output).doesNotContain("Environment variable"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "SERVICE_HOST", "SERVICE_PORT", "SERVICE_PORT_GRPC", "PORT", "PORT_9090_TCP",
			"PORT_9090_TCP_PROTO", "PORT_9090_TCP_PORT", "PORT_9090_TCP_ADDR", "PORT_53_UDP_ADDR", "PORT_1_SCTP" })
	void whenKubernetesSetsAVariableForAServiceThenThereIsNoWarning(String variable, CapturedOutput output) {
		for (String service : List.of("GRPC_TUNING_", "GRPC_TUNING_CONSOLE_", "GRPC_TUNING_CANARY_")) {
			withVariable(service + variable)
				.run((context) -> assertThat(output).doesNotContain("Environment variable", NO_EFFECT));
		}
	}

	private static ApplicationContextRunner withVariable(String name) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(IneffectivePropertiesAutoConfiguration.class))
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new SystemEnvironmentPropertySource("systemEnvironment", Map.of(name, "1"))));
	}

}
