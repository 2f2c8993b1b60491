package dev.grpctuning.autoconfigure;

import java.time.Duration;

import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.ResourceLoader;

import dev.grpctuning.FlowControlWindow;
import dev.grpctuning.TuningSettings;
import dev.grpctuning.executor.ExecutorSettings;
import dev.grpctuning.executor.HandlerExecutor;
import dev.grpctuning.lifecycle.Generations;
import dev.grpctuning.transport.EventLoopSettings;
import dev.grpctuning.transport.EventLoops;
import dev.grpctuning.transport.TransportAvailability;

/**
 * Auto-configuration of threads, transport, windows and limits of a gRPC server. Each of
 * its configurers can be replaced by a bean of the same name. Configurers of the
 * application without an order come after them.
 */
@AutoConfiguration(beforeName = "net.devh.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration")
@ConditionalOnClass({ GrpcServerConfigurer.class, NettyServerBuilder.class })
@ConditionalOnBooleanProperty(name = "grpc.tuning.enabled", matchIfMissing = true)
@EnableConfigurationProperties(GrpcTuningProperties.class)
public final class GrpcTuningAutoConfiguration {

	private static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

	private final NettyConfigurers netty = new NettyConfigurers();

	@Bean
	@ConditionalOnMissingBean
	TransportAvailability transportAvailability() {
		return TransportAvailability.ofThisMachine();
	}

	@Bean
	@ConditionalOnMissingBean
	TuningSettings tuningSettings(GrpcTuningProperties properties, TransportAvailability availability) {
		return new TuningSettingsFactory(properties, availability, Runtime.version().feature()).create();
	}

	@Bean
	Generations grpcServerGenerations() {
		return new Generations(CLOSE_GRACE);
	}

	@Bean
	GenerationListener grpcServerGenerationListener(Generations generations) {
		return new GenerationListener(generations);
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "eventLoopsGrpcServerConfigurer")
	GrpcServerConfigurer eventLoopsGrpcServerConfigurer(TuningSettings settings, Generations generations) {
		EventLoopSettings eventLoopSettings = settings.eventLoops();
		if (eventLoopSettings == null) {
			return (builder) -> {
			};
		}
		return this.netty.of((builder) -> {
			EventLoops eventLoops = EventLoops.create(eventLoopSettings);
			generations.own(builder, eventLoops);
			eventLoops.applyTo(builder);
		});
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "executorGrpcServerConfigurer")
	GrpcServerConfigurer executorGrpcServerConfigurer(TuningSettings settings, Generations generations,
			ResourceLoader resourceLoader) {
		ExecutorSettings executorSettings = settings.executor();
		if (executorSettings == null) {
			return (builder) -> {
			};
		}
		return this.netty.of((builder) -> {
			HandlerExecutor executor = HandlerExecutor.create(executorSettings, resourceLoader.getClassLoader());
			generations.own(builder, executor);
			executor.applyTo(builder);
		});
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "flowControlGrpcServerConfigurer")
	GrpcServerConfigurer flowControlGrpcServerConfigurer(TuningSettings settings) {
		FlowControlWindow window = settings.flowControlWindow();
		if (window == null) {
			return (builder) -> {
			};
		}
		return this.netty.of((builder) -> {
			if (window.fixed()) {
				builder.flowControlWindow(window.bytes());
			}
			else {
				builder.initialFlowControlWindow(window.bytes());
			}
		});
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "limitsGrpcServerConfigurer")
	GrpcServerConfigurer limitsGrpcServerConfigurer(TuningSettings settings) {
		Integer maxConcurrentCalls = settings.maxConcurrentCallsPerConnection();
		if (maxConcurrentCalls == null) {
			return (builder) -> {
			};
		}
		return this.netty.of((builder) -> builder.maxConcurrentCallsPerConnection(maxConcurrentCalls));
	}

}
