package dev.grpctuning.call;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

/**
 * Unary calls whose handler returned before a thread outside its executor sent the
 * response. No executor of the server runs the work of such a handler. Safe for use by
 * several threads.
 */
public final class ForeignAnswers {

	private final Map<String, Counted> methods = new ConcurrentHashMap<>();

	/** Counts a call that this thread answers. */
	void add(String method) {
		this.methods.computeIfAbsent(method, (each) -> new Counted(Thread.currentThread().getName(), new LongAdder()))
			.calls()
			.increment();
	}

	/** The method with most of them, {@code null} if there are none. */
	public @Nullable Most most() {
		return this.methods.entrySet()
			.stream()
			.map((entry) -> new Most(entry.getKey(), entry.getValue().thread(), entry.getValue().calls().sum()))
			.max(Comparator.comparingLong(Most::calls))
			.orElse(null);
	}

	/**
	 * Such calls of a method.
	 *
	 * @param thread name of one of the threads
	 */
	public record Most(String method, String thread, long calls) {

	}

	private record Counted(String thread, LongAdder calls) {

	}

}
