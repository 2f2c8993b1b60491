package dev.grpctuning.call;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.LimitAlgorithm;

/**
 * Counts open calls over all generations of a server, and refuses calls above a limit
 * that can change at any time. The count outlives a change of the algorithm. Safe for use
 * by several threads.
 */
final class CallLimit {

	/** As many calls are open as the limit allows. */
	static final int FULL = -1;

	/** The limit has room, but not for calls that may take this share of it. */
	static final int SHARE_TAKEN = -2;

	private final AtomicInteger open = new AtomicInteger();

	private final LongSupplier nanoTime;

	private volatile @Nullable Bound bound;

	CallLimit(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/** Limits the calls that come from now on; {@code null} stands for no limit. */
	synchronized void update(@Nullable Integer calls, LimitAlgorithm algorithm) {
		Bound present = this.bound;
		if (calls == null) {
			this.bound = null;
		}
		else if (present == null || present.calls() != calls || present.algorithm() != algorithm) {
			this.bound = new Bound(calls, switch (algorithm) {
				case FIXED -> null;
				case THROUGHPUT -> new ThroughputLimit(calls, this.nanoTime);
			});
		}
	}

	/**
	 * Admits a call, which must be {@linkplain #release released} when it has ended.
	 * @param share part of the limit that must not be taken yet, from 0 to 1
	 * @return number of open calls with this one, or {@link #FULL} or
	 * {@link #SHARE_TAKEN} if the call is refused
	 */
	int acquire(double share) {
		Bound present = this.bound;
		if (present == null) {
			return this.open.incrementAndGet();
		}
		int allowed = present.allowed();
		int most = Math.max(1, (int) (allowed * share));
		int now = this.open.get();
		while (now < most) {
			if (this.open.compareAndSet(now, now + 1)) {
				return now + 1;
			}
			now = this.open.get();
		}
		if (present.adaptive() != null) {
			present.adaptive().refused();
		}
		return (now < allowed) ? SHARE_TAKEN : FULL;
	}

	/**
	 * Gives the place of a call back.
	 * @param answered whether its client got an answer
	 */
	void release(boolean answered) {
		int open = this.open.decrementAndGet();
		Bound present = this.bound;
		if (present != null && present.adaptive() != null) {
			present.adaptive().ended(answered, open);
		}
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

	private record Bound(int calls, @Nullable ThroughputLimit adaptive) {

		int allowed() {
			return (this.adaptive != null) ? this.adaptive.allowed() : this.calls;
		}

		LimitAlgorithm algorithm() {
			return (this.adaptive != null) ? LimitAlgorithm.THROUGHPUT : LimitAlgorithm.FIXED;
		}

	}

}
