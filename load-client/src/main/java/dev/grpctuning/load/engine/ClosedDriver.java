package dev.grpctuning.load.engine;

import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a constant number of calls open on each channel.
 */
final class ClosedDriver implements LoadDriver {

	private final LoadModel.Closed model;

	private final int maxOpenCalls;

	private volatile boolean starting = true;

	private volatile long measuredFromNanos;

	ClosedDriver(LoadModel.Closed model, int maxOpenCalls) {
		this.model = model;
		this.maxOpenCalls = maxOpenCalls;
	}

	@Override
	public boolean countsFromStart() {
		return this.model.warmup().isZero();
	}

	@Override
	public long drive(Lanes lanes, RunControl control, LongConsumer measuring) throws InterruptedException {
		List<Lane> all = lanes.all();
		long wanted = (long) this.model.outstanding() * all.size();
		if (wanted > this.maxOpenCalls) {
			control
				.limited("load.max-open-calls=" + this.maxOpenCalls + " is below the " + wanted + " calls asked for");
		}
		long open = Math.min(wanted, this.maxOpenCalls);
		if (countsFromStart()) {
			begin(measuring);
		}
		for (int i = 0; i < all.size(); i++) {
			long slots = open / all.size() + ((i < open % all.size()) ? 1 : 0);
			new Pump(all.get(i), slots).begin();
		}
		if (!countsFromStart() && control.waitUntil(System.nanoTime() + this.model.warmup().toNanos())) {
			begin(measuring);
			all.forEach(Lane::startCounting);
		}
		control.waitUntil(System.nanoTime() + this.model.duration().toNanos());
		this.starting = false;
		return System.nanoTime();
	}

	private void begin(LongConsumer measuring) {
		this.measuredFromNanos = System.nanoTime();
		measuring.accept(this.measuredFromNanos);
	}

	@Override
	public double share(Lanes lanes) {
		long from = this.measuredFromNanos;
		return (from != 0) ? Math.min(1, (double) (System.nanoTime() - from) / this.model.duration().toNanos()) : 0;
	}

	/**
	 * Starts the calls of one lane, all of them on the lane's thread. A call that ends
	 * while another is being started only frees its slot, so that calls which fail at
	 * once do not nest.
	 */
	private final class Pump {

		/**
		 * How long a slot rests after its call could not reach the server, which would
		 * otherwise be tried again as fast as the client can fail.
		 */
		private static final long UNAVAILABLE_REST_MILLIS = 10;

		private final Lane lane;

		private final ScheduledExecutorService executor;

		private long freeSlots;

		private boolean pumping;

		Pump(Lane lane, long slots) {
			this.lane = lane;
			this.executor = lane.channel().executor();
			this.freeSlots = slots;
		}

		void begin() {
			this.lane.whenEnded(this::ended);
			this.executor.execute(this::pump);
		}

		private void ended(@Nullable Status failure) {
			if (failure != null && failure.getCode() == Status.Code.UNAVAILABLE) {
				this.executor.schedule(this::free, UNAVAILABLE_REST_MILLIS, TimeUnit.MILLISECONDS);
			}
			else {
				free();
			}
		}

		private void free() {
			this.freeSlots++;
			pump();
		}

		private void pump() {
			if (this.pumping) {
				return;
			}
			this.pumping = true;
			while (this.freeSlots > 0 && ClosedDriver.this.starting) {
				this.freeSlots--;
				this.lane.startDueNow();
			}
			this.pumping = false;
		}

	}

}
