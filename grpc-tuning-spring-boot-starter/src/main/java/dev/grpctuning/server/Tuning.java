package dev.grpctuning.lifecycle;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.GenerationChange;
import dev.grpctuning.InvalidTuningException;
import dev.grpctuning.TuningKnob;
import dev.grpctuning.TuningProblem;
import dev.grpctuning.TuningSettings;
import dev.grpctuning.TuningSource;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.executor.CallExecutors;
import dev.grpctuning.limit.CallLimit;
import dev.grpctuning.service.LiveServices;

/**
 * Changes the tuning of the running server: all that was asked for, or nothing. Safe for
 * use by several threads; one change at a time.
 */
public final class Tuning {

	private static final Log logger = LogFactory.getLog(Tuning.class);

	private static final int REMEMBERED = 50;

	private final TuningSource source;

	private final Generations generations;

	private final CallLimit limit;

	private final OpenConnections connections;

	private final LiveServices services;

	private final Deque<TuningChange> history = new ArrayDeque<>();

	private final List<Consumer<TuningChange>> listeners = new ArrayList<>();

	private Map<String, String> changed = Map.of();

	private TuningSettings settings;

	/**
	 * Puts the limits that outlive generations in force.
	 * @param settings what the first generation is built with
	 * @param source where settings come from
	 * @param generations the generations of the server
	 * @param limit the bound on open calls
	 * @param connections the open connections
	 * @param services the services
	 */
	public Tuning(TuningSettings settings, TuningSource source, Generations generations, CallLimit limit,
			OpenConnections connections, LiveServices services) {
		this.settings = settings;
		this.source = source;
		this.generations = generations;
		this.limit = limit;
		this.connections = connections;
		this.services = services;
		applyShared(settings);
	}

	/**
	 * What is in force now, as far as it was asked for.
	 */
	public synchronized TuningSettings settings() {
		return this.settings;
	}

	/**
	 * What a knob is set to, {@code null} if it is not.
	 */
	public synchronized TuningSource.@Nullable ConfiguredValue configured(TuningKnob knob) {
		return this.source.configured(knob, this.changed);
	}

	/**
	 * The last changes, the newest first.
	 */
	public synchronized List<TuningChange> history() {
		return List.copyOf(this.history);
	}

	/**
	 * Changes knobs.
	 * @param wanted values by property name without prefix; an empty one leaves the
	 * framework's default, and {@code null} goes back to what the application is
	 * configured with
	 * @param dryRun whether to say only what would happen
	 * @param by who asks, {@code null} if that is not known
	 * @throws InvalidTuningException if anything is wrong, with everything that is
	 * @throws NoServerException if no server runs
	 */
	public synchronized TuningChange change(Map<String, @Nullable String> wanted, boolean dryRun, @Nullable String by)
			throws InvalidTuningException, NoServerException {
		long start = System.nanoTime();
		Instant at = Instant.now();
		TunedServer server = this.generations.server();
		if (server == null) {
			throw new NoServerException("There is no gRPC server whose tuning can be changed");
		}
		Generation serving = server.serving();
		ChangePlan plan = ChangePlan.of(this.source, this.changed, wanted);
		TuningSettings target = read(plan);
		boolean rebuild = !target.server().equals(this.settings.server());
		if (dryRun) {
			return new TuningChange(at, by, TuningChange.Outcome.DRY_RUN, serving.number(),
					rebuild ? target.generations().change() : null, millisSince(start), plan.changes(rebuild, Map.of()),
					null);
		}
		return remember(apply(server, at, by, start, plan, target, rebuild));
	}

	/**
	 * Finds everything that is wrong with a change, without making it.
	 */
	public synchronized List<TuningProblem> problems(Map<String, @Nullable String> wanted) {
		try {
			read(ChangePlan.of(this.source, this.changed, wanted));
			return List.of();
		}
		catch (InvalidTuningException ex) {
			return ex.problems();
		}
	}

	private TuningSettings read(ChangePlan plan) throws InvalidTuningException {
		TuningSettings target = this.source.read(plan.after());
		refuseUnknownServices(target);
		return target;
	}

	private TuningChange apply(TunedServer server, Instant at, @Nullable String by, long start, ChangePlan plan,
			TuningSettings target, boolean rebuild) throws NoServerException {
		GenerationChange replacement = null;
		Map<KnobChange.Acts, Double> took = new LinkedHashMap<>();
		if (rebuild) {
			try {
				replacement = server.replace(target);
			}
			catch (RolledBackException ex) {
				return new TuningChange(at, by,
						ex.isServing() ? TuningChange.Outcome.ROLLED_BACK : TuningChange.Outcome.FAILED,
						server.serving().number(), null, millisSince(start), plan.changes(rebuild, Map.of()),
						ex.getMessage());
			}
			took.put(KnobChange.Acts.NEW_GENERATION, millisSince(start));
		}
		long live = System.nanoTime();
		CallExecutors executors = server.serving().executors();
		if (executors != null && target.executors() != null) {
			executors.update(target.executors());
		}
		applyShared(target);
		this.generations.settings(target);
		took.put(KnobChange.Acts.LIVE, millisSince(live));
		took.put(KnobChange.Acts.NEW_CONNECTIONS, millisSince(live));
		List<KnobChange> changes = plan.changes(rebuild, took);
		this.changed = plan.after();
		this.settings = target;
		return new TuningChange(at, by, TuningChange.Outcome.APPLIED, server.serving().number(), replacement,
				millisSince(start), changes, null);
	}

	private void applyShared(TuningSettings target) {
		this.limit.update(target.limit());
		this.connections.limit(target.maxConnections());
		this.services.update(target.withdrawn());
	}

	/**
	 * Has somebody told of each change that was tried.
	 */
	public synchronized void onChange(Consumer<TuningChange> listener) {
		this.listeners.add(listener);
	}

	private TuningChange remember(TuningChange change) {
		if (change.outcome() == TuningChange.Outcome.APPLIED) {
			logger.info(change);
		}
		else {
			logger.warn(change);
		}
		this.listeners.forEach((listener) -> listener.accept(change));
		this.history.addFirst(change);
		if (this.history.size() > REMEMBERED) {
			this.history.removeLast();
		}
		return change;
	}

	private void refuseUnknownServices(TuningSettings target) throws InvalidTuningException {
		Set<String> known = this.services.names();
		List<TuningProblem> problems = new ArrayList<>();
		for (String name : target.withdrawn().names()) {
			if (!known.contains(name)) {
				problems.add(new TuningProblem(TuningKnob.SERVICES_WITHDRAWN.propertyName(), name,
						"is not a service of this server; use one of %s.".formatted(String.join(", ", known))));
			}
		}
		if (!problems.isEmpty()) {
			throw new InvalidTuningException(problems);
		}
	}

	private static double millisSince(long startNanos) {
		return Math.round((System.nanoTime() - startNanos) / 10_000.0) / 100.0;
	}

}
