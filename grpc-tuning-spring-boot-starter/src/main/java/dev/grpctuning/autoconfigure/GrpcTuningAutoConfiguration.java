package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import io.grpc.netty.NettyServerBuilder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

import dev.grpctuning.InvalidTuningException;
import dev.grpctuning.TuningKnob;
import dev.grpctuning.TuningProblem;
import dev.grpctuning.TuningSettings;
import dev.grpctuning.TuningSource;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.executor.ApplicationExecutor;
import dev.grpctuning.executor.HandlerExecutorFactory;
import dev.grpctuning.executor.TaskTimings;
import dev.grpctuning.lifecycle.EffectiveSettings;
import dev.grpctuning.lifecycle.GenerationListener;
import dev.grpctuning.lifecycle.Generations;
import dev.grpctuning.lifecycle.NettyTuning;
import dev.grpctuning.lifecycle.Tuning;
import dev.grpctuning.limit.CallLimit;
import dev.grpctuning.service.LiveServices;
import dev.grpctuning.transport.EventLoopProbe;
import dev.grpctuning.transport.TransportAvailability;

/**
 * Auto-configuration of threads, transport, windows and limits of a gRPC server, by
 * property and while it runs. The server is net.devh's or Spring Boot's own.
 */
@AutoConfiguration(beforeName = { "net.devh.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration",
		"net.devh.boot.grpc.server.autoconfigure.GrpcServerFactoryAutoConfiguration",
		"org.springframework.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration" })
@ConditionalOnClass(NettyServerBuilder.class)
@Conditional(OnGrpcServerStarter.class)
@ConditionalOnBooleanProperty(name = "grpc.tuning.enabled", matchIfMissing = true)
@EnableConfigurationProperties(GrpcTuningProperties.class)
@Import({ NetDevhServerConfiguration.class, BootServerConfiguration.class, ServiceHealthConfiguration.class })
public final class GrpcTuningAutoConfiguration {

	private static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

	@Bean
	@ConditionalOnMissingBean
	TransportAvailability transportAvailability() {
		return TransportAvailability.ofThisMachine();
	}

	@Bean
	HandlerExecutorFactory grpcServerHandlerExecutorFactory(ResourceLoader resourceLoader,
			ObjectProvider<ApplicationExecutor> application) {
		return new HandlerExecutorFactory(Runtime.version().feature(), resourceLoader.getClassLoader(),
				application.getIfAvailable());
	}

	@Bean
	TuningSource grpcTuningSource(Environment environment, TransportAvailability availability,
			HandlerExecutorFactory handlers) {
		return new EnvironmentTuningSource(environment, availability, handlers);
	}

	@Bean
	@ConditionalOnMissingBean
	TuningSettings tuningSettings(GrpcTuningProperties properties, TuningSource source) {
		MutuallyExclusiveConfigurationPropertiesException.throwIfMultipleNonNullValuesIn((entries) -> {
			entries.put("grpc.tuning.flow-control-window", properties.flowControlWindow());
			entries.put("grpc.tuning.initial-flow-control-window", properties.initialFlowControlWindow());
		});
		try {
			return source.read(Map.of());
		}
		catch (InvalidTuningException ex) {
			TuningProblem problem = ex.problems().get(0);
			throw new InvalidConfigurationPropertyValueException(TuningKnob.PREFIX + problem.knob(), problem.value(),
					problem.reason());
		}
	}

	@Bean
	OpenConnections grpcServerOpenConnections() {
		return new OpenConnections();
	}

	@Bean
	CallLimit grpcServerCallLimit() {
		return new CallLimit();
	}

	@Bean
	LiveServices grpcServerLiveServices(ObjectProvider<ServiceHealth> health) {
		return new LiveServices((service, offered) -> health.ifAvailable((each) -> each.set(service, offered)));
	}

	@Bean
	Generations grpcServerGenerations(TuningSettings settings, OpenConnections connections,
			ObjectProvider<GenerationListener> listeners) {
		return new Generations(settings, CLOSE_GRACE, connections, listeners.orderedStream().toList());
	}

	@Bean
	NettyTuning grpcServerNettyTuning(Generations generations, CallLimit limit, LiveServices services,
			ObjectProvider<TaskTimings.Factory> timings, HandlerExecutorFactory handlers) {
		return new NettyTuning(generations, limit, services,
				timings.getIfAvailable(() -> (generation, executor, figures) -> TaskTimings.NONE), handlers);
	}

	@Bean
	Tuning grpcServerTuning(TuningSettings settings, TuningSource source, Generations generations, CallLimit limit,
			OpenConnections connections, LiveServices services) {
		return new Tuning(settings, source, generations, limit, connections, services);
	}

	@Bean
	EffectiveSettings grpcServerEffectiveSettings(Tuning tuning, CallLimit limit, OpenConnections connections,
			LiveServices services) {
		return new EffectiveSettings(tuning, limit, connections, services);
	}

	@Bean
	Adviser grpcServerAdviser(EffectiveSettings effective, Environment environment,
			ObjectProvider<EventLoopProbe> probe) {
		return new Adviser(effective, environment::getProperty,
				() -> Optional.ofNullable(probe.getIfAvailable()).flatMap(EventLoopProbe::blocked));
	}

	@Bean
	AdviceLogger grpcServerAdviceLogger(Adviser adviser, Generations generations) {
		return new AdviceLogger(adviser, generations);
	}

}
