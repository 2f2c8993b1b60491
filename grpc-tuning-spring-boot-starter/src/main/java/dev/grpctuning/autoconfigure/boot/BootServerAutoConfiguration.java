package dev.grpctuning.autoconfigure.boot;

import io.grpc.netty.NettyServerBuilder;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerExecutorProvider;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerFactoryCustomizer;
import org.springframework.boot.grpc.server.health.HealthCheckedGrpcComponents;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.grpc.server.NettyGrpcServerFactory;
import org.springframework.grpc.server.ServerBuilderCustomizer;

import dev.grpctuning.autoconfigure.GrpcTuningAutoConfiguration;
import dev.grpctuning.call.executor.HandlerExecutorFactory.ApplicationExecutor;
import dev.grpctuning.metrics.CallMeters;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.NettyTuning;
import dev.grpctuning.server.Tuning;

/**
 * Auto-configuration that applies the tuning to Spring Boot's own gRPC server. The
 * application's customizers without an order run after these, but before that of the
 * executor. Post-processors and the registrar have no condition, because
 * {@code grpc.tuning.enabled} and the bundle's property turn them off.
 */
@AutoConfiguration(after = { GrpcTuningAutoConfiguration.class, SslAutoConfiguration.class },
		before = GrpcServerAutoConfiguration.class)
@ConditionalOnClass(GrpcServerFactoryCustomizer.class)
@ConditionalOnBean(Tuning.class)
public final class BootServerAutoConfiguration {

	private static final String BUNDLE = "spring.grpc.server.ssl.bundle";

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean(GrpcServerExecutorProvider.class)
	ApplicationExecutor grpcTuningApplicationExecutor(GrpcServerExecutorProvider provider) {
		return provider::getExecutor;
	}

	@Bean
	static BeanPostProcessor grpcTuningServerFactoryPostProcessor(ObjectProvider<Generations> generations) {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String beanName) {
				return (bean instanceof NettyGrpcServerFactory factory
						&& generations.getObject().manages(beanName, bean.getClass() == NettyGrpcServerFactory.class))
								? new TunedBootServerFactory(factory, generations.getObject()) : bean;
			}

		};
	}

	/**
	 * Makes the server follow updates of its SSL bundle, which Spring Boot's own server
	 * does not. Registered after the registrar of the properties, and so runs after it.
	 */
	@Bean
	@Order
	@ConditionalOnProperty(BUNDLE)
	static SslBundleRegistrar grpcTuningSslBundleRegistrar(Environment environment) {
		String bundle = environment.getRequiredProperty(BUNDLE);
		return (registry) -> {
			if (registry instanceof SslBundles bundles) {
				RenewedCertificates.follow(bundle, registry, bundles);
			}
		};
	}

	/** Has no condition, because a new server needs the port of its predecessor. */
	@Bean
	@Order(0)
	ServerBuilderCustomizer<NettyServerBuilder> grpcTuningCustomizer(NettyTuning tuning,
			ObjectProvider<CallMeters> meters, BeanFactory beans) {
		return (builder) -> tuning.applyTo(builder,
				(part) -> beans.containsBean("grpcTuning%sCustomizer".formatted(part)), meters.getIfAvailable());
	}

	@Bean
	@Order
	@ConditionalOnMissingBean(name = "grpcTuningExecutorCustomizer")
	ServerBuilderCustomizer<NettyServerBuilder> grpcTuningExecutorCustomizer(NettyTuning tuning) {
		return tuning::executor;
	}

	/** Where Spring Boot schedules the health of its gRPC server. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(HealthCheckedGrpcComponents.class)
	static class HealthConfiguration {

		@Bean
		static BeanPostProcessor grpcTuningHealthPostProcessor(ObjectProvider<Tuning> tuning) {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String beanName) {
					return (bean instanceof HealthCheckedGrpcComponents components)
							? new WithdrawnServicesHealth(components, tuning.getObject().services()) : bean;
				}

			};
		}

	}

}
