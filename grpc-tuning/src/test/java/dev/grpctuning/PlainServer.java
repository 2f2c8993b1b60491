package dev.grpctuning;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.grpc.BindableService;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.ExecutorState;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.testkit.ServerCertificate;
import dev.grpctuning.testkit.greeting.BuilderHook;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.Greeter;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A server of grpc-java alone, in this process, on a port that the system chooses. */
final class PlainServer implements GreetingServer {

	private static final AtomicInteger LIVING = new AtomicInteger();

	private static final boolean VIRTUAL_THREADS = Runtime.version().feature() >= 21;

	static {
		Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
	}

	private final Greeter greeter = new Greeter();

	private final BuilderHook hook = new BuilderHook();

	private final @Nullable MeterRegistry registry;

	private final GrpcTuning tuning;

	private final String host;

	private final ChannelCredentials credentials;

	private volatile Consumer<Generation> startHook = (generation) -> {
	};

	private PlainServer(Options options, String... properties) {
		this.registry = options.registry;
		this.host = options.host;
		this.credentials = options.clientCredentials;
		Supplier<NettyServerBuilder> builders = () -> {
			NettyServerBuilder builder = NettyServerBuilder
				.forAddress(new InetSocketAddress(options.bound, options.port), options.serverCredentials)
				.addService(this.greeter)
				.addService(options.health)
				.addService(ProtoReflectionServiceV1.newInstance());
			options.program.accept(builder);
			return builder;
		};
		try {
			HandlerExecutorFactory handlers = GrpcTuning.handlers();
			this.tuning = new GrpcTuning(builders, new AtomicReference<>(Settings.NONE),
					new TextSettings(handlers, properties), handlers, this.registry, this.hook::apply,
					List.of(new StartHook()));
		}
		catch (InvalidTuningException ex) {
			throw new AssertionError(Arrays.toString(properties), ex);
		}
		LIVING.incrementAndGet();
	}

	/**
	 * Starts a server.
	 * @param properties {@code name=value}, without {@code grpc.tuning.}
	 */
	static PlainServer start(String... properties) {
		return new Options().start(properties);
	}

	/** Starts a server with meters. */
	static PlainServer startMeasured(String... properties) {
		return new Options().measured().start(properties);
	}

	/** Types of executors that every server has. */
	static List<ExecutorType> executors() {
		return Arrays.stream(ExecutorType.values())
			.filter((type) -> type != ExecutorType.APPLICATION && isAvailable(type.propertyValue()))
			.toList();
	}

	/** Whether this JVM can have what a property is set to. */
	static boolean isAvailable(String property) {
		return VIRTUAL_THREADS || !property.endsWith("virtual");
	}

	@Override
	public Greeter greeter() {
		return this.greeter;
	}

	BuilderHook hook() {
		return this.hook;
	}

	/** Does something whenever a generation has started from now on. */
	void onStart(Consumer<Generation> hook) {
		this.startHook = hook;
	}

	MeterRegistry registry() {
		return Objects.requireNonNull(this.registry, "the server is not measured");
	}

	Tuning tuning() {
		return this.tuning.tuning();
	}

	Generations generations() {
		return tuning().generations();
	}

	OpenConnections connections() {
		return tuning().connections();
	}

	CallLimits limits() {
		return tuning().limits();
	}

	/** The generation that serves. */
	Generation serving() {
		return Objects.requireNonNull(generations().serving());
	}

	@Override
	public int generation() {
		return serving().number();
	}

	@Override
	public int port() {
		return serving().port();
	}

	@Override
	public Set<String> serviceNames() {
		return tuning().serviceNames();
	}

	@Override
	public NettyChannelBuilder channelBuilder() {
		return NettyChannelBuilder.forAddress(new InetSocketAddress(this.host, port()), this.credentials)
			.overrideAuthority("localhost");
	}

	/** What is in force in the serving generation. */
	@Nullable Object effective(Knob<?> knob) {
		return tuning().inForce(knob, serving());
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
		return tuning().change(WantedChange.of(TextSettings.values(changes)));
	}

	/** Makes calls, and returns when their handlers wait for the gate. */
	List<Future<HelloResponse>> hold(Client client, int calls) {
		int waiting = this.greeter.waiting() + calls;
		List<Future<HelloResponse>> held = Stream.generate(client::begin).limit(calls).toList();
		await().until(() -> this.greeter.waiting() == waiting);
		return held;
	}

	/** Makes as many calls wait for a thread, while one handler waits for the gate. */
	List<Future<HelloResponse>> fill(Client client, int capacity) {
		List<Future<HelloResponse>> active = hold(client, 1);
		List<Future<HelloResponse>> queued = Stream.generate(client::begin).limit(capacity).toList();
		await().until(() -> executor("main").queued() == capacity);
		return Stream.concat(active.stream(), queued.stream()).toList();
	}

	Status statusOfNewClient() {
		try (Client client = new Client(this)) {
			return client.status();
		}
	}

	static void assertRefused(Status status, String reason) {
		assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
		assertThat(status.getDescription()).isEqualTo(reason);
	}

	/** Ends at once, but for handlers that run. */
	void cancel() {
		this.tuning.close();
	}

	/**
	 * Ends as a program does that lets open calls end for a while. No thread may outlive
	 * the last server.
	 */
	@Override
	public void close() {
		try {
			this.tuning.server().shutdown().awaitTermination(5, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.tuning.close();
		if (LIVING.decrementAndGet() == 0) {
			GrpcServerThreads.awaitNone();
		}
	}

	/** What the builders of a server are given. */
	static final class Options {

		private String bound = "127.0.0.1";

		private int port;

		private String host = "127.0.0.1";

		private ServerCredentials serverCredentials = InsecureServerCredentials.create();

		private ChannelCredentials clientCredentials = InsecureChannelCredentials.create();

		private BindableService health = new HealthStatusManager().getHealthService();

		private @Nullable MeterRegistry registry;

		private Consumer<NettyServerBuilder> program = (builder) -> {
		};

		/**
		 * Sets the address that the server binds, and the one that clients connect to.
		 */
		Options address(String bound, String host) {
			this.bound = bound;
			this.host = host;
			return this;
		}

		Options port(int port) {
			this.port = port;
			return this;
		}

		Options tls(ServerCertificate certificate) {
			this.serverCredentials = certificate.server();
			this.clientCredentials = certificate.client();
			return this;
		}

		Options health(BindableService health) {
			this.health = health;
			return this;
		}

		/** Does something to each builder before it is tuned. */
		Options program(Consumer<NettyServerBuilder> program) {
			this.program = program;
			return this;
		}

		Options measured() {
			this.registry = new SimpleMeterRegistry();
			return this;
		}

		/** Starts the server, or skips the test if this JVM cannot have its settings. */
		PlainServer start(String... properties) {
			assumeTrue(Arrays.stream(properties).allMatch(PlainServer::isAvailable), "no virtual threads");
			PlainServer server = new PlainServer(this, properties);
			try {
				server.tuning.server().start();
				return server;
			}
			catch (IOException ex) {
				server.close();
				throw new IllegalStateException(ex);
			}
		}

	}

	private final class StartHook implements Generations.Listener {

		@Override
		public void started(Generation generation) {
			PlainServer.this.startHook.accept(generation);
		}

		@Override
		public void ended(Generation generation) {
		}

	}

}
