package dev.grpctuning.server;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.change.ChangePlan;
import dev.grpctuning.change.Lease;
import dev.grpctuning.change.StateFile;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.Effect;
import dev.grpctuning.change.TuningChange.KnobChange;
import dev.grpctuning.change.TuningChange.Outcome;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.TuningSource;

/**
 * Changes that can be taken back: the last one, and those that are in force for a time.
 * Without one of them, the others are as if it had never been made, so a later change of
 * the same knob stays. Safe for use by several threads, under the lock of the tuning.
 */
public final class Leases {

	private static final Logger logger = LoggerFactory.getLogger(Leases.class);

	/** Time until the return of former values is tried again after it failed. */
	private static final Duration RETRY = Duration.ofMinutes(1);

	private final Tuning tuning;

	private final TuningSource source;

	private final StateFile file;

	/** Ends leases. Its thread lives only while there is one. */
	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
			new ThreadFactoryBuilder().setNameFormat("grpc-tuning-leases").setDaemon(true).build());

	/** Values that the changes before the first entry have left, by property name. */
	private Map<String, String> before;

	/** Changes from the first one that is in force for a time, in their order. */
	private volatile List<Entry> entries = List.of();

	Leases(Tuning tuning, TuningSource source, StateFile file) {
		this.tuning = tuning;
		this.source = source;
		this.file = file;
		this.before = file.values();
		this.timer.setKeepAliveTime(1, TimeUnit.SECONDS);
		this.timer.allowCoreThreadTimeOut(true);
	}

	/** Those that are not over, the oldest first. */
	public List<Lease> open() {
		return this.entries.stream().flatMap((entry) -> entry.lease().stream()).toList();
	}

	/**
	 * Keeps a change that is in force for a time.
	 * @return what is in force; empty if no lease has this number
	 */
	public Optional<TuningChange> confirm(int id, @Nullable String by) {
		synchronized (this.tuning) {
			return find(id).flatMap(Entry::lease).map((lease) -> {
				String problem = replace(this.entries.stream()
					.map((entry) -> (entry.id() == id) ? new Entry(id, entry.wanted(), null) : entry)
					.toList());
				TuningSource.Reading set = this.tuning.reading();
				List<KnobChange> changes = lease.knobs()
					.stream()
					.flatMap((name) -> Knobs.find(name).stream())
					.map((knob) -> new KnobChange(knob.name(), set.text(knob), set.text(knob), Effect.NOTHING, 0))
					.toList();
				Generation serving = this.tuning.generations().serving();
				TuningChange change = new TuningChange(id, Instant.now(), by, lease.reason(), null, Outcome.CONFIRMED,
						(serving != null) ? serving.number() : 0, null, 0, changes, false, problem);
				this.tuning.history().add(change);
				return change;
			});
		}
	}

	/**
	 * Puts the values in force again that would be without a change: the last one, or one
	 * whose time is not over.
	 * @return what changed; empty if it is neither
	 */
	public Optional<TuningChange> undo(int id, @Nullable String by) throws InvalidTuningException, NoServerException {
		synchronized (this.tuning) {
			Entry entry = find(id).orElse(null);
			return (entry != null) ? Optional.of(takeBack(entry, by, Outcome.UNDONE, null)) : Optional.empty();
		}
	}

	/**
	 * Takes a change back that harms the calls, unless a later one was made.
	 * @param harm what is worse
	 */
	public void revert(int id, String harm) {
		takeBack(id, (entry) -> true, Outcome.REVERTED, harm);
	}

	/** Gives the values before a change back when its time is over. */
	void giveBackAfter(Duration time, int id) {
		this.timer.schedule(() -> {
			// A server that cannot be replaced now may be later.
			if (!takeBack(id, (entry) -> entry.until() != null, Outcome.RETURNED, null)) {
				giveBackAfter(RETRY, id);
			}
		}, time.toNanos(), TimeUnit.NANOSECONDS);
	}

	/** Takes a change back, and returns whether nothing is left to do. */
	private boolean takeBack(int id, Predicate<Entry> which, Outcome outcome, @Nullable String detail) {
		synchronized (this.tuning) {
			Entry entry = find(id).filter(which).orElse(null);
			try {
				return entry == null || takeBack(entry, entry.wanted().by(), outcome, detail).outcome().succeeded();
			}
			catch (NoServerException ex) {
				if (outcome == Outcome.REVERTED) {
					logger.error("Change {} cannot be taken back ({}): {}", id, detail, ex.toString());
				}
				return true;
			}
			catch (InvalidTuningException | RuntimeException ex) {
				logger.error("Change {} cannot be taken back{}: {}", id,
						(detail != null) ? " (%s)".formatted(detail) : "", ex.toString());
				return false;
			}
		}
	}

	private TuningChange takeBack(Entry entry, @Nullable String by, Outcome outcome, @Nullable String detail)
			throws InvalidTuningException, NoServerException {
		List<Entry> others = this.entries.stream().filter((other) -> other != entry).toList();
		return this.tuning.carryOut(this.tuning.applied().instead(plan(others)), others, entry, by, outcome, detail);
	}

	private Optional<Entry> find(int id) {
		return this.entries.stream().filter((entry) -> entry.id() == id).findFirst();
	}

	/** Adds a change. One that is kept replaces leases of the same knobs. */
	List<Entry> with(Entry added) {
		WantedChange wanted = added.wanted();
		List<Entry> next = new ArrayList<>(this.entries);
		if (added.until() == null) {
			next.removeIf((entry) -> entry.until() != null && (wanted.reset() || (!entry.wanted().reset()
					&& wanted.values().keySet().containsAll(entry.wanted().values().keySet()))));
		}
		next.add(added);
		return next;
	}

	/**
	 * Replaces the entries. What is kept before the first lease needs no entry, except
	 * for the last change.
	 * @return why they are not in force after a restart, {@code null} if they are
	 */
	@Nullable String replace(List<Entry> next) {
		int kept = 0;
		while (kept < next.size() - 1 && next.get(kept).until() == null) {
			kept++;
		}
		this.before = plan(next.subList(0, kept)).changed();
		this.entries = List.copyOf(next.subList(kept, next.size()));
		return this.file.keep(plan(this.entries.stream().filter((entry) -> entry.until() == null).toList()).changed());
	}

	private ChangePlan plan(List<Entry> changes) {
		ChangePlan plan = ChangePlan.initial(this.source, this.before);
		for (Entry entry : changes) {
			plan = plan.next(this.source, entry.wanted().values(), entry.wanted().reset());
		}
		return plan;
	}

	/** A change, with the time until which it is in force, or {@code null} for good. */
	record Entry(int id, WantedChange wanted, @Nullable Instant until) {

		Optional<Lease> lease() {
			return Optional.ofNullable(this.until)
				.map((time) -> new Lease(this.id, this.wanted.by(), this.wanted.reason(), time,
						this.wanted.values().keySet().stream().sorted().toList()));
		}

	}

}
