package dev.grpctuning.autoconfigure.netdevh;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerMetricAutoConfiguration;
import net.devh.boot.grpc.server.scope.GrpcRequestScope;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import net.devh.boot.grpc.server.serverfactory.NettyGrpcServerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

import dev.grpctuning.autoconfigure.GrpcTuningAutoConfiguration;
import dev.grpctuning.metrics.CallMeters;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.NettyTuning;
import dev.grpctuning.server.Tuning;

/**
 * Auto-configuration that applies the tuning to net.devh's server. The application's
 * configurers without an order run after these, but before that of the executor.
 * Post-processors have no condition, because {@code grpc.tuning.enabled} turns them off.
 */
@AutoConfiguration(after = GrpcTuningAutoConfiguration.class,
		before = { GrpcServerAutoConfiguration.class, GrpcServerMetricAutoConfiguration.class })
@ConditionalOnClass(GrpcServerConfigurer.class)
@ConditionalOnBean(Tuning.class)
public final class NetDevhServerAutoConfiguration {

	private static final String THEIR_METERS = "grpc.metricsA66Enabled";

	@Bean
	static BeanPostProcessor grpcTuningServerFactoryPostProcessor(ObjectProvider<Generations> generations) {
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
	static BeanDefinitionRegistryPostProcessor grpcTuningRequestScopeRemover() {
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
	static BeanDefinitionRegistryPostProcessor grpcTuningCallMetersRemover() {
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

	/**
	 * Has no condition, because a new server needs the port of its predecessor. The
	 * meters of calls have the names of net.devh's, and count those of any server.
	 */
	@Bean
	@Order(0)
	GrpcServerConfigurer grpcTuningCustomizer(NettyTuning tuning, ObjectProvider<CallMeters> meters,
			Environment environment, BeanFactory beans) {
		boolean theirs = environment.getProperty(THEIR_METERS, Boolean.class, false);
		Predicate<String> isReplaced = (part) -> beans.containsBean("grpcTuning%sCustomizer".formatted(part));
		return (builder) -> {
			CallMeters recorder = theirs ? null : meters.getIfAvailable();
			if (builder instanceof NettyServerBuilder netty) {
				tuning.applyTo(netty, isReplaced, recorder);
			}
			else if (!isReplaced.test("CallMeters")) {
				tuning.record(builder, recorder);
			}
		};
	}

	@Bean
	@Order
	@ConditionalOnMissingBean(name = "grpcTuningExecutorCustomizer")
	GrpcServerConfigurer grpcTuningExecutorCustomizer(NettyTuning tuning) {
		return configurer(tuning::executor);
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
