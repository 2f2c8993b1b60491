package dev.grpctuning.autoconfigure;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import net.devh.boot.grpc.server.service.GrpcService;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Import;

import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.actuate.ShownValues;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.ExecutorState;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.greeting.Greeter;
import dev.grpctuning.testkit.greeting.GreetingServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * An application with a gRPC server of whichever starter is on the class path, on a free
 * port.
 */
final class TunedApplication implements GreetingServer {

	/** A class that only Spring Boot's own server has. */
	static final String BOOT = "org.springframework.boot.grpc.server.autoconfigure.GrpcServerFactoryCustomizer";

	/** A class that only net.devh's has. */
	static final String NET_DEVH = "net.devh.boot.grpc.server.serverfactory.GrpcServerConfigurer";

	private static final boolean VIRTUAL_THREADS = Runtime.version().feature() >= 21;

	/** How a list of the types of executors of this JVM ends. */
	static final String AND_VIRTUAL = VIRTUAL_THREADS ? ", virtual" : "";

	static {
		Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
	}

	private final ConfigurableApplicationContext context;

	private String host = "127.0.0.1";

	private ChannelCredentials credentials = InsecureChannelCredentials.create();

	private TunedApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	/**
	 * Sets the address that clients connect to from now on, and whom they trust.
	 */
	TunedApplication reachedBy(String host, ChannelCredentials credentials) {
		this.host = host;
		this.credentials = credentials;
		return this;
	}

	/**
	 * Starts the application.
	 * @param properties {@code name=value}, without {@code grpc.tuning.}
	 */
	static TunedApplication start(String... properties) {
		return start(Application.class, Ports.free(), properties);
	}

	static TunedApplication start(Class<?> application, int port, String... properties) {
		assumeAvailable(properties);
		Map<String, String> arguments = new LinkedHashMap<>();
		Stream
			.concat(Stream.of("--grpc.server.port=" + port, "--grpc.server.address=127.0.0.1",
					"--grpc.server.shutdown-grace-period=5s", "--spring.grpc.server.port=" + port,
					"--spring.grpc.server.address=127.0.0.1", "--spring.grpc.server.shutdown.grace-period=5s",
					"--spring.main.register-shutdown-hook=false"),
					Arrays.stream(properties)
						.map((property) -> (property.startsWith("--") ? property : "--grpc.tuning." + property)))
			.forEach((argument) -> arguments.put(argument.substring(0, argument.indexOf('=')), argument));
		return new TunedApplication(new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.run(arguments.values().toArray(String[]::new)));
	}

	/** Whether this JVM can have what a property is set to. */
	static boolean isAvailable(String property) {
		return VIRTUAL_THREADS || !property.endsWith("virtual");
	}

	/** Skips the test if this JVM cannot have what a property is set to. */
	static void assumeAvailable(String... properties) {
		assumeTrue(Arrays.stream(properties).allMatch(TunedApplication::isAvailable), "no virtual threads");
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	ConfigurableApplicationContext context() {
		return this.context;
	}

	@Override
	public Greeter greeter() {
		return bean(Greeter.class);
	}

	/** What starts and stops the server; both starters call it the same. */
	SmartLifecycle lifecycle() {
		return this.context.getBean("nettyGrpcServerLifecycle", SmartLifecycle.class);
	}

	/** The generation that serves. */
	Generation serving() {
		List<Generation> living = bean(Generations.class).living();
		return living.get(living.size() - 1);
	}

	/** What is in force in the serving generation. */
	@Nullable Object effective(Knob<?> knob) {
		return bean(Tuning.class).inForce(knob, serving());
	}

	/** The actuator's endpoint, which needs no web server here. */
	GrpcTuningEndpoint endpoint() {
		return new GrpcTuningEndpoint(bean(Tuning.class), bean(TransportAvailability.class), bean(Adviser.class),
				List::of, new ShownValues(Show.ALWAYS, List.of(), List.<SanitizingFunction>of()), false);
	}

	/**
	 * Executor of the serving generation by name: {@code main}, {@code canary} or the
	 * pattern of a route.
	 */
	ExecutorState executor(String name) {
		CallExecutors executors = serving().executors();
		return Optional.ofNullable(executors)
			.stream()
			.flatMap((all) -> all.states().stream())
			.filter((state) -> state.name().equals(name))
			.findFirst()
			.orElseThrow();
	}

	@Override
	public int port() {
		return serving().port();
	}

	@Override
	public int generation() {
		return serving().number();
	}

	@Override
	public Set<String> serviceNames() {
		return bean(Tuning.class).serviceNames();
	}

	@Override
	public NettyChannelBuilder channelBuilder() {
		return NettyChannelBuilder.forAddress(new InetSocketAddress(this.host, port()), this.credentials)
			.overrideAuthority("localhost");
	}

	@Override
	public TuningChange change(String... changes) {
		try {
			TuningChange change = tryChange(changes);
			assertThat(change.outcome()).as(change.toString()).isEqualTo(TuningChange.Outcome.APPLIED);
			return change;
		}
		catch (Exception ex) {
			throw new AssertionError(Arrays.toString(changes), ex);
		}
	}

	/** Changes the tuning, if that can be done. */
	TuningChange tryChange(String... changes) throws InvalidTuningException, NoServerException {
		return bean(Tuning.class).change(WantedChange.of(values(changes)));
	}

	static Map<String, @Nullable String> values(String... changes) {
		Map<String, @Nullable String> values = new LinkedHashMap<>();
		for (String change : changes) {
			int equals = change.indexOf('=');
			values.put((equals < 0) ? change : change.substring(0, equals),
					(equals < 0) ? null : change.substring(equals + 1));
		}
		return values;
	}

	@Override
	public void close() {
		this.context.close();
	}

	/** The application. */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ GreeterService.class, BuilderHooks.class })
	static class Application {

	}

	/** The greeter as both starters find it. */
	@GrpcService
	static class GreeterService extends Greeter {

	}

}
