package dev.grpctuning.autoconfigure.netdevh;

import java.util.Arrays;
import java.util.function.Consumer;

import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration;
import net.devh.boot.grpc.server.scope.GrpcRequestScope;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import net.devh.boot.grpc.server.serverfactory.NettyGrpcServerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import dev.grpctuning.metrics.CallMeters;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.NettyTuning;

/**
 * Tunes net.devh's server. A bean of the same name replaces a configurer. The
 * application's configurers without an order run after them, but before that of the
 * executor.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = NetDevhServerConfiguration.CLASS)
public class NetDevhServerConfiguration {

	public static final String CLASS = "net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer";

	private static final String REQUEST_SCOPE = "grpcRequestScope";

	@Bean
	static BeanPostProcessor tunedGrpcServerFactoryPostProcessor(ObjectProvider<Generations> generations) {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String beanName) {
				return (bean instanceof NettyGrpcServerFactory factory
						&& generations.getObject().manages(beanName, bean.getClass() == NettyGrpcServerFactory.class))
								? new TunedNetDevhServerFactory(factory, generations.getObject()) : bean;
			}

		};
	}

	/**
	 * Removes net.devh's request scope, which allocates objects for each call, if no bean
	 * has that scope.
	 */
	@Bean
	static BeanDefinitionRegistryPostProcessor unusedGrpcRequestScopeRemover() {
		return (registry) -> {
			boolean used = Arrays.stream(registry.getBeanDefinitionNames())
				.anyMatch((name) -> GrpcRequestScope.GRPC_REQUEST_SCOPE_NAME
					.equals(registry.getBeanDefinition(name).getScope()));
			if (!used && registry.containsBeanDefinition(REQUEST_SCOPE)
					&& registry.getBeanDefinition(REQUEST_SCOPE) instanceof AnnotatedBeanDefinition scope
					&& scope.getFactoryMethodMetadata() != null && GrpcServerAutoConfiguration.class.getName()
						.equals(scope.getFactoryMethodMetadata().getDeclaringClassName())) {
				registry.removeBeanDefinition(REQUEST_SCOPE);
			}
		};
	}

	@Bean
	@Order(0)
	GrpcServerConfigurer servicesGrpcServerConfigurer(NettyTuning tuning) {
		return configurer(tuning::services);
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "eventLoopsGrpcServerConfigurer")
	GrpcServerConfigurer eventLoopsGrpcServerConfigurer(NettyTuning tuning) {
		return configurer(tuning::eventLoops);
	}

	@Bean
	@Order
	@ConditionalOnMissingBean(name = "executorGrpcServerConfigurer")
	GrpcServerConfigurer executorGrpcServerConfigurer(NettyTuning tuning) {
		return configurer(tuning::executor);
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "flowControlGrpcServerConfigurer")
	GrpcServerConfigurer flowControlGrpcServerConfigurer(NettyTuning tuning) {
		return configurer(tuning::flowControl);
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "limitsGrpcServerConfigurer")
	GrpcServerConfigurer limitsGrpcServerConfigurer(NettyTuning tuning) {
		return configurer(tuning::limits);
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "connectionsGrpcServerConfigurer")
	GrpcServerConfigurer connectionsGrpcServerConfigurer(NettyTuning tuning) {
		return configurer(tuning::connections);
	}

	/**
	 * Has the names of net.devh's meters, which {@code grpc.metricsA66Enabled} brings
	 * back.
	 */
	@Bean
	@Order(0)
	@ConditionalOnProperty(name = CallMetersEnvironmentPostProcessor.THEIRS, havingValue = "false")
	GrpcServerConfigurer callMetersGrpcServerConfigurer(NettyTuning tuning, ObjectProvider<CallMeters> meters) {
		return (builder) -> meters.ifAvailable((recorder) -> tuning.recorder(builder, recorder));
	}

	/** Leaves other builders alone, such as in-process ones. */
	private static GrpcServerConfigurer configurer(Consumer<NettyServerBuilder> tuning) {
		return (builder) -> {
			if (builder instanceof NettyServerBuilder netty) {
				tuning.accept(netty);
			}
		};
	}

}
