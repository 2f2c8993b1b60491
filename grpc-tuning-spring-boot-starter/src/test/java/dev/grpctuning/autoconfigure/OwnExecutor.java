package dev.grpctuning.autoconfigure;

import java.util.concurrent.ExecutorService;

import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.ServerBuilderCustomizer;

/** Sets a bean of the application as the executor of its server. */
@Import({ OwnExecutor.NetDevh.class, OwnExecutor.Boot.class })
class OwnExecutor {

	/** For net.devh's starter. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = TunedApplication.NET_DEVH)
	static class NetDevh {

		@Bean
		GrpcServerConfigurer ownExecutorConfigurer(ExecutorService executor) {
			return (builder) -> builder.executor(executor);
		}

	}

	/** For Spring Boot's own. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = TunedApplication.BOOT)
	static class Boot {

		@Bean
		ServerBuilderCustomizer<NettyServerBuilder> ownExecutorCustomizer(ExecutorService executor) {
			return (builder) -> builder.executor(executor);
		}

	}

}
