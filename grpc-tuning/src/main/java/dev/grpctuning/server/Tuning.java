package dev.grpctuning.server;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.LiveServices;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.server.TuningChange.Effect;
import dev.grpctuning.server.TuningChange.KnobChange;
import dev.grpctuning.server.TuningChange.Outcome;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.socket.ListenAddress;
import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.settings.value.WithdrawnStatus;
import dev.grpctuning.transport.BufferLeaks;

/**
 * Changes the tuning of the running server: all requested knobs, or none. Safe for use by
 * several threads; one change at a time. Only changes wait for a change.
 */
public final class Tuning {

	private static final Logger logger = LoggerFactory.getLogger(Tuning.class);

	private static final int REMEMBERED = 50;

	private final TuningSource source;

	private final Generations generations;

	private final CallLimits limits;

	private final LiveServices services;

	private final List<Consumer<TuningChange>> listeners = new CopyOnWriteArrayList<>();

	/** Read without the lock, which a change may hold for seconds. */
	private volatile List<TuningChange> history = List.of();

	/** The last change that was applied. */
	private volatile ChangePlan applied;

	/** Candidates that take turns, {@code null} if none do. */
	@Nullable LiveTurns turns;

	public Tuning(TuningSource source, Generations generations, CallLimits limits, LiveServices services) {
		this.source = source;
		this.generations = generations;
		this.limits = limits;
		this.services = services;
		this.applied = ChangePlan.initial(source);
		applyShared(generations.settings());
	}

	public Generations generations() {
		return this.generations;
	}

	public CallLimits limits() {
		return this.limits;
	}

	public OpenConnections connections() {
		return this.generations.connections();
	}

	public LiveServices services() {
		return this.services;
	}

	/** Full names of all services of the server, also of withdrawn ones. */
	public Set<String> serviceNames() {
		TunedServer server = this.generations.server();
		return (server != null) ? server.getServices()
			.stream()
			.map((service) -> service.getServiceDescriptor().getName())
			.collect(Collectors.toCollection(LinkedHashSet::new)) : Set.of();
	}

	public Settings settings() {
		return this.generations.settings();
	}

	/** What all knobs are set to, also where the application has changed it meanwhile. */
	public TuningSource.Reading reading() {
		return this.source.read(this.applied.changed());
	}

	/** Value in force, in its unit; {@code null} if unlimited, none or unreadable. */
	public @Nullable Object inForce(Knob<?> knob, Generation generation) {
		return ServerKnobs.inForce(knob, new ValuesInForce(generation, settings(), this.limits.state()));
	}

	/** Value that the settings have, in its unit; {@code null} if none. */
	public @Nullable Object set(Knob<?> knob) {
		return ServerKnobs.inUnit(settings().get(knob));
	}

	/** Last changes, the newest first. */
	public List<TuningChange> history() {
		return this.history;
	}

	/** Changes knobs on top of earlier changes. */
	public TuningChange change(Map<String, @Nullable String> wanted, boolean dryRun, @Nullable String by)
			throws InvalidTuningException, NoServerException {
		return change(wanted, false, dryRun, by);
	}

	/**
	 * Changes knobs. If candidates take turns, this ends first.
	 * @param wanted values by property name without prefix; an empty one leaves the
	 * framework's default, and {@code null} goes back to what the application is
	 * configured with
	 * @param reset whether all other knobs go back to that, too
	 * @param by user who requests the change, {@code null} if not known
	 */
	public synchronized TuningChange change(Map<String, @Nullable String> wanted, boolean reset, boolean dryRun,
			@Nullable String by) throws InvalidTuningException, NoServerException {
		long start = System.nanoTime();
		Instant at = Instant.now();
		TunedServer server = server();
		Generation serving = server.serving();
		ChangePlan plan = plan(wanted, reset);
		Settings target = plan.reading().settings();
		boolean rebuild = !target.fitsServerOf(settings());
		if (rebuild && target.generationChange() == GenerationChange.SWAP && !server.canSwap()) {
			throw new InvalidTuningException(List.of(new TuningProblem(Knobs.GENERATION_CHANGE.name(),
					GenerationChange.SWAP.propertyValue(),
					"needs a port that two servers can share, and this one's cannot be; set it to restart to accept that "
							+ "nothing listens for a moment.")));
		}
		if (dryRun) {
			return new TuningChange(at, by, Outcome.DRY_RUN, serving.number(),
					rebuild ? target.generationChange() : null, millisSince(start), plan.changes(rebuild, Map.of()),
					null);
		}
		if (this.turns != null) {
			this.turns.end((by != null) ? "a change by " + by : "a change");
		}
		TuningChange change;
		try {
			GenerationChange replacement = rebuild ? server.replace(target) : null;
			List<KnobChange> changes = apply(server.current(), plan, target, rebuild, millisSince(start));
			change = new TuningChange(at, by, Outcome.APPLIED, server.current().number(), replacement,
					millisSince(start), changes, null);
		}
		catch (TunedServer.NotReplacedException ex) {
			change = new TuningChange(at, by, ex.outcome(), server.current().number(),
					(ex.outcome() == Outcome.RESTORED) ? GenerationChange.RESTART : null, millisSince(start),
					plan.changes(rebuild, Map.of()), ex.getMessage());
		}
		remember(change);
		return change;
	}

