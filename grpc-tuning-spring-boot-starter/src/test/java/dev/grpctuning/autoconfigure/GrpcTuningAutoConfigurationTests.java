package dev.grpctuning.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerFactoryAutoConfiguration;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerMetricAutoConfiguration;
import net.devh.boot.grpc.server.scope.GrpcRequestScope;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint.ConfigurationPropertiesBeanDescriptor;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;

import dev.grpctuning.actuate.GrpcAutopilotEndpoint;
import dev.grpctuning.actuate.GrpcConnectionsEndpoint;
import dev.grpctuning.actuate.GrpcSlicesEndpoint;
import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.alternate.SliceRuns;
import dev.grpctuning.autoconfigure.ineffective.IneffectivePropertiesAutoConfiguration;
import dev.grpctuning.autoconfigure.netdevh.NetDevhServerAutoConfiguration;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.metrics.TuningMetrics;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Which beans there are, and what they do to those of the framework. */
class GrpcTuningAutoConfigurationTests {

	private static final ApplicationContextRunner FRAMEWORK = new ApplicationContextRunner()
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		.withPropertyValues("grpc.server.port=0")
		.withConfiguration(AutoConfigurations.of(GrpcServerAutoConfiguration.class,
				GrpcServerFactoryAutoConfiguration.class, GrpcServerMetricAutoConfiguration.class));

	private static final AutoConfigurations TUNING = AutoConfigurations.of(GrpcTuningAutoConfiguration.class,
			GrpcTuningEndpointAutoConfiguration.class, GrpcTuningMetricsAutoConfiguration.class,
			IneffectivePropertiesAutoConfiguration.class, NetDevhServerAutoConfiguration.class);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withBean(TransportAvailability.class, () -> (transport) -> null)
		.withConfiguration(TUNING);

	@Test
	void whenNothingIsSetThenCustomizersAreThereAndSettingsAreEmpty() {
		this.runner.run((context) -> {
			assertThat(context).getBeanNames(GrpcServerConfigurer.class)
				.containsExactlyInAnyOrder("grpcTuningCustomizer", "grpcTuningExecutorCustomizer");
			assertThat(context.getBean(Tuning.class).settings()).isEqualTo(Settings.NONE);
		});
	}

	@Test
	void whenBeansAreLazyThenLimitsAreSetBeforeTheServerStarts() {
		this.runner.withPropertyValues("grpc.tuning.max-connections=7")
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withBean(StartedServer.class)
			.run((context) -> assertThat(context.getBean(StartedServer.class).maxConnections).isEqualTo(7));
	}

	@Test
	void whenPropertiesAreSetThenConfigpropsShowsThemAndWhereTheyAreFrom() {
		this.runner
			.withBean(ConfigurationPropertiesReportEndpoint.class,
					() -> new ConfigurationPropertiesReportEndpoint(List.of(), Show.ALWAYS))
			.withPropertyValues("grpc.tuning.worker-threads=3", "grpc.tuning.max-connections=7",
					"grpc.tuning.limit.concurrent-calls=50")
			.run((context) -> assertThat(context.getBean(ConfigurationPropertiesReportEndpoint.class)
				.configurationPropertiesWithPrefix("grpc.tuning")
				.getContexts()
				.values()).flatExtracting((shown) -> shown.getBeans().values())
				.extracting(ConfigurationPropertiesBeanDescriptor::getInputs)
				.asString()
				.contains("workerThreads={value=3,", "maxConnections={value=7,", "concurrentCalls={value=50,"));
	}

	@Test
	void whenDisabledThenTheFrameworksBeansAreAsWithoutTheStarter() {
		Map<String, Class<?>> expected = new TreeMap<>();
		FRAMEWORK.run((context) -> expected.putAll(beans(context)));
		assertThat(expected).containsKeys("grpcRequestScope", "nettyGrpcServerFactory",
				"streamTracerFactoryConfigurer");
		FRAMEWORK.withConfiguration(TUNING)
			.withPropertyValues("grpc.tuning.enabled=false", "grpc.tuning.worker-threads=1")
			.run((context) -> assertThat(beans(context)).isEqualTo(expected));
		FRAMEWORK.withConfiguration(TUNING)
			.run((context) -> assertThat(beans(context)).isNotEqualTo(expected)
				.doesNotContainKeys("grpcRequestScope", "streamTracerFactoryConfigurer"));
	}

