package dev.grpctuning.autoconfigure;

import java.util.function.Consumer;

import io.grpc.ServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.ServerBuilderCustomizer;

import dev.grpctuning.autoconfigure.boot.BootServerConfiguration;
import dev.grpctuning.autoconfigure.netdevh.NetDevhServerConfiguration;

/**
 * What an application does to the builder of its server by itself, after it was tuned.
 */
@Import({ BuilderHook.NetDevh.class, BuilderHook.Boot.class })
class BuilderHook {

	private volatile Consumer<NettyServerBuilder> hook = (builder) -> {
	};

	/** Does something to each builder from now on. */
	void set(Consumer<NettyServerBuilder> hook) {
		this.hook = hook;
	}

	/** Does something to the next builder only. */
	void setOnce(Consumer<NettyServerBuilder> hook) {
		this.hook = (builder) -> {
			clear();
			hook.accept(builder);
		};
	}

	void clear() {
		this.hook = (builder) -> {
		};
	}

	private void apply(ServerBuilder<?> builder) {
		if (builder instanceof NettyServerBuilder netty) {
			this.hook.accept(netty);
		}
	}

	/** For net.devh's starter. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = NetDevhServerConfiguration.CLASS)
	static class NetDevh {

		@Bean
		GrpcServerConfigurer builderHookConfigurer(BuilderHook hook) {
			return hook::apply;
		}

	}

	/** For Spring Boot's own. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = BootServerConfiguration.CLASS)
	static class Boot {

		@Bean
		ServerBuilderCustomizer<NettyServerBuilder> builderHookCustomizer(BuilderHook hook) {
			return hook::apply;
		}

	}

}
