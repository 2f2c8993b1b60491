package dev.grpctuning.autoconfigure;

import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.ServerBuilderCustomizer;

import dev.grpctuning.testkit.greeting.BuilderHook;

/** Applies what an application does to the builder of its server by itself. */
@Import({ BuilderHook.class, BuilderHooks.NetDevh.class, BuilderHooks.Boot.class })
class BuilderHooks {

	/** For net.devh's starter. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = TunedApplication.NET_DEVH)
	static class NetDevh {

		@Bean
		GrpcServerConfigurer builderHookConfigurer(BuilderHook hook) {
			return hook::apply;
		}

	}

	/** For Spring Boot's own. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = TunedApplication.BOOT)
	static class Boot {

		@Bean
		ServerBuilderCustomizer<NettyServerBuilder> builderHookCustomizer(BuilderHook hook) {
			return hook::apply;
		}

	}

}
