package dev.grpctuning.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.netty.channel.IoHandlerFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

import dev.grpctuning.advice.Adviser;
import dev.grpctuning.autoconfigure.properties.EnvironmentTuningSource;
import dev.grpctuning.autoconfigure.properties.GrpcTuningProperties;
import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.LiveServices;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.call.executor.HandlerExecutorFactory.ApplicationExecutor;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.change.StateFile;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.NettyTuning;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.transport.EventLoopProbe;
import dev.grpctuning.transport.NettyTransportAvailability;

/**
 * Auto-configuration of the tuning of a gRPC server on Netty: its threads, transport,
 * windows and limits. Those of each framework apply it to their server.
 */
@AutoConfiguration
@ConditionalOnClass({ NettyServerBuilder.class, IoHandlerFactory.class })
@ConditionalOnBooleanProperty(name = "grpc.tuning.enabled", matchIfMissing = true)
@EnableConfigurationProperties({ GrpcTuningProperties.Network.class, GrpcTuningProperties.Connections.class,
		GrpcTuningProperties.Operation.class, ChangeProperties.class })
@ImportRuntimeHints(GrpcTuningRuntimeHints.class)
public final class GrpcTuningAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TransportAvailability grpcTuningTransportAvailability() {
		return new NettyTransportAvailability();
	}

	@Bean
	@ConditionalOnMissingBean
	HandlerExecutorFactory grpcTuningHandlerExecutorFactory(ResourceLoader resourceLoader,
			ObjectProvider<ApplicationExecutor> application) {
		return new HandlerExecutorFactory(Runtime.version().feature(), resourceLoader.getClassLoader(),
				application.getIfAvailable());
	}

	/** Reads the properties, or a {@code Settings} bean of the application instead. */
	@Bean
	@ConditionalOnMissingBean
	TuningSource grpcTuningSource(Environment environment, TransportAvailability availability,
			HandlerExecutorFactory handlers, ObjectProvider<Settings> own) {
		return new EnvironmentTuningSource(environment, availability, handlers, own.getIfAvailable());
	}

	@Bean
	@ConditionalOnMissingBean
	OpenConnections grpcTuningConnections() {
		return new OpenConnections();
	}

	@Bean
	@ConditionalOnMissingBean
	StateFile grpcTuningStateFile(ChangeProperties properties, TuningSource source) {
		Path file = properties.stateFile();
		return (file != null) ? StateFile.read(file, source) : StateFile.NONE;
	}

	@Bean
	@ConditionalOnMissingBean
	Generations grpcTuningGenerations(TuningSource source, StateFile kept, OpenConnections connections,
			ObjectProvider<Generations.Listener> listeners, ApplicationContext context) throws InvalidTuningException {
		return new Generations(source.read(kept.values()).settings(), Duration.ofSeconds(5), connections,
				listeners.orderedStream().toList(),
				(threads) -> context.getBeansOfType(threads.getClass(), false, false).containsValue(threads));
	}

	/** Sets the limits, which must be in force when the server starts. */
	@Bean
	@Lazy(false)
	@ConditionalOnMissingBean
	Tuning grpcTuning(TuningSource source, StateFile kept, Generations generations,
			ObjectProvider<LiveServices> services) {
		return new Tuning(source, generations, new CallLimits(),
				services.getIfAvailable(() -> new LiveServices((service, offered) -> {
				})), kept);
	}

	@Bean
	@ConditionalOnMissingBean
	NettyTuning grpcTuningOfNetty(Tuning tuning, HandlerExecutorFactory handlers,
			ObjectProvider<TaskTimings.Factory> timings, ApplicationContext context) {
		return new NettyTuning(tuning.generations(), tuning.limits(), tuning.services(),
				timings.getIfAvailable(() -> (generation, executor, figures) -> TaskTimings.NONE), handlers,
				() -> AvailabilityChangeEvent.publish(context, LivenessState.BROKEN));
	}

	@Bean
	@ConditionalOnMissingBean
	Adviser grpcTuningAdviser(Tuning tuning, Environment environment, ObjectProvider<EventLoopProbe> probe) {
		return new Adviser(tuning, () -> keepAliveTime(environment),
				() -> Optional.ofNullable(probe.getIfAvailable()).flatMap(EventLoopProbe::blocked));
	}

	/** Has no condition, because the level of its logger turns it off. */
	@Bean
	ApplicationListener<ContextRefreshedEvent> grpcTuningAdviceLogger(Adviser adviser, Generations generations) {
		AtomicBoolean logged = new AtomicBoolean();
		return (event) -> {
			if (generations.serving() != null && logged.compareAndSet(false, true)) {
				adviser.log();
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

	/**
	 * Reports withdrawn services by gRPC's health service, if the application has one.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(HealthStatusManager.class)
	static class HealthConfiguration {

		@Bean
		@ConditionalOnMissingBean
		LiveServices grpcTuningServices(ObjectProvider<HealthStatusManager> managers) {
			return new LiveServices((service, offered) -> managers.ifAvailable((manager) -> manager.setStatus(service,
					offered ? ServingStatus.SERVING : ServingStatus.NOT_SERVING)));
		}

	}

}
