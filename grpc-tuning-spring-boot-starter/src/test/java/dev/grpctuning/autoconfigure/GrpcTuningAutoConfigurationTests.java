package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.MapPropertySource;

import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.server.Generations;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Route;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;

/** Which beans and settings each property leads to. */
class GrpcTuningAutoConfigurationTests {

	private static final String[] CONFIGURERS = { "eventLoopsGrpcServerConfigurer", "executorGrpcServerConfigurer",
			"flowControlGrpcServerConfigurer", "limitsGrpcServerConfigurer", "connectionsGrpcServerConfigurer",
			"servicesGrpcServerConfigurer", "callMetersGrpcServerConfigurer" };

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withBean(TransportAvailability.class, () -> (transport) -> null)
		.withConfiguration(AutoConfigurations.of(GrpcTuningAutoConfiguration.class));

	@Test
	void whenNothingIsSetThenConfigurersAreThereAndSettingsAreEmpty() {
		this.runner.run((context) -> {
			assertThat(context).getBeanNames(GrpcServerConfigurer.class).containsExactlyInAnyOrder(CONFIGURERS);
			assertThat(settings(context)).isEqualTo(Settings.NONE);
		});
	}

	@Test
	void whenAvailabilityIsNotGivenThenThisMachineIsAsked() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(GrpcTuningAutoConfiguration.class))
			.run((context) -> assertThat(
					context.getBean(TransportAvailability.class).unavailabilityReason(Transport.NIO))
				.isNull());
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
	void whenDisabledThenNothingIsThere() {
		this.runner.withPropertyValues("grpc.tuning.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(GrpcServerConfigurer.class)
				.doesNotHaveBean(Settings.class));
	}

	@ParameterizedTest
	@CsvSource({ "net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer", "io.grpc.netty.NettyServerBuilder" })
	void whenClassIsMissingThenNothingIsThere(Class<?> missing) {
		this.runner.withClassLoader(new FilteredClassLoader(missing))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(Settings.class));
	}

	@ParameterizedTest
	@CsvSource({ "eventLoopsGrpcServerConfigurer", "executorGrpcServerConfigurer", "flowControlGrpcServerConfigurer",
			"limitsGrpcServerConfigurer", "connectionsGrpcServerConfigurer" })
	void whenApplicationHasABeanOfTheNameThenThatIsTaken(String name) {
		GrpcServerConfigurer own = (builder) -> {
		};
		this.runner.withBean(name, GrpcServerConfigurer.class, () -> own)
			.run((context) -> assertThat(context.getBean(name)).isSameAs(own));
	}

	@ParameterizedTest
	@CsvSource({ "nio,NIO", "epoll,EPOLL", "io-uring,IO_URING", "auto,EPOLL" })
	void whenTransportIsSetThenItIsTaken(String value, Transport transport) {
		this.runner.withPropertyValues("grpc.tuning.transport=" + value)
			.run((context) -> assertThat(settings(context).values())
				.isEqualTo(Map.of(Knobs.TRANSPORT, transport, Knobs.BOSS_THREADS, 1)));
	}

	@Test
	void whenWorkerThreadsAreANumberOfAYamlFileThenTheyAreTaken() {
		this.runner
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("file", Map.of("grpc.tuning.worker-threads", 3))))
			.run((context) -> assertThat(settings(context).values())
				.isEqualTo(Map.of(Knobs.TRANSPORT, Transport.EPOLL, Knobs.BOSS_THREADS, 1, Knobs.WORKER_THREADS, 3)));
	}

	@Test
	void whenOnlyThreadsAreSetThenTransportIsChosen() {
		this.runner.withPropertyValues("grpc.tuning.worker-threads=3")
			.run((context) -> assertThat(settings(context).values())
				.isEqualTo(Map.of(Knobs.TRANSPORT, Transport.EPOLL, Knobs.BOSS_THREADS, 1, Knobs.WORKER_THREADS, 3)));
		this.runner.withPropertyValues("grpc.tuning.boss-threads=2")
			.run((context) -> assertThat(settings(context).values())
				.isEqualTo(Map.of(Knobs.TRANSPORT, Transport.EPOLL, Knobs.BOSS_THREADS, 2)));
	}

	@ParameterizedTest
	@CsvSource({ "EPOLL,IO_URING", "EPOLL IO_URING,NIO" })
	void whenTransportIsAutoThenTheNextAvailableIsTaken(String unavailable, Transport chosen) {
		TransportAvailability availability = (transport) -> unavailable.contains(transport.name()) ? "no" : null;
		assertThat(availability.resolve(Transport.AUTO)).isEqualTo(chosen);
	}

	@ParameterizedTest
	@EnumSource(names = "APPLICATION", mode = EnumSource.Mode.EXCLUDE)
	void whenExecutorTypeIsSetThenDefaultsAreFilledIn(ExecutorType type) {
		TunedApplication.assumeAvailable(type.propertyValue());
		this.runner.withPropertyValues("grpc.tuning.executor.type=" + type.propertyValue()).run((context) -> {
			assertThat(main(context).configured()).isEqualTo(type);
			assertThat(main(context)).isEqualTo(ExecutorSettings.of(type, null, null, null));
			assertThat(main(context).threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
			assertThat(main(context).threadNamePrefix()).isEqualTo("grpc-server-app-");
		});
	}

	@Test
	void whenExecutorThreadsAndPrefixAreSetThenTheyAreTaken() {
		this.runner
			.withPropertyValues("grpc.tuning.executor.type=fixed", "grpc.tuning.executor.threads=7",
					"grpc.tuning.executor.thread-name-prefix=app-")
			.run((context) -> assertThat(main(context))
				.isEqualTo(new ExecutorSettings(ExecutorType.FIXED, 7, "app-", null)));
	}

	@Test
	void whenWindowsAreSetThenTheyAreTakenAsFixedOrGrowing() {
		this.runner.withPropertyValues("grpc.tuning.flow-control-window=1MB")
			.run((context) -> assertThat(settings(context).get(Knobs.FLOW_CONTROL_WINDOW)).isEqualTo(1 << 20));
		this.runner.withPropertyValues("grpc.tuning.initial-flow-control-window=64KB")
			.run((context) -> assertThat(settings(context).get(Knobs.INITIAL_FLOW_CONTROL_WINDOW)).isEqualTo(1 << 16));
	}

	@ParameterizedTest
	@CsvSource({ "flow-control-window,false", "initial-flow-control-window,true" })
	void whenWindowIsFixedThenItDoesNotGrow(String name, boolean grows) {
		this.runner.withPropertyValues("grpc.tuning." + name + "=2MB").run((context) -> {
			NettyServerBuilder builder = NettyServerBuilder.forPort(0);
			context.getBean(Generations.class).createServer(() -> {
				context.getBean("flowControlGrpcServerConfigurer", GrpcServerConfigurer.class).accept(builder);
				return builder.build();
			});
			// The builder does not tell, and on the wire it shows only under load.
			assertThat(builder).extracting("autoFlowControl", "flowControlWindow").containsExactly(grows, 2 << 20);
		});
	}

	@Test
	void whenLimitIsSetThenItIsTaken() {
		this.runner.withPropertyValues("grpc.tuning.max-concurrent-calls-per-connection=1000")
			.run((context) -> assertThat(settings(context).get(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION))
				.isEqualTo(1000));
	}

	@Test
	void whenExecutorIsFixedThenCodelOrdersItsQueue() {
		ApplicationContextRunner codel = this.runner.withPropertyValues("grpc.tuning.limit.queue-discipline=codel",
				"grpc.tuning.limit.max-queue-time=80ms");
		codel.withPropertyValues("grpc.tuning.executor.type=fixed")
			.run((context) -> assertThat(main(context).codelInterval()).isEqualTo(Duration.ofMillis(80)));
		codel
			.withPropertyValues("grpc.tuning.executor.routes[0].method=a.B/C",
					"grpc.tuning.executor.routes[0].type=fixed")
			.run((context) -> assertThat(main(context).codelInterval()).isNull());
	}

	@Test
	void whenPropertiesAreSpeltInCamelCaseThenTheyAreTaken() {
		this.runner
			.withPropertyValues("grpc.tuning.executor.routes[0].method=a.B/C",
					"grpc.tuning.executor.routes[0].type=fixed", "grpc.tuning.executor.routes[0].queueCapacity=5",
					"grpc.tuning.bossThreads=2")
			.run((context) -> assertThat(settings(context).get(Knobs.EXECUTOR_ROUTES))
				.containsExactly(new Route("a.B/C", ExecutorType.FIXED, null, 5)));
	}

	@Test
	void whenBuilderIsNotThatOfNettyThenItIsLeftAlone() {
		everythingSet().run((context) -> {
			ServerBuilder<?> builder = InProcessServerBuilder.forName("left-alone");
			context.getBeansOfType(GrpcServerConfigurer.class).values().forEach((each) -> each.accept(builder));
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

	private static ExecutorSettings main(AssertableApplicationContext context) {
		return Objects.requireNonNull(settings(context).executors(ExecutorType.CACHED)).main();
	}

	private static Settings settings(AssertableApplicationContext context) {
		return context.getBean(Settings.class);
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