	@Test
	void whenTheFrameworksMetersAreWantedThenTheyAreKept() {
		FRAMEWORK.withConfiguration(TUNING)
			.withPropertyValues("grpc.metricsA66Enabled=true")
			.run((context) -> assertThat(context).hasBean("streamTracerFactoryConfigurer"));
	}

	@Test
	void whenABeanHasTheRequestScopeThenTheFrameworkKeepsIt() {
		FRAMEWORK.withConfiguration(TUNING)
			.withBean(AtomicInteger.class, AtomicInteger::new,
					(bean) -> bean.setScope(GrpcRequestScope.GRPC_REQUEST_SCOPE_NAME))
			.run((context) -> assertThat(context).hasBean("grpcRequestScope"));
	}

	/** Classes of all beans by name. */
	private static Map<String, Class<?>> beans(AssertableApplicationContext context) {
		Map<String, Class<?>> beans = new TreeMap<>();
		for (String name : context.getBeanDefinitionNames()) {
			beans.put(name, context.getBean(name).getClass());
		}
		return beans;
	}

	@Test
	void whenGrpcsNettyIsMissingThenNothingIsThere() {
		this.runner.withClassLoader(new FilteredClassLoader(NettyServerBuilder.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(Tuning.class)
				.doesNotHaveBean(GrpcServerConfigurer.class));
	}

	@Test
	void whenBuilderIsNotThatOfNettyThenOnlyItsCallsAreRecorded() {
		everythingSet().withBean(SimpleMeterRegistry.class).run((context) -> {
			ServerBuilder<?> builder = InProcessServerBuilder.forName("recorded").directExecutor();
			context.getBeansOfType(GrpcServerConfigurer.class).values().forEach((each) -> each.accept(builder));
			Server server = builder.build().start();
			ManagedChannel channel = InProcessChannelBuilder.forName("recorded").directExecutor().build();
			assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(
					() -> HelloServiceGrpc.newBlockingStub(channel).sayHello(HelloRequest.getDefaultInstance()));
			channel.shutdownNow();
			server.shutdownNow();
			assertThat(context.getBean(MeterRegistry.class)
				.get("grpc.server.call.duration")
				.tag("grpc.status", "UNIMPLEMENTED")
				.timer()
				.count()).isOne();
		});
	}

	@Test
	void whenServerIsBuiltButNeverStartedThenNoThreadIsLeft() {
		everythingSet().run((context) -> {
			NettyServerBuilder builder = NettyServerBuilder.forPort(0);
			context.getBeansOfType(GrpcServerConfigurer.class).values().forEach((each) -> each.accept(builder));
			context.close();
			GrpcServerThreads.awaitNone();
		});
	}

	private ApplicationContextRunner everythingSet() {
		return this.runner.withPropertyValues("grpc.tuning.transport=nio", "grpc.tuning.executor.type=fork-join",
				"grpc.tuning.flow-control-window=1MB", "grpc.tuning.max-concurrent-calls-per-connection=10");
	}

	@Test
	void whenEndpointsAreExposedThenTheyAreThere() {
		this.runner.withBean(SimpleMeterRegistry.class)
			.withPropertyValues(
					"management.endpoints.web.exposure.include=grpctuning,grpcslices,grpcautopilot,grpcconnections")
			.run((context) -> assertThat(context).hasSingleBean(GrpcTuningEndpoint.class)
				.hasSingleBean(GrpcSlicesEndpoint.class)
				.hasSingleBean(GrpcAutopilotEndpoint.class)
				.hasSingleBean(GrpcConnectionsEndpoint.class));
	}

	@Test
	void whenEndpointsAreNotExposedThenTheyAreNotThere() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(Tuning.class)
			.doesNotHaveBean(GrpcTuningEndpoint.class)
			.doesNotHaveBean(SliceRuns.class)
			.doesNotHaveBean(GrpcConnectionsEndpoint.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.boot.actuate", "io.micrometer", "io.grpc.protobuf.services" })
	void whenAnOptionalPartIsMissingThenTheTuningIsThereAllTheSame(String missing) {
		this.runner.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(Tuning.class));
	}

	@Test
	void whenThereIsNoMeterRegistryThenThereAreNoMeters() {
		this.runner.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(TuningMetrics.class));
	}

	/** Looks at the limits when servers start. */
	private static final class StartedServer implements SmartLifecycle {

		private final OpenConnections connections;

		private @Nullable Integer maxConnections;

		StartedServer(OpenConnections connections) {
			this.connections = connections;
		}

		@Override
		public void start() {
			this.maxConnections = this.connections.settings().get(Knobs.MAX_CONNECTIONS);
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return this.maxConnections != null;
		}

	}

}
