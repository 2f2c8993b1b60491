package dev.grpctuning.call.adaptive;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.FastThreadLocalThread;
import org.jspecify.annotations.Nullable;

/**
 * Handlers that run on event loops now. Finds those that do not return, such as while a
 * database is down, before they block every event loop.
 */
final class LoopRuns {

	private static final Set<Run> RUNS = ConcurrentHashMap.newKeySet();

	/** Shared by all executors, because Netty never frees the index of a thread local. */
	private static final FastThreadLocal<Run> RUN = new FastThreadLocal<>() {

		@Override
		protected Run initialValue() {
			Run run = new Run();
			RUNS.add(run);
			return run;
		}

		@Override
		protected void onRemoval(Run run) {
			RUNS.remove(run);
		}

	};

	private LoopRuns() {
	}

	static void begin(MethodPlace place, long now) {
		if (Thread.currentThread() instanceof FastThreadLocalThread) {
			Run run = RUN.get();
			run.began = now;
			run.lazySet(place);
		}
	}

	static void end() {
		Run run = (Thread.currentThread() instanceof FastThreadLocalThread) ? RUN.getIfExists() : null;
		if (run != null) {
			run.lazySet(null);
		}
	}

	/** Moves methods to the executor if a handler has already run for too long. */
	static void check() {
		long now = System.nanoTime();
		for (Run run : RUNS) {
			MethodPlace place = run.get();
			if (place != null && now - run.began >= MethodPlace.VERY_SLOW_NANOS) {
				place.ran(run.began, now);
			}
		}
	}

	private static final class Run extends AtomicReference<@Nullable MethodPlace> {

		private long began;

	}

}
