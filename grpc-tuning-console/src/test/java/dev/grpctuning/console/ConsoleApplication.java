package dev.grpctuning.console;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import net.devh.boot.grpc.server.serverfactory.GrpcServerFactory;
import net.devh.boot.grpc.server.service.GrpcService;
import org.awaitility.Awaitility;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/** A gRPC service with the console, on free ports. */
final class ConsoleApplication implements AutoCloseable {

	static {
		Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
	}

	private final ConfigurableApplicationContext context;

	private ConsoleApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	/**
	 * Starts the service.
	 * @param properties {@code name=value}
	 */
	static ConsoleApplication start(Class<?> application, WebApplicationType type, String... properties) {
		Map<String, String> arguments = new LinkedHashMap<>();
		Stream.concat(Stream.of("grpc.server.port=0", "grpc.server.address=127.0.0.1", "server.port=0",
				"server.address=127.0.0.1", "grpc.tuning.executor.type=cached", "spring.application.name=tea",
				"management.endpoints.web.exposure.include=grpctuning",
				"management.endpoint.grpctuning.access=unrestricted",
				"management.endpoint.grpctuning.show-values=always", "spring.main.register-shutdown-hook=false",
				"spring.reactor.netty.shutdown-quiet-period=0s", "logging.level.dev.grpctuning.server.Tuning=warn"),
				Stream.of(properties))
			.forEach((property) -> arguments.put(property.split("=", 2)[0], "--" + property));
		return new ConsoleApplication(new SpringApplicationBuilder(application).web(type)
			.bannerMode(Banner.Mode.OFF)
			.run(arguments.values().toArray(String[]::new)));
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	/** Port of the actuator. */
	int port() {
		return this.context.getEnvironment()
			.getProperty("local.management.port", Integer.class,
					this.context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
	}

	/** Makes a call whose name the handler answers, or fails with. */
	void call(String name) {
		ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", bean(GrpcServerFactory.class).getPort())
			.usePlaintext()
			.userAgent("<script>alert(1)</script>")
			.build();
		try {
			HelloServiceGrpc.newBlockingStub(channel)
				.withDeadlineAfter(60, TimeUnit.SECONDS)
				.sayHello(HelloRequest.newBuilder().setFirstName(name).build());
		}
		catch (StatusRuntimeException ex) {
			if (ex.getStatus().getCode() != Status.Code.INVALID_ARGUMENT) {
				throw ex;
			}
		}
		finally {
			channel.shutdownNow();
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

	/** The service. */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@GrpcService
		static class Greeter extends HelloServiceGrpc.HelloServiceImplBase {

			@Override
			public void sayHello(HelloRequest request, StreamObserver<HelloResponse> responses) {
				if (request.getFirstName().isEmpty()) {
					responses.onError(Status.INVALID_ARGUMENT.withDescription("<b>no name</b>").asRuntimeException());
					return;
				}
				responses.onNext(HelloResponse.newBuilder().setGreeting("Hello, " + request.getFirstName()).build());
				responses.onCompleted();
			}

		}

	}

}