	/**
	 * Lets candidates take turns, with the next call each time. Only the beginning and
	 * the end are in the history.
	 * @param candidates values as of a change, whose knobs must be live
	 * @throws InvalidTuningException with the problems found and those of all candidates
	 */
	public synchronized Turns takeTurns(List<Map<String, @Nullable String>> candidates, List<TuningProblem> found,
			String description, @Nullable String by) throws InvalidTuningException, NoServerException {
		return LiveTurns.begin(this, candidates, found, description, by);
	}

	ChangePlan plan(Map<String, @Nullable String> wanted, boolean reset) throws InvalidTuningException {
		ChangePlan plan = this.applied.next(this.source, wanted, reset);
		refuseUnknownServices(plan.reading().settings());
		refuseOwnAddress(plan.reading().settings());
		return plan;
	}

	/** Finds the problems of a change without making it. */
	public List<TuningProblem> problems(Map<String, @Nullable String> wanted, boolean reset) {
		try {
			plan(wanted, reset);
			return List.of();
		}
		catch (InvalidTuningException ex) {
			return ex.problems();
		}
	}

	private List<KnobChange> apply(Generation serving, ChangePlan plan, Settings target, boolean rebuild,
			double rebuildMillis) {
		long start = System.nanoTime();
		applyLive(serving, target);
		double liveMillis = millisSince(start);
		this.applied = plan;
		return plan.changes(rebuild, Map.of(Effect.NEW_GENERATION, rebuildMillis, Effect.LIVE, liveMillis,
				Effect.NEW_CONNECTIONS, liveMillis));
	}

	/** Puts settings in force for which the server need not be replaced. */
	void applyLive(Generation serving, Settings target) {
		CallExecutors executors = serving.executors();
		CallExecutorsSettings next = (executors != null) ? target.executors(executors.untuned()) : null;
		if (executors != null && next != null) {
			executors.update(next);
		}
		applyShared(target);
		this.generations.settings(target);
	}

	TunedServer server() throws NoServerException {
		TunedServer server = this.generations.server();
		if (server == null) {
			throw new NoServerException("There is no gRPC server whose tuning can be changed");
		}
		return server;
	}

	private void applyShared(Settings target) {
		this.limits.update(target);
		this.generations.ages().update(target);
		this.generations.stages().update(target);
		connections().update(target);
		BufferLeaks.update(target);
		this.services.update(target.get(Knobs.SERVICES_WITHDRAWN, List.of()),
				target.get(Knobs.SERVICES_WITHDRAWN_STATUS, WithdrawnStatus.UNIMPLEMENTED));
	}

	public void onChange(Consumer<TuningChange> listener) {
		this.listeners.add(listener);
	}

	void remember(TuningChange change) {
		if (change.outcome() == Outcome.APPLIED || change.outcome() == Outcome.SLICES_STARTED
				|| change.outcome() == Outcome.SLICES_ENDED) {
			logger.info(change.toString());
		}
		else {
			logger.warn(change.toString());
		}
		this.history = Stream.concat(Stream.of(change), this.history.stream()).limit(REMEMBERED).toList();
		for (Consumer<TuningChange> listener : this.listeners) {
			try {
				listener.accept(change);
			}
			catch (RuntimeException ex) {
				logger.error("A listener of changes of the tuning failed", ex);
			}
		}
	}

	private void refuseUnknownServices(Settings target) throws InvalidTuningException {
		Set<String> known = serviceNames();
		List<TuningProblem> problems = target.get(Knobs.SERVICES_WITHDRAWN, List.of())
			.stream()
			.distinct()
			.filter((name) -> !known.contains(name))
			.map((name) -> new TuningProblem(Knobs.SERVICES_WITHDRAWN.name(), name,
					"is not a service of this server; use one of %s.".formatted(String.join(", ", known))))
			.toList();
		if (!problems.isEmpty()) {
			throw new InvalidTuningException(problems);
		}
	}

	/** A swap would bind it once more, because its servers share their ports. */
	private void refuseOwnAddress(Settings target) throws InvalidTuningException {
		Generation serving = this.generations.serving();
		InetSocketAddress own = (serving != null) ? serving.address() : null;
		List<String> bound = settings().get(Knobs.LISTEN_ADDRESSES, List.of());
		for (String text : target.get(Knobs.LISTEN_ADDRESSES, List.<String>of())) {
			if (own != null && !bound.contains(text)
					&& ListenAddress.of(text).filter((address) -> address.overlaps(own)).isPresent()) {
				throw new InvalidTuningException(List.of(new TuningProblem(Knobs.LISTEN_ADDRESSES.name(), text,
						"is the address of the server itself; use another port.")));
			}
		}
	}

	static double millisSince(long startNanos) {
		return Math.round((System.nanoTime() - startNanos) / 10_000.0) / 100.0;
	}

}
