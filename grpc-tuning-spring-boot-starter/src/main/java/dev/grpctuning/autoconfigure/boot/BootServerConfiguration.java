package dev.grpctuning.autoconfigure.boot;

import io.grpc.netty.NettyServerBuilder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerExecutorProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.grpc.server.NettyGrpcServerFactory;
import org.springframework.grpc.server.ServerBuilderCustomizer;

import dev.grpctuning.call.executor.HandlerExecutorFactory.ApplicationExecutor;
import dev.grpctuning.metrics.CallMeters;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.NettyTuning;

/**
 * Tunes Spring Boot's own gRPC server. A bean of the same name replaces a customizer. The
 * application's customizers without an order run after them, but before that of the
 * executor.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = BootServerConfiguration.CLASS)
public class BootServerConfiguration {

	public static final String CLASS = "org.springframework.boot.grpc.server.autoconfigure.GrpcServerFactoryCustomizer";

	private static final String BUNDLE = "spring.grpc.server.ssl.bundle";

	@Bean
	@ConditionalOnBean(GrpcServerExecutorProvider.class)
	ApplicationExecutor grpcServerApplicationExecutor(GrpcServerExecutorProvider provider) {
		return provider::getExecutor;
	}

	@Bean
	static BeanPostProcessor tunedGrpcServerFactoryPostProcessor(ObjectProvider<Generations> generations) {
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
	 * does not. Runs after the registrar of the properties.
	 */
	@Bean
	@Order
	@ConditionalOnProperty(BUNDLE)
	static SslBundleRegistrar grpcServerSslBundleRegistrar(Environment environment) {
		String bundle = environment.getRequiredProperty(BUNDLE);
		return (registry) -> {
			if (registry instanceof SslBundles bundles) {
				RenewedCertificates.follow(bundle, registry, bundles);
			}
		};
	}

	@Bean
	@Order(0)
	ServerBuilderCustomizer<NettyServerBuilder> servicesGrpcServerCustomizer(NettyTuning tuning) {
		return tuning::services;
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "eventLoopsGrpcServerCustomizer")
	ServerBuilderCustomizer<NettyServerBuilder> eventLoopsGrpcServerCustomizer(NettyTuning tuning) {
		return tuning::eventLoops;
	}

	@Bean
	@Order
	@ConditionalOnMissingBean(name = "executorGrpcServerCustomizer")
	ServerBuilderCustomizer<NettyServerBuilder> executorGrpcServerCustomizer(NettyTuning tuning) {
		return tuning::executor;
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "flowControlGrpcServerCustomizer")
	ServerBuilderCustomizer<NettyServerBuilder> flowControlGrpcServerCustomizer(NettyTuning tuning) {
		return tuning::flowControl;
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "limitsGrpcServerCustomizer")
	ServerBuilderCustomizer<NettyServerBuilder> limitsGrpcServerCustomizer(NettyTuning tuning) {
		return tuning::limits;
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "connectionsGrpcServerCustomizer")
	ServerBuilderCustomizer<NettyServerBuilder> connectionsGrpcServerCustomizer(NettyTuning tuning) {
		return tuning::connections;
	}

	@Bean
	@Order(0)
	ServerBuilderCustomizer<NettyServerBuilder> callMetersGrpcServerCustomizer(NettyTuning tuning,
			ObjectProvider<CallMeters> meters) {
		return (builder) -> meters.ifAvailable((recorder) -> tuning.recorder(builder, recorder));
	}

}
