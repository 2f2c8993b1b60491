package dev.grpctuning.autoconfigure.netdevh;

import net.devh.boot.grpc.server.config.GrpcServerProperties;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import net.devh.boot.grpc.server.serverfactory.NettyGrpcServerFactory;
import net.devh.boot.grpc.server.service.GrpcServiceDiscoverer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import dev.grpctuning.server.NettyTuning;

/**
 * Tunes net.devh's server. A bean of the same name replaces a configurer. The
 * application's configurers without an order run after them.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = NetDevhServerConfiguration.CLASS)
public class NetDevhServerConfiguration {

	public static final String CLASS = "net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer";

	private final NettyBuilders netty = new NettyBuilders();

	@Bean
	static BeanPostProcessor tunedGrpcServerFactoryPostProcessor(ObjectProvider<GrpcServerProperties> properties,
			ObjectProvider<GrpcServerConfigurer> configurers, ObjectProvider<GrpcServiceDiscoverer> services,
			ObjectProvider<NettyTuning> tuning) {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String beanName) {
				// A subclass is the application's own, and may do without generations.
				if (bean.getClass() != NettyGrpcServerFactory.class) {
					return bean;
				}
				TunedNetDevhServerFactory factory = new TunedNetDevhServerFactory(properties.getObject(),
						configurers.orderedStream().toList(), tuning.getObject());
				services.getObject().findGrpcServices().forEach(factory::addService);
				return factory;
			}

		};
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "eventLoopsGrpcServerConfigurer")
	GrpcServerConfigurer eventLoopsGrpcServerConfigurer(NettyTuning tuning) {
		return (builder) -> this.netty.tune(builder, tuning::eventLoops);
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "executorGrpcServerConfigurer")
	GrpcServerConfigurer executorGrpcServerConfigurer(NettyTuning tuning) {
		return (builder) -> this.netty.tune(builder, tuning::executor);
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "flowControlGrpcServerConfigurer")
	GrpcServerConfigurer flowControlGrpcServerConfigurer(NettyTuning tuning) {
		return (builder) -> this.netty.tune(builder, tuning::flowControl);
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "limitsGrpcServerConfigurer")
	GrpcServerConfigurer limitsGrpcServerConfigurer(NettyTuning tuning) {
		return (builder) -> this.netty.tune(builder, tuning::limits);
	}

	@Bean
	@Order(0)
	@ConditionalOnMissingBean(name = "connectionsGrpcServerConfigurer")
	GrpcServerConfigurer connectionsGrpcServerConfigurer(NettyTuning tuning) {
		return (builder) -> this.netty.tune(builder, tuning::connections);
	}

}
