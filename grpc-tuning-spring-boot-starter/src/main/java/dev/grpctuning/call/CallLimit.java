package dev.grpctuning.call;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.FixedLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.LimitAlgorithm;

/**
 * Counts open calls over all generations of a server, and refuses calls above a limit
 * that can change at any time. The algorithms are those of Netflix' concurrency-limits.
 * The count is kept here, so that it outlives a change of the algorithm. Safe for use by
 * several threads.
 */
final class CallLimit {

	/** The algorithms start here and never go below, so that they get samples. */
	private static final int LEAST = 20;

	/** As many calls are open as the limit allows. */
	static final int FULL = -1;

	/** The limit has room, but not for calls that may take this share of it. */
	static final int SHARE_TAKEN = -2;

	private final AtomicInteger open = new AtomicInteger();

	private volatile @Nullable Bound bound;

	/** Limits the calls that come from now on; {@code null} stands for no limit. */
	synchronized void update(@Nullable Integer calls, LimitAlgorithm algorithm) {
		Bound present = this.bound;
		if (calls == null) {
			this.bound = null;
		}
		else if (present == null || present.calls() != calls || present.algorithm() != algorithm) {
			this.bound = new Bound(calls, algorithm, limit(calls, algorithm));
		}
	}

	/**
	 * Admits a call, which must be {@linkplain #release() released} when it has ended.
	 * @param share part of the limit that must not be taken yet, from 0 to 1
	 * @return number of open calls with this one, or {@link #FULL} or
	 * {@link #SHARE_TAKEN} if the call is refused
	 */
	int acquire(double share) {
		Integer allowed = allowed();
		if (allowed == null) {
			return this.open.incrementAndGet();
		}
		int most = Math.max(1, (int) (allowed * share));
		int now = this.open.get();
		while (now < most) {
			if (this.open.compareAndSet(now, now + 1)) {
				return now + 1;
			}
			now = this.open.get();
		}
		return (now < allowed) ? SHARE_TAKEN : FULL;
	}

	void release() {
		this.open.decrementAndGet();
	}

	/** Tells the algorithm how long a call took, and whether it ended for overload. */
	void sample(int openAtStart, long startNanos, long nanos, boolean overloaded) {
		Bound present = this.bound;
		if (present != null && present.algorithm() != LimitAlgorithm.FIXED) {
			present.limit().onSample(startNanos, nanos, openAtStart, overloaded);
		}
	}

	boolean adapts() {
		Bound present = this.bound;
		return present != null && present.algorithm() != LimitAlgorithm.FIXED;
	}

	/** Calls that may be open now, {@code null} for no limit. */
	@Nullable Integer allowed() {
		Bound present = this.bound;
		return (present != null) ? present.allowed() : null;
	}

	@Nullable LimitAlgorithm algorithm() {
		Bound present = this.bound;
		return (present != null) ? present.algorithm() : null;
	}

	int open() {
		return this.open.get();
	}

	private static Limit limit(int most, LimitAlgorithm algorithm) {
		int first = Math.min(LEAST, most);
		return switch (algorithm) {
			case FIXED -> FixedLimit.of(most);
			// A timeout of its own would take every slow method for overload.
			case AIMD -> AIMDLimit.newBuilder()
				.timeout(365, TimeUnit.DAYS)
				.initialLimit(first)
				.minLimit(first)
				.maxLimit(most)
				.build();
			case VEGAS -> WindowedLimit.newBuilder()
				.build(VegasLimit.newBuilder().initialLimit(first).maxConcurrency(most).build());
			case GRADIENT2 -> WindowedLimit.newBuilder()
				.build(Gradient2Limit.newBuilder().initialLimit(first).minLimit(first).maxConcurrency(most).build());
		};
	}

	private record Bound(int calls, LimitAlgorithm algorithm, Limit limit) {

		/** Vegas has no minimum of its own and may fall to one call. */
		int allowed() {
			return (this.algorithm != LimitAlgorithm.VEGAS) ? this.limit.getLimit()
					: Math.max(Math.min(LEAST, this.calls), this.limit.getLimit());
		}

	}

}
