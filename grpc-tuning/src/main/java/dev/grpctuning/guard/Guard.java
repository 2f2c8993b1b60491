package dev.grpctuning.guard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.Outcome;
import dev.grpctuning.server.Tuning;

/**
 * Watches the calls for ten seconds after each change, and takes the change back if it
 * harms them. A further change ends the watch. Reads some counters ten times a second, in
 * a thread of its own.
 */
public final class Guard implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Guard.class);

	private static final Duration INTERVAL = Duration.ofMillis(100);

	/** Readings of ten seconds. */
	private static final int BEFORE = 100;

	/** Readings of two seconds. */
	private static final int ENOUGH = 21;

	/** Readings of ten seconds. Later, something else may have changed. */
	private static final int AFTER = 100;

	private final Tuning tuning;

	private final Supplier<@Nullable Reading> readings;

	private final Harm harm;

	private final ScheduledExecutorService thread;

	/** Readings before the last change. */
	private List<Reading> before = List.of();

	/** Readings since then, at most those of ten seconds. */
	private final List<Reading> since = new ArrayList<>();

	private volatile Watched change = Watched.NONE;

	/** The change whose readings these are. */
	private Watched begun = Watched.NONE;

	/** Number of the last change that did harm. */
	private int reverted;

	/**
	 * Begins to watch.
	 * @param readings supplies {@code null} while calls are not measured
	 */
	public Guard(Tuning tuning, Supplier<@Nullable Reading> readings, Objective objective) {
		this.tuning = tuning;
		this.readings = readings;
		this.harm = new Harm(objective);
		this.thread = Executors.newSingleThreadScheduledExecutor((task) -> {
			Thread created = new Thread(task, "grpc-tuning-guard");
			created.setDaemon(true);
			return created;
		});
		tuning.history().onChange(this::changed);
		this.thread.scheduleWithFixedDelay(this::tick, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
	}

	private void changed(TuningChange change) {
		this.change = new Watched(change.id(), change.outcome() == Outcome.APPLIED && change.guarded());
	}

	private void tick() {
		try {
			Reading now = this.readings.get();
			if (now != null) {
				add(now);
			}
		}
		catch (RuntimeException ex) {
			logger.error("The guard cannot judge changes of the gRPC server's tuning", ex);
		}
	}

	private void add(Reading now) {
		Watched present = this.change;
		if (present != this.begun) {
			this.begun = present;
			// What came before an earlier change shows little, unless that was just now.
			if (this.since.size() < ENOUGH) {
				this.since.addAll(0, this.before);
			}
			this.before = List.copyOf(this.since.subList(Math.max(0, this.since.size() - BEFORE), this.since.size()));
			this.since.clear();
		}
		this.since.add(now);
		if (this.since.size() > AFTER) {
			this.since.remove(0);
			return;
		}
		Integer id = present.guarded() ? present.id() : null;
		if (id != null && id != this.reverted) {
			this.harm.of(this.before, this.since).ifPresent((worse) -> {
				this.reverted = id;
				this.tuning.leases().revert(id, worse);
			});
		}
	}

	@Override
	public void close() {
		this.thread.shutdownNow();
	}

	/** The last change, and whether it is taken back if it does harm. */
	private record Watched(@Nullable Integer id, boolean guarded) {

		private static final Watched NONE = new Watched(null, false);

	}

}
