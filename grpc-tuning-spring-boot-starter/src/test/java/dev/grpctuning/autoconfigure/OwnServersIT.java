package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.List;

import net.devh.boot.grpc.server.config.GrpcServerProperties;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import net.devh.boot.grpc.server.serverfactory.GrpcServerLifecycle;
import net.devh.boot.grpc.server.serverfactory.NettyGrpcServerFactory;
import net.devh.boot.grpc.server.service.GrpcServiceDefinition;
import net.devh.boot.grpc.server.service.GrpcServiceDiscoverer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;

/** Servers that the application itself declares, beside net.devh's or instead of it. */
@EnabledIf("isNetDevhPresent")
@ExtendWith(OutputCaptureExtension.class)
class OwnServersIT {

	static boolean isNetDevhPresent() {
		return ClassUtils.isPresent(TunedApplication.NET_DEVH, null);
	}

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenApplicationDeclaresTheFactoryThenItsServerIsTunedAndKeepsItsPort() {
		int port = Ports.free();
		try (TunedApplication application = TunedApplication.start(OneServer.class, 0, "executor.type=fixed",
				"executor.threads=1", "--first.port=" + port)) {
			assertThat(application.port()).isEqualTo(port);
			assertThat(GreetingServer.call(port)).isEqualTo("grpc-server-app-1");
			application.change("worker-threads=1");
			assertThat(application.effective(Knobs.WORKER_THREADS)).isEqualTo(1);
			assertThat(GreetingServer.call(port)).isEqualTo("grpc-server-app-1");
		}
	}

	@Test
	void whenApplicationDeclaresTwoServersThenOneIsTunedAndTheOtherIsLeftAlone(CapturedOutput output) {
		int first = Ports.free();
		int second = Ports.free();
		try (TunedApplication application = TunedApplication.start(TwoServers.class, 0, "executor.type=fixed",
				"executor.threads=1", "--first.port=" + first, "--second.port=" + second)) {
			assertThat(List.of(first, second)).contains(application.port());
			int other = first + second - application.port();
			assertThat(GreetingServer.call(application.port())).isEqualTo("grpc-server-app-1");
			assertThat(GreetingServer.call(other)).startsWith("grpc-default-executor");
			application.change("worker-threads=1");
			assertThat(GreetingServer.call(application.port())).isEqualTo("grpc-server-app-1");
			assertThat(GreetingServer.call(other)).startsWith("grpc-default-executor");
		}
		assertThat(output).containsPattern(
				"grpc.tuning.\\* has no effect on the server of bean (first|second), only on that of bean (first|second)");
	}

	/** An application with a server on a port of its own. */
	@Import(TunedApplication.Application.class)
	static class OneServer {

		@Bean
		NettyGrpcServerFactory first(List<GrpcServerConfigurer> configurers, GrpcServiceDiscoverer services,
				Environment environment) {
			return factory(environment.getRequiredProperty("first.port", Integer.class), configurers, services);
		}

		@Bean
		GrpcServerLifecycle firstLifecycle(NettyGrpcServerFactory first, ApplicationEventPublisher publisher) {
			return new GrpcServerLifecycle(first, Duration.ofSeconds(5), publisher);
		}

		static NettyGrpcServerFactory factory(int port, List<GrpcServerConfigurer> configurers,
				GrpcServiceDiscoverer services) {
			GrpcServerProperties properties = new GrpcServerProperties();
			properties.setAddress("127.0.0.1");
			properties.setPort(port);
			NettyGrpcServerFactory factory = new NettyGrpcServerFactory(properties, configurers);
			for (GrpcServiceDefinition service : services.findGrpcServices()) {
				factory.addService(service);
			}
			return factory;
		}

	}

	/** An application with two. */
	static class TwoServers extends OneServer {

		@Bean
		NettyGrpcServerFactory second(List<GrpcServerConfigurer> configurers, GrpcServiceDiscoverer services,
				Environment environment) {
			return factory(environment.getRequiredProperty("second.port", Integer.class), configurers, services);
		}

		@Bean
		GrpcServerLifecycle secondLifecycle(NettyGrpcServerFactory second, ApplicationEventPublisher publisher) {
			return new GrpcServerLifecycle(second, Duration.ofSeconds(5), publisher);
		}

	}

}
