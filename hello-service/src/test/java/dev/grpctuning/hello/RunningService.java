package dev.grpctuning.hello;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer;
import net.devh.boot.grpc.server.serverfactory.GrpcServerFactory;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.testkit.Http;

/** The application on free ports, and a channel to it. */
final class RunningService implements AutoCloseable {

	static final String PASSWORD = "the-password-of-the-tests";

	static {
		// The ITs share the machine with other builds.
		Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
	}

	/** Threads of the handlers of the shared service. */
	static final HandlerThreads HANDLERS = new HandlerThreads();

	/** Whether the shared service can build no server. */
	static volatile boolean broken;

	private static @Nullable RunningService shared;

	private final ConfigurableApplicationContext context;

	private final ManagedChannel channel;

	private RunningService(ConfigurableApplicationContext context) {
		this.context = context;
		this.channel = NettyChannelBuilder.forAddress("127.0.0.1", grpcPort())
			.usePlaintext()
			.maxInboundMessageSize(32 * 1024 * 1024)
			.build();
	}

	/** The service that classes share. A class resets what it changes. */
	static synchronized RunningService shared() {
		if (shared == null) {
			GrpcServerConfigurer breakable = (builder) -> {
				if (broken) {
					throw new IllegalStateException("no server today");
				}
			};
			shared = start(
					(application) -> HANDLERS.addTo(application)
						.initializers((context) -> context.getBeanFactory().registerSingleton("breakable", breakable))
						.environment(withVariable("GRPC_TUNING_KEEPALIVE_TIME", "20s")),
					"--grpc.tuning.boss-threads=2", "--grpc.tuning.flow-control-window=1MB");
		}
		return shared;
	}

	private static ConfigurableEnvironment withVariable(String name, String value) {
		ConfigurableEnvironment environment = new StandardEnvironment();
		String source = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
		environment.getPropertySources()
			.replace(source, new SystemEnvironmentPropertySource(source, Map.of(name, value)));
		return environment;
	}

	static RunningService start(String... arguments) {
		return start(UnaryOperator.identity(), arguments);
	}

	/**
	 * Starts the application.
	 * @param customizer adds to it what the test needs
	 * @param arguments of its command line, which replace those of the same name
	 */
	static RunningService start(UnaryOperator<SpringApplicationBuilder> customizer, String... arguments) {
		Map<String, String> all = new LinkedHashMap<>();
		Stream
			.concat(Stream.of("--grpc.server.port=0", "--server.port=0", "--spring.main.register-shutdown-hook=false",
					"--spring.security.user.password=" + PASSWORD), Stream.of(arguments))
			.forEach((argument) -> all.put(argument.split("=", 2)[0], argument));
		return new RunningService(customizer.apply(new SpringApplicationBuilder(HelloServiceApplication.class))
			.run(all.values().toArray(String[]::new)));
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	int grpcPort() {
		return bean(GrpcServerFactory.class).getPort();
	}

	int webPort() {
		return this.context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	ManagedChannel channel() {
		return this.channel;
	}

	HelloServiceGrpc.HelloServiceBlockingStub stub() {
		return HelloServiceGrpc.newBlockingStub(this.channel).withDeadlineAfter(60, TimeUnit.SECONDS);
	}

	Http http() {
		return Http.local(webPort());
	}

	/** Reads an endpoint as anybody can. */
	Http.Answer actuator(String endpoint) {
		return http().get("/actuator/" + endpoint);
	}

	/** The application as one who has the password uses it. */
	Http authenticated() {
		return http().as(PASSWORD);
	}

	/** Living platform threads whose names begin so. */
	static List<String> threads(String prefix) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith(prefix))
			.toList();
	}

	void stop() {
		this.context.close();
	}

	@Override
	public void close() {
		this.channel.shutdownNow();
		stop();
	}

}
