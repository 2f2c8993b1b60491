package dev.grpctuning.call;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.FixedLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.LimitAlgorithm;

/**
 * Counts the open calls of a server over all generations, and refuses calls above a limit
 * that can change at any time. The algorithms are those of Netflix' concurrency-limits.
 * The count is kept here, so that it outlives a change of the algorithm. Safe for use by
 * several threads.
 */
public final class CallLimit {

	/** The algorithms start here and never go below, so that they get samples. */
	private static final int LEAST = 20;

	private final AtomicInteger open = new AtomicInteger();

	private final LongAdder refused = new LongAdder();

	private volatile @Nullable Bound bound;

	/** Limits the calls that come from now on; {@code null} stands for no limit. */
	public synchronized void update(@Nullable Integer calls, LimitAlgorithm algorithm) {
		Bound present = this.bound;
		if (calls == null) {
			this.bound = null;
		}
		else if (present == null || present.calls() != calls || present.algorithm() != algorithm) {
			this.bound = new Bound(calls, algorithm, limit(calls, algorithm));
		}
	}

	/**
	 * Admits a call, which must be {@linkplain #release released} when it has ended.
	 * @return number of open calls with this one, or -1 if the call is refused
	 */
	int acquire() {
		int now = this.open.incrementAndGet();
		Bound present = this.bound;
		if (present != null && now > present.limit().getLimit()) {
			this.open.decrementAndGet();
			this.refused.increment();
			return -1;
		}
		return now;
	}

	/** Ends an admitted call that started at a {@link System#nanoTime()}. */
	void release(int openAtStart, long startNanos, Status.Code outcome) {
		this.open.decrementAndGet();
		Bound present = this.bound;
		// A call that failed for a reason of its own shows nothing about the load.
		boolean overloaded = outcome == Status.Code.DEADLINE_EXCEEDED || outcome == Status.Code.RESOURCE_EXHAUSTED;
		if (present != null && present.adapts() && (overloaded || outcome == Status.Code.OK)) {
			present.limit().onSample(startNanos, System.nanoTime() - startNanos, openAtStart, overloaded);
		}
	}

	String refusal() {
		Bound present = this.bound;
		if (present == null) {
			return "grpc.tuning.limit.concurrent-calls was reached";
		}
		String most = "grpc.tuning.limit.concurrent-calls=" + present.calls();
		return present.adapts()
				? "%s: grpc.tuning.limit.algorithm=%s allows %d open calls now".formatted(most,
						present.algorithm().propertyValue(), present.limit().getLimit())
				: most + ": as many calls are open";
	}

	public LimitState state() {
		Bound present = this.bound;
		return new LimitState((present != null) ? present.algorithm() : null,
				(present != null) ? present.limit().getLimit() : null, this.open.get(), this.refused.sum());
	}

	private static Limit limit(int most, LimitAlgorithm algorithm) {
		int first = Math.min(LEAST, most);
		return switch (algorithm) {
			case FIXED -> FixedLimit.of(most);
			case AIMD -> AIMDLimit.newBuilder().initialLimit(first).minLimit(first).maxLimit(most).build();
			case VEGAS -> WindowedLimit.newBuilder()
				.build(VegasLimit.newBuilder().initialLimit(first).maxConcurrency(most).build());
			case GRADIENT2 -> WindowedLimit.newBuilder()
				.build(Gradient2Limit.newBuilder().initialLimit(first).minLimit(first).maxConcurrency(most).build());
		};
	}

	private record Bound(int calls, LimitAlgorithm algorithm, Limit limit) {

		boolean adapts() {
			return this.algorithm != LimitAlgorithm.FIXED;
		}

	}

}
