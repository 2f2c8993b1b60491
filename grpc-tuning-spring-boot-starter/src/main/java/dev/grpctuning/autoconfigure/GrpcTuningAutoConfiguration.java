package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.IoHandlerFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

import dev.grpctuning.advice.Adviser;
import dev.grpctuning.autoconfigure.boot.BootHealthConfiguration;
import dev.grpctuning.autoconfigure.boot.BootServerConfiguration;
import dev.grpctuning.autoconfigure.failure.RefusedPropertiesException;
import dev.grpctuning.autoconfigure.netdevh.NetDevhServerConfiguration;
import dev.grpctuning.autoconfigure.properties.EnvironmentTuningSource;
import dev.grpctuning.autoconfigure.properties.GrpcTuningProperties;
import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.LiveServices;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.call.executor.HandlerExecutorFactory.ApplicationExecutor;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.call.trace.CallAges;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.NettyTuning;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.stages.CallStages;
import dev.grpctuning.transport.EventLoopProbe;
import dev.grpctuning.transport.NettyTransportAvailability;

/**
 * Auto-configuration of threads, transport, windows and limits of a gRPC server, by
 * property and while it runs. The server is net.devh's or Spring Boot's own.
 */
@AutoConfiguration(after = SslAutoConfiguration.class,
		beforeName = { "net.devh.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration",
				"net.devh.boot.grpc.server.autoconfigure.GrpcServerFactoryAutoConfiguration",
				"org.springframework.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration" })
@ConditionalOnClass({ NettyServerBuilder.class, IoHandlerFactory.class })
@Conditional(OnGrpcServerStarter.class)
@ConditionalOnBooleanProperty(name = "grpc.tuning.enabled", matchIfMissing = true)
@EnableConfigurationProperties(GrpcTuningProperties.class)
@ImportRuntimeHints(GrpcTuningRuntimeHints.class)
@Import({ NetDevhServerConfiguration.class, BootServerConfiguration.class, BootHealthConfiguration.class,
		ServiceHealthConfiguration.class })
public final class GrpcTuningAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TransportAvailability transportAvailability() {
		return new NettyTransportAvailability();
	}

	@Bean
	HandlerExecutorFactory grpcServerHandlerExecutorFactory(ResourceLoader resourceLoader,
			ObjectProvider<ApplicationExecutor> application) {
		return new HandlerExecutorFactory(Runtime.version().feature(), resourceLoader.getClassLoader(),
				application.getIfAvailable());
	}

	@Bean
	EnvironmentTuningSource grpcTuningSource(Environment environment, TransportAvailability availability,
			HandlerExecutorFactory handlers) {
		return new EnvironmentTuningSource(environment, availability, handlers, null);
	}

	/** Changes go on top of the application's own settings, if it has some. */
	@Bean
	@Primary
	@ConditionalOnBean(Settings.class)
	TuningSource grpcApplicationTuningSource(Environment environment, TransportAvailability availability,
			HandlerExecutorFactory handlers, Settings settings) {
		return new EnvironmentTuningSource(environment, availability, handlers, settings);
	}

	@Bean
	@ConditionalOnMissingBean
	Settings tuningSettings(EnvironmentTuningSource source) {
		try {
			return source.read(Map.of()).settings();
		}
		catch (InvalidTuningException ex) {
			throw new RefusedPropertiesException(ex.problems());
		}
	}

	@Bean
	OpenConnections grpcServerOpenConnections() {
		return new OpenConnections();
	}

	@Bean
	CallLimits grpcServerCallLimit() {
		return new CallLimits();
	}

	@Bean
	CallAges grpcServerCallAges() {
		return new CallAges();
	}

	@Bean
	CallStages grpcServerCallStages() {
		return new CallStages();
	}

	@Bean
	LiveServices grpcServerLiveServices(ObjectProvider<ServiceHealthConfiguration.ServiceHealth> health) {
		return new LiveServices((service, offered) -> health.ifAvailable((each) -> each.set(service, offered)));
	}

	@Bean
	Generations grpcServerGenerations(Settings settings, OpenConnections connections, CallAges ages, CallStages stages,
			ObjectProvider<Generations.Listener> listeners, ApplicationContext context) {
		return new Generations(settings, Duration.ofSeconds(5), connections, ages, stages,
				listeners.orderedStream().toList(),
				(threads) -> context.getBeansOfType(threads.getClass(), false, false).containsValue(threads));
	}

	@Bean
	NettyTuning grpcServerNettyTuning(Generations generations, CallLimits limits, LiveServices services,
			ObjectProvider<TaskTimings.Factory> timings, HandlerExecutorFactory handlers, ApplicationContext context) {
		return new NettyTuning(generations, limits, services,
				timings.getIfAvailable(() -> (generation, executor, figures) -> TaskTimings.NONE), handlers,
				() -> AvailabilityChangeEvent.publish(context, LivenessState.BROKEN));
	}

	/** Sets the limits, which must be in force when the server starts. */
	@Bean
	@Lazy(false)
	Tuning grpcServerTuning(TuningSource source, Generations generations, CallLimits limits, LiveServices services) {
		return new Tuning(source, generations, limits, services);
	}

	@Bean
	Adviser grpcServerAdviser(Tuning tuning, Environment environment, ObjectProvider<EventLoopProbe> probe) {
		return new Adviser(tuning, () -> keepAliveTime(environment),
				() -> Optional.ofNullable(probe.getIfAvailable()).flatMap(EventLoopProbe::blocked));
	}

	@Bean
	ApplicationListener<ContextRefreshedEvent> grpcServerAdviceLogger(Adviser adviser, Generations generations) {
		AtomicBoolean logged = new AtomicBoolean();
		return (event) -> {
			Generation serving = generations.serving();
			if (serving != null && logged.compareAndSet(false, true)) {
				adviser.log(serving);
				adviser.logChanges();
			}
		};
	}

	/** Keepalive time that the framework's own property sets. */
	private static @Nullable Duration keepAliveTime(Environment environment) {
		// net.devh's value applies only if its keepalive is enabled.
		boolean netDevh = environment.getProperty("grpc.server.enable-keep-alive", Boolean.class, false);
		String time = environment
			.getProperty(netDevh ? "grpc.server.keep-alive-time" : "spring.grpc.server.keepalive.time");
		return (time != null) ? DurationStyle.detectAndParse(time, ChronoUnit.SECONDS) : null;
	}

}
