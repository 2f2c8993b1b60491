package dev.grpctuning.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.LiveServices;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.change.ChangeHistory;
import dev.grpctuning.change.ChangePlan;
import dev.grpctuning.change.StateFile;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.Effect;
import dev.grpctuning.change.TuningChange.KnobChange;
import dev.grpctuning.change.TuningChange.Outcome;
import dev.grpctuning.change.Turns;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.connection.OpenConnections;
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

	private final TuningSource source;

	private final Generations generations;

	private final CallLimits limits;

	private final LiveServices services;

	private final ChangeHistory history = new ChangeHistory();

	private final Leases leases;

	/** The last change that was applied. */
	private volatile ChangePlan applied;

	/** Candidates that take turns, {@code null} if none do. */
	@Nullable LiveTurns turns;

	/**
	 * Creates the tuning of a server whose generations have their first settings.
	 * @param file keeps changes over a restart; those that it has are in force already
	 */
	public Tuning(TuningSource source, Generations generations, CallLimits limits, LiveServices services,
			StateFile file) {
		this.source = source;
		this.generations = generations;
		this.limits = limits;
		this.services = services;
		this.applied = ChangePlan.initial(source, file.values());
		this.leases = new Leases(this, source, file);
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

	/** Last changes. Does not wait for a change. */
	public ChangeHistory history() {
		return this.history;
	}

	/** Changes that can be taken back. */
	public Leases leases() {
		return this.leases;
	}

	/** Number of knobs that are set to other values than the application configures. */
	public int drift() {
		Map<Knob<?>, TuningSource.ConfiguredValue> configured = this.source.read(Map.of()).configured();
		Map<Knob<?>, TuningSource.ConfiguredValue> set = reading().configured();
		return (int) Knobs.all()
			.stream()
			.filter((knob) -> !text(configured.get(knob)).equals(text(set.get(knob))))
			.count();
	}

	private static String text(TuningSource.@Nullable ConfiguredValue value) {
		return (value != null) ? value.value() : "";
	}

	/**
	 * Returns what a change would do, without making it.
	 * @throws InvalidTuningException with all problems
	 */
	public synchronized TuningChange tryOut(WantedChange wanted) throws InvalidTuningException, NoServerException {
		long start = System.nanoTime();
		TunedServer server = server();
		int serving = server.serving().number();
		ChangePlan plan = plan(wanted.values(), wanted.reset());
		Settings target = plan.reading().settings();
		boolean rebuild = needsNewGeneration(target, settings(), server);
		return new TuningChange(null, Instant.now(), wanted.by(), wanted.reason(), wanted.until(), Outcome.DRY_RUN,
				serving, rebuild ? target.generationChange() : null, millisSince(start),
				plan.changes(rebuild, Map.of()), wanted.guarded(), null);
	}

	/**
	 * Changes knobs on top of earlier changes. If candidates take turns, this ends first.
	 * @throws InvalidTuningException with all problems; nothing has changed
	 */
	public synchronized TuningChange change(WantedChange wanted) throws InvalidTuningException, NoServerException {
		Duration lease = wanted.lease();
		Leases.Entry entry = new Leases.Entry(this.history.nextId(), wanted, wanted.until());
		ChangePlan plan = plan(wanted.values(), wanted.reset());
		TuningChange change = carryOut(plan, this.leases.with(entry), entry, wanted.by(), Outcome.APPLIED, null);
		if (change.outcome() == Outcome.APPLIED && lease != null) {
			this.leases.giveBackAfter(lease, entry.id());
		}
		return change;
	}

	private static boolean needsNewGeneration(Settings target, Settings present, TunedServer server)
			throws InvalidTuningException {
		boolean rebuild = !target.fitsServerOf(present);
		if (rebuild && target.generationChange() == GenerationChange.SWAP && !server.canSwap()) {
			throw new InvalidTuningException(List.of(new TuningProblem(Knobs.GENERATION_CHANGE.name(),
					GenerationChange.SWAP.propertyValue(),
					"needs a port that two servers can share, and this one's cannot be; set it to restart to accept that "
							+ "nothing listens for a moment.")));
		}
		return rebuild;
	}

	/**
	 * Puts a plan in force. If candidates take turns, this ends first.
	 * @param next changes that can be taken back afterwards
	 * @param of the change that is made or taken back
	 * @param wanted outcome if that succeeds
	 */
	TuningChange carryOut(ChangePlan plan, List<Leases.Entry> next, Leases.Entry of, @Nullable String by,
			Outcome wanted, @Nullable String detail) throws InvalidTuningException, NoServerException {
		long start = System.nanoTime();
		TunedServer server = server();
		server.serving();
		Settings target = plan.reading().settings();
		boolean rebuild = needsNewGeneration(target, settings(), server);
		if (this.turns != null) {
			this.turns.end((by != null) ? "a change by " + by : "a change");
		}
		Outcome outcome = wanted;
		GenerationChange replacement = null;
		List<KnobChange> changes;
		String problem;
		try {
			replacement = rebuild ? server.replace(target) : null;
			double rebuilt = millisSince(start);
			long live = System.nanoTime();
			applyLive(server.current(), target);
			double liveMillis = millisSince(live);
			this.applied = plan;
			changes = plan.changes(rebuild, Map.of(Effect.NEW_GENERATION, rebuilt, Effect.LIVE, liveMillis,
					Effect.NEW_CONNECTIONS, liveMillis));
			problem = this.leases.replace(next);
		}
		catch (TunedServer.NotReplacedException ex) {
			outcome = ex.outcome();
			replacement = (outcome == Outcome.RESTORED) ? GenerationChange.RESTART : null;
			changes = plan.changes(rebuild, Map.of());
			problem = ex.getMessage();
		}
		boolean applied = outcome == Outcome.APPLIED;
		TuningChange change = new TuningChange(of.id(), Instant.now(), by, of.wanted().reason(),
				applied ? of.until() : null, outcome, server.current().number(), replacement, millisSince(start),
				changes, applied && of.wanted().guarded(), (problem != null) ? problem : detail);
		this.history.add(change);
		return change;
	}

	/** The last change that was applied. */
	ChangePlan applied() {
		return this.applied;
	}

	/** Whether candidates take turns now. */
	public synchronized boolean hasTurns() {
		return this.turns != null;
	}

	/**
	 * Lets candidates take turns, with the next call each time. Only the beginning and
	 * the end are in the history.
	 * @param candidates values as of a change, whose knobs must be live
	 * @param description what takes turns, {@code null} to leave it out of the history
	 * @throws InvalidTuningException with the problems found and those of all candidates
	 */
	public synchronized Turns takeTurns(List<Map<String, @Nullable String>> candidates, List<TuningProblem> found,
			@Nullable String description, @Nullable String by) throws InvalidTuningException, NoServerException {
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
