package dev.grpctuning.alternate;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.alternate.SliceState.Slice;
import dev.grpctuning.change.Turns;
import dev.grpctuning.observe.ThreadsCpu;
import dev.grpctuning.slices.SliceOrder;

/** Switches to the candidate of each slice at its start, on a thread of its own. */
final class SliceRun implements Runnable {

	/** Time in which a client can prepare its load. */
	static final long LEAD_NANOS = TimeUnit.SECONDS.toNanos(1);

	/** Slices that are remembered, the last ones of a long run. */
	private static final int REMEMBERED = 10_000;

	/** Time after which the end of the server is noticed. */
	private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

	private final SlicePlan plan;

	private final Turns turns;

	private final @Nullable String by;

	private final @Nullable LongSupplier answered;

	private final Clock clock;

	private final long startNanos;

	private final long startMicros;

	private final ThreadsCpu cpu = new ThreadsCpu();

	private final Deque<Slice> slices = new ArrayDeque<>();

	private long answeredBefore;

	SliceRun(SlicePlan plan, Turns turns, @Nullable String by, @Nullable LongSupplier answered, Clock clock) {
		this.plan = plan;
		this.turns = turns;
		this.by = by;
		this.answered = answered;
		this.clock = clock;
		this.startMicros = clock.epochMicros() + TimeUnit.NANOSECONDS.toMicros(LEAD_NANOS);
		this.startNanos = clock.nanoTime() + LEAD_NANOS;
	}

	Turns turns() {
		return this.turns;
	}

	SliceState state(long from, int most) {
		List<Slice> latest;
		synchronized (this.slices) {
			latest = this.slices.stream().filter((slice) -> slice.number() >= from).limit(most).toList();
		}
		return new SliceState(this.turns.ended(), this.by, this.startMicros, this.clock.epochMicros(),
				TimeUnit.NANOSECONDS.toMicros(this.plan.slice().toNanos()), this.plan.slices(), this.plan.seed(),
				this.plan.candidates(), latest);
	}

	@Override
	public void run() {
		try {
			SliceOrder order = this.plan.order();
			long slice = 0;
			while (slice < this.plan.slices() && waitUntil(startOf(slice))) {
				long begun = this.clock.nanoTime();
				// A slice that is over already has no turn.
				slice = Math.max(slice, (begun - this.startNanos) / this.plan.slice().toNanos());
				int candidate = order.variant(slice);
				if (slice >= this.plan.slices() || !this.turns.use(candidate)) {
					break;
				}
				slice = measured(slice, candidate, begun) + 1;
			}
			this.turns.end("their time is over");
		}
		catch (RuntimeException | Error ex) {
			this.turns.end("they failed: " + ex);
			throw ex;
		}
	}

	private long startOf(long slice) {
		return this.startNanos + slice * this.plan.slice().toNanos();
	}

	/** Waits for the end of a slice that has begun, and records it. */
	private long measured(long slice, int candidate, long begun) {
		long switched = this.clock.nanoTime();
		read();
		if (!waitUntil(startOf(slice + 1))) {
			return slice;
		}
		long lasted = this.clock.nanoTime() - switched;
		Long cpuNanos = this.cpu.nanos();
		long before = this.answeredBefore;
		Long calls = (this.answered != null) ? this.answered.getAsLong() - before : null;
		synchronized (this.slices) {
			this.slices.add(new Slice(slice, candidate, micros(switched - startOf(slice)), micros(switched - begun),
					micros(lasted), calls, cpuNanos));
			if (this.slices.size() > REMEMBERED) {
				this.slices.remove();
			}
		}
		return slice;
	}

	private void read() {
		this.cpu.nanos();
		this.answeredBefore = (this.answered != null) ? this.answered.getAsLong() : 0;
	}

	private static long micros(long nanos) {
		return TimeUnit.NANOSECONDS.toMicros(nanos);
	}

	/** Waits, and returns whether candidates still take turns. */
	private boolean waitUntil(long nanos) {
		while (this.turns.ended() == null) {
			long left = nanos - this.clock.nanoTime();
			if (left <= 0) {
				return true;
			}
			this.clock.pause(Math.min(left, LONGEST_PAUSE));
		}
		return false;
	}

	/** What slices know of time. */
	interface Clock {

		/** The clocks of the system. */
		Clock SYSTEM = new Clock() {

			@Override
			public long nanoTime() {
				return System.nanoTime();
			}

			@Override
			public long epochMicros() {
				Instant now = Instant.now();
				return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1000;
			}

			@Override
			public void pause(long nanos) {
				LockSupport.parkNanos(nanos);
			}
		};

		long nanoTime();

		/** Microseconds since 1970. */
		long epochMicros();

		/** Waits for about that long, or until the thread is unparked. */
		void pause(long nanos);

	}

}
