package dev.grpctuning.autoconfigure.netdevh;

import java.util.Arrays;
import java.util.function.Consumer;

import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerMetricAutoConfiguration;
import net.devh.boot.grpc.server.scope.GrpcRequestScope;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import net.devh.boot.grpc.server.serverfactory.NettyGrpcServerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
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

	private static final String THEIR_METERS = "grpc.metricsA66Enabled";

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
			if (!used) {
				remove(registry, "grpcRequestScope", GrpcServerAutoConfiguration.class);
			}
		};
	}

	/**
	 * Removes net.devh's meters of calls, which look up four meters for each call, unless
	 * the application asks for them. The property stays as it is, because it also
	 * controls the meters of net.devh's client.
	 */
	@Bean
	@ConditionalOnProperty(name = THEIR_METERS, havingValue = "false", matchIfMissing = true)
	static BeanDefinitionRegistryPostProcessor grpcServerCallMetersRemover() {
		return (registry) -> remove(registry, "streamTracerFactoryConfigurer", GrpcServerMetricAutoConfiguration.class);
	}

	/** Removes a bean unless it is the application's own. */
	private static void remove(BeanDefinitionRegistry registry, String name, Class<?> declaring) {
		if (registry.containsBeanDefinition(name)
				&& registry.getBeanDefinition(name) instanceof AnnotatedBeanDefinition bean
				&& bean.getFactoryMethodMetadata() != null
				&& declaring.getName().equals(bean.getFactoryMethodMetadata().getDeclaringClassName())) {
			registry.removeBeanDefinition(name);
		}
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

	/** Has the names of net.devh's meters. */
	@Bean
	@Order(0)
	@ConditionalOnProperty(name = THEIR_METERS, havingValue = "false", matchIfMissing = true)
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
