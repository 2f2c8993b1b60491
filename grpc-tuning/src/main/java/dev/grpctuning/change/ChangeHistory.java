package dev.grpctuning.change;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last changes. Safe for use by several threads, but one adds at a time. */
public final class ChangeHistory {

	private static final Logger logger = LoggerFactory.getLogger(ChangeHistory.class);

	private static final int REMEMBERED = 50;

	private final List<Consumer<TuningChange>> listeners = new CopyOnWriteArrayList<>();

	private volatile List<TuningChange> changes = List.of();

	private int lastId;

	/** Number of the next change. */
	public int nextId() {
		return ++this.lastId;
	}

	/** The newest first. */
	public List<TuningChange> changes() {
		return this.changes;
	}

	public void onChange(Consumer<TuningChange> listener) {
		this.listeners.add(listener);
	}

	/** Logs a change, and tells the listeners. */
	public void add(TuningChange change) {
		if (change.outcome().succeeded()) {
			logger.info(change.toString());
		}
		else {
			logger.warn(change.toString());
		}
		this.changes = Stream.concat(Stream.of(change), this.changes.stream()).limit(REMEMBERED).toList();
		for (Consumer<TuningChange> listener : this.listeners) {
			try {
				listener.accept(change);
			}
			catch (RuntimeException ex) {
				logger.error("A listener of changes of the tuning failed", ex);
			}
		}
	}

}
