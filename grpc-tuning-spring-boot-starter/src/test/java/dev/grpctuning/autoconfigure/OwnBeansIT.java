package dev.grpctuning.autoconfigure;

import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.ServerBuilderCustomizer;

import dev.grpctuning.autoconfigure.boot.BootServerConfiguration;
import dev.grpctuning.autoconfigure.netdevh.NetDevhServerConfiguration;
import dev.grpctuning.settings.Knobs;

import static org.assertj.core.api.Assertions.assertThat;

/** Parts of an application that the starter leaves alone. */
class OwnBeansIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenThereIsAnInProcessServerTooThenItIsLeftAlone() {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed", "executor.threads=1",
				"--grpc.server.in-process-name=beside", "--spring.grpc.server.inprocess.name=beside")) {
			assertThat(application.call()).isEqualTo("grpc-server-app-1");
			assertThat(callInProcess()).startsWith("grpc-default-executor");
			application.change("worker-threads=1");
			assertThat(application.call()).isEqualTo("grpc-server-app-1");
			assertThat(callInProcess()).startsWith("grpc-default-executor");
		}
	}

	@Test
	void whenAnotherBeanHasTheNameOfACustomizerThenItsPropertiesAreNotApplied() {
		try (TunedApplication application = TunedApplication.start(WithOwnLimits.class, 0, "executor.type=direct",
				"max-inbound-message-size=1MB")) {
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("direct");
			assertThat(application.effective(Knobs.MAX_INBOUND_MESSAGE_SIZE)).isEqualTo(2 << 20);
			application.change("worker-threads=1");
			assertThat(application.effective(Knobs.MAX_INBOUND_MESSAGE_SIZE)).isEqualTo(2 << 20);
		}
	}

	private static String callInProcess() {
		return TunedApplication.call(InProcessChannelBuilder.forName("beside").build());
	}

	/** An application with limits of its own. */
	@Import({ TunedApplication.Application.class, WithOwnLimits.NetDevh.class, WithOwnLimits.Boot.class })
	static class WithOwnLimits {

		/** For net.devh's starter. */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass(name = NetDevhServerConfiguration.CLASS)
		static class NetDevh {

			@Bean
			GrpcServerConfigurer limitsGrpcServerConfigurer() {
				return (builder) -> builder.maxInboundMessageSize(2 << 20);
			}

		}

		/** For Spring Boot's own. */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass(name = BootServerConfiguration.CLASS)
		static class Boot {

			@Bean
			ServerBuilderCustomizer<NettyServerBuilder> limitsGrpcServerCustomizer() {
				return (builder) -> builder.maxInboundMessageSize(2 << 20);
			}

		}

	}

}
