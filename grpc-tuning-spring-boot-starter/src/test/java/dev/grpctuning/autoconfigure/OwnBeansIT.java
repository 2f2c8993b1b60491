package dev.grpctuning.autoconfigure;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.ServerBuilderCustomizer;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource.ConfiguredValue;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

	@Tag("either-framework")
	@Test
	void whenSomethingElseIsChangedThenTheSettingsOfTheBeanStay() {
		try (TunedApplication application = TunedApplication.start(WithSettings.class, 0, "executor.type=cached")) {
			assertThat(application.call()).isEqualTo("grpc-server-app-1");
			application.change("limit.concurrent-calls=7");
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("fixed");
			assertThat(application.effective(Knobs.EXECUTOR_THREADS)).isEqualTo(1);
			assertThat(application.effective(Knobs.LIMIT_CONCURRENT_CALLS)).isEqualTo(7);
			application.change("socket.no-delay=false");
			assertThat(application.effective(Knobs.FLOW_CONTROL_WINDOW)).isEqualTo(1 << 20);
			assertThat(configured(application, Knobs.FLOW_CONTROL_WINDOW)).isEqualTo("1048576B");
			assertThat(configured(application, Knobs.KEEP_ALIVE_TIME)).isEqualTo("30000ms");
			application.change("executor.threads=", "executor.type=direct");
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("direct");
			application.change("executor.threads", "executor.type");
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("fixed");
			assertThat(application.bean(Tuning.class).reading().configured().get(Knobs.EXECUTOR_TYPE))
				.isEqualTo(new ConfiguredValue("fixed", "bean of the application"));
		}
	}

	private static String configured(TunedApplication application, Knob<?> knob) {
		return Objects.requireNonNull(application.bean(Tuning.class).reading().configured().get(knob)).value();
	}

	@Tag("either-framework")
	@Test
	void whenFurtherAddressesAreSetThenTheyAnswerUntilTheyAreRemoved() throws Exception {
		int first = Ports.free();
		int second = Ports.free();
		try (TunedApplication application = TunedApplication.start("listen-addresses=127.0.0.1:" + first)) {
			int own = application.port();
			assertThat(GreetingServer.call(first)).isNotEmpty();
			application.change("listen-addresses=127.0.0.1:" + second);
			assertThat(application.port()).isEqualTo(own);
			assertThat(GreetingServer.call(second)).isNotEmpty();
			assertThat(GreetingServer.call(own)).isNotEmpty();
			new ServerSocket(first, 1, InetAddress.getLoopbackAddress()).close();
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> application.tryChange("listen-addresses=127.0.0.1:" + own))
				.withMessageContaining("is the address of the server itself");
		}
	}

	@Test
	void whenApplicationHasADecompressorRegistryThenEachGenerationHasIt() {
		try (TunedApplication application = TunedApplication.start(WithoutGzip.class, 0, "executor.type=direct");
				Client client = new Client(application)) {
			assertThat(sendCompressed(client)).isEqualTo(Status.Code.UNIMPLEMENTED);
			application.change("socket.no-delay=true");
			assertThat(sendCompressed(client)).isEqualTo(Status.Code.UNIMPLEMENTED);
			assertThat(client.status().isOk()).isTrue();
		}
	}

	private static Status.Code sendCompressed(Client client) {
		return send(HelloServiceGrpc.newBlockingStub(client.channel()).withCompression("gzip"));
	}

	private static Status.Code send(HelloServiceGrpc.HelloServiceBlockingStub stub) {
		try {
			stub.withWaitForReady().sayHello(HelloRequest.getDefaultInstance());
			return Status.Code.OK;
		}
		catch (StatusRuntimeException ex) {
			return ex.getStatus().getCode();
		}
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

	/** An application with settings of its own. */
	@Import(TunedApplication.Application.class)
	static class WithSettings {

		@Bean
		Settings ownSettings() {
			return new Settings(Map.of(Knobs.EXECUTOR_TYPE, ExecutorType.FIXED, Knobs.EXECUTOR_THREADS, 1,
					Knobs.FLOW_CONTROL_WINDOW, 1 << 20, Knobs.KEEP_ALIVE_TIME, Duration.ofSeconds(30)));
		}

	}

	/** An application whose server does not read compressed requests. */
	@Import(TunedApplication.Application.class)
	static class WithoutGzip {

		@Bean
		DecompressorRegistry decompressorRegistry() {
			return DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, false);
		}

	}

}
