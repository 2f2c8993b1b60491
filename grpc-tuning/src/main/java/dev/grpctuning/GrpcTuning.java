package dev.grpctuning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.autopilot.AutopilotSettings;
import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.LiveServices;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.call.trace.CallRecorder;
import dev.grpctuning.change.StateFile;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.NettyTuning;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.Validation;
import dev.grpctuning.settings.value.Choice;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Route;
import dev.grpctuning.transport.NettyTransportAvailability;

/**
 * A grpc-java server whose threads, transport, windows and limits can be changed while it
 * serves. A change that needs a new server builds one on the same port, and open calls
 * end on the old one. Thread-safe.
 */
public final class GrpcTuning implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(GrpcTuning.class);

	/** Time that threads have to end after the calls of their server have ended. */
	private static final Duration GRACE = Duration.ofSeconds(5);

	/** All that a program has given, and nothing that an autopilot has set. */
	private static final WantedChange ALL = new WantedChange(Map.of(), true, null, null, null, false);

	/** Settings of the program, which the source reads. */
	private final AtomicReference<Settings> given;

	private final Generations generations;

	private final Tuning tuning;

	private final Server server;

	private final @Nullable ServerMetrics metrics;

	private @Nullable RunningAutopilot autopilot;

	/**
	 * Tunes a server.
	 * @param last changes each builder after its event loops, limits and connections were
	 * tuned
	 * @param listeners notified of generations besides the meters
	 */
	GrpcTuning(Supplier<NettyServerBuilder> builders, AtomicReference<Settings> given, TuningSource source,
			HandlerExecutorFactory handlers, @Nullable MeterRegistry registry, Consumer<NettyServerBuilder> last,
			List<Generations.Listener> listeners) throws InvalidTuningException {
		this.given = given;
		OpenConnections connections = new OpenConnections();
		CallLimits limits = new CallLimits();
		LiveServices services = new LiveServices((service, offered) -> {
		});
		ServerMetrics metrics = (registry != null) ? new ServerMetrics(registry, connections) : null;
		this.metrics = metrics;
		this.generations = new Generations(source.read(Map.of()).settings(), GRACE, connections,
				Stream.concat(Stream.ofNullable(metrics), listeners.stream()).toList(), (threads) -> false);
		TaskTimings.Factory timings = (metrics != null) ? metrics.generations()
				: (generation, executor, figures) -> TaskTimings.NONE;
		NettyTuning netty = new NettyTuning(this.generations, limits, services, timings, handlers,
				() -> logger.error("A gRPC handler ran out of memory; restart the application"));
		this.tuning = new Tuning(source, this.generations, limits, services, StateFile.NONE);
		CallRecorder recorder = (metrics != null) ? metrics.measure(this.tuning) : null;
		this.server = this.generations.createServer(() -> {
			NettyServerBuilder builder = builders.get();
			netty.applyTo(builder, (part) -> false, recorder);
			last.accept(builder);
			netty.executor(builder);
			return builder.build();
		});
	}

	/**
	 * Tunes a server.
	 * @param builders returns a new builder with the same address, services and
	 * credentials for each server that is built. A thread pool that it creates each time
	 * ends with its server
	 * @throws InvalidTuningException if settings cannot work, with all problems
	 */
	public static GrpcTuning tune(Supplier<NettyServerBuilder> builders, Settings settings)
			throws InvalidTuningException {
		return tune(builders, settings, null);
	}

	/** Tunes a server and registers its meters with Micrometer. */
	public static GrpcTuning tune(Supplier<NettyServerBuilder> builders, Settings settings,
			@Nullable MeterRegistry registry) throws InvalidTuningException {
		AtomicReference<Settings> given = new AtomicReference<>(settings);
		HandlerExecutorFactory handlers = handlers();
		return new GrpcTuning(builders, given, new ProgramSettings(given::get, handlers), handlers, registry,
				(builder) -> {
				}, List.of());
	}

	static HandlerExecutorFactory handlers() {
		return new HandlerExecutorFactory(Runtime.version().feature(), Thread.currentThread().getContextClassLoader(),
				null);
	}

	Tuning tuning() {
		return this.tuning;
	}

	/** The server, which stays the same when a change replaces the one behind it. */
	public Server server() {
		return this.server;
	}

	/**
	 * Puts other settings in force: all of them, or none. Knobs that are not set get the
	 * default of gRPC. What an autopilot has set no longer holds.
	 * @return what changed, or why nothing did
	 * @throws InvalidTuningException if settings cannot work, with all problems
	 * @throws NoServerException if the server has not started or is shutting down
	 */
	public synchronized TuningChange change(Settings settings) throws InvalidTuningException, NoServerException {
		Settings former = this.given.getAndSet(settings);
		boolean applied = false;
		try {
			TuningChange change = this.tuning.change(ALL);
			applied = change.outcome() == TuningChange.Outcome.APPLIED;
			return change;
		}
		finally {
			if (!applied) {
				this.given.set(former);
			}
		}
	}

	/**
	 * Values in force, read from the running server, by the name of their knob. Durations
	 * are in milliseconds, sizes in bytes. A knob that is unlimited or unset is left out.
	 */
	public Map<String, Object> view() {
		Map<String, Object> values = new LinkedHashMap<>();
		Generation serving = this.generations.serving();
		if (serving != null) {
			for (Knob<?> knob : Knobs.all()) {
				Object value = this.tuning.inForce(knob, serving);
				if (value != null) {
					values.put(knob.name(), value);
				}
			}
		}
		return values;
	}

	/**
	 * Starts an autopilot, which tries other executors, threads, routes and limits while
	 * calls come in. It needs a value of {@link Knobs#EXECUTOR_TYPE}, and a registry.
	 * Only failed calls are outside its objective.
	 * @throws IllegalStateException without a registry, or if there is one already
	 */
	public synchronized RunningAutopilot autopilot(AutopilotSettings settings) {
		if (this.metrics == null || this.autopilot != null) {
			throw new IllegalStateException((this.metrics == null)
					? "registry: null (expected: a registry of Micrometer, because the autopilot needs meters)"
					: "autopilot: started (expected: one autopilot per server)");
		}
		RunningAutopilot started = this.metrics.autopilot(this.tuning, settings);
		this.autopilot = started;
		return started;
	}

	/** Ends the server and its threads. Calls that are still open are cancelled. */
	@Override
	public synchronized void close() {
		if (this.autopilot != null) {
			this.autopilot.close();
		}
		this.generations.close();
	}

	/** Settings that a program passes as a whole, and what an autopilot has changed. */
	record ProgramSettings(Supplier<Settings> given, HandlerExecutorFactory handlers) implements TuningSource {

		@Override
		public Reading read(Map<String, String> changes) {
			Validation validation = new Validation((name) -> null, new NettyTransportAvailability(),
					this.handlers::unavailabilityReason);
			Map<Knob<?>, ConfiguredValue> configured = new HashMap<>();
			changed(this.given.get(), changes).values().forEach((knob, value) -> {
				validation.set(knob, value);
				configured.put(knob, new ConfiguredValue(knob.written(value), "program"));
			});
			return Reading.of(validation, configured);
		}

		private static Settings changed(Settings given, Map<String, String> changes) {
			Map<Knob<?>, Object> values = new HashMap<>(given.values());
			changes.forEach((name, text) -> Knobs.find(name).ifPresent((knob) -> {
				if (text.isEmpty()) {
					values.remove(knob);
				}
				else {
					values.put(knob, (knob.format() == Knob.Format.NUMBER) ? (Object) Integer.valueOf(text)
							: choice(knob.type(), text));
				}
			}));
			List<Route> routes = new ArrayList<>();
			String method;
			while ((method = changes.get(route(routes.size(), "method"))) != null) {
				String threads = changes.get(route(routes.size(), "threads"));
				String queue = changes.get(route(routes.size(), "queue-capacity"));
				routes.add(new Route(method,
						(ExecutorType) choice(ExecutorType.class, changes.get(route(routes.size(), "type"))),
						(threads != null) ? Integer.valueOf(threads) : null,
						(queue != null) ? Integer.valueOf(queue) : null));
			}
			if (!routes.isEmpty()) {
				values.put(Knobs.EXECUTOR_ROUTES, routes);
			}
			return new Settings(values);
		}

		private static String route(int index, String property) {
			return "%s[%d].%s".formatted(Knobs.EXECUTOR_ROUTES.name(), index, property);
		}

		private static Object choice(Class<?> type, @Nullable String text) {
			return Stream.of(type.getEnumConstants())
				.filter((each) -> ((Choice) each).propertyValue().equals(text))
				.findFirst()
				.orElseThrow();
		}

	}

}
