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

import dev.grpctuning.server.TuningChange;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

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
		try (TunedApplication application = TunedApplication.start(WithOwnCustomizers.class, 0, "executor.type=direct",
				"max-inbound-message-size=1MB")) {
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("direct");
			assertThat(application.effective(Knobs.MAX_INBOUND_MESSAGE_SIZE)).isEqualTo(2 << 20);
			TuningChange change = application.change("flow-control-window=2MB");
			assertThat(change.replacement()).isEqualTo(GenerationChange.SWAP);
			assertThat(application.effective(Knobs.MAX_INBOUND_MESSAGE_SIZE)).isEqualTo(2 << 20);
			assertThat(application.serving().eventLoops()).isNull();
			assertThat(application.call()).startsWith("grpc-default-worker-");
		}
	}

	private static String callInProcess() {
		return GreetingServer.call(InProcessChannelBuilder.forName("beside").build());
	}

	/** An application with limits of its own and the event loops of gRPC. */
	@Import({ TunedApplication.Application.class, WithOwnCustomizers.NetDevh.class, WithOwnCustomizers.Boot.class })
	static class WithOwnCustomizers {

		/** For net.devh's starter. */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass(name = TunedApplication.NET_DEVH)
		static class NetDevh {

			@Bean
			GrpcServerConfigurer grpcTuningLimitsCustomizer() {
				return (builder) -> builder.maxInboundMessageSize(2 << 20);
			}

			@Bean
			GrpcServerConfigurer grpcTuningEventLoopsCustomizer() {
				return (builder) -> {
				};
			}

		}

		/** For Spring Boot's own. */
		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass(name = TunedApplication.BOOT)
		static class Boot {

			@Bean
			ServerBuilderCustomizer<NettyServerBuilder> grpcTuningLimitsCustomizer() {
				return (builder) -> builder.maxInboundMessageSize(2 << 20);
			}

			@Bean
			ServerBuilderCustomizer<NettyServerBuilder> grpcTuningEventLoopsCustomizer() {
				return (builder) -> {
				};
			}

		}

	}

}
