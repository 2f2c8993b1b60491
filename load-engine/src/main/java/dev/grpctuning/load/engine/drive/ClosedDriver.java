package dev.grpctuning.load.engine;

import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.schedule.Concurrency;

/**
 * Keeps a number of calls open on each channel, which may change with time.
 */
final class ClosedDriver implements LoadDriver {

	private final LoadModel.Closed model;

	private final int maxOpenCalls;

	private volatile boolean starting = true;

	/**
	 * Whether calls are to be open, and since and until when they were in the end.
	 */
	private boolean asking;

	private long sinceNanos;

	private long untilNanos;

	ClosedDriver(LoadModel.Closed model, int maxOpenCalls) {
		this.model = model;
		this.maxOpenCalls = maxOpenCalls;
	}

	@Override
	public long drive(Lanes lanes, RunControl control, Warming warming) throws InterruptedException {
		Concurrency concurrency = this.model.concurrency();
		List<Pump> pumps = lanes.all().stream().map((lane) -> new Pump(lane, control)).toList();
		long wanted = (long) concurrency.most() * pumps.size();
		if (wanted > this.maxOpenCalls) {
			control
				.limited("load.max-open-calls=" + this.maxOpenCalls + " is below the " + wanted + " calls asked for");
		}
		warming.begin(control.nanoTime());
		keepOpen(concurrency.calls(0), pumps, control);
		boolean running = warming.end(control);
		for (int change = 1; running && change < concurrency.changes(); change++) {
			running = control.waitUntil(warming.measuredNanos() + concurrency.dueNanos(change));
			keepOpen(concurrency.calls(change), pumps, control);
		}
		if (running) {
			control.waitUntil(warming.measuredNanos() + this.model.duration().toNanos());
		}
		this.starting = false;
		ask(false, control);
		return control.nanoTime();
	}

	private void ask(boolean goOn, RunControl control) {
		if (goOn && !this.asking) {
			this.sinceNanos = control.nanoTime();
		}
		else if (!goOn && this.asking) {
			this.untilNanos = control.nanoTime();
		}
		this.asking = goOn;
	}

	@Override
	public long silentNanos(long lastSignNanos, long drivenNanos) {
		return this.untilNanos - Math.max(lastSignNanos, this.sinceNanos);
	}

	private void keepOpen(int calls, List<Pump> pumps, RunControl control) {
		ask(calls != 0, control);
		long open = Math.min((long) calls * pumps.size(), this.maxOpenCalls);
		for (int i = 0; i < pumps.size(); i++) {
			pumps.get(i).keepOpen(open / pumps.size() + ((i < open % pumps.size()) ? 1 : 0));
		}
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

		private final RunControl control;

		private final ScheduledExecutorService executor;

		private long slots;

		private long usedSlots;

		private boolean pumping;

		Pump(Lane lane, RunControl control) {
			this.lane = lane;
			this.control = control;
			this.executor = lane.channel().executor();
			lane.whenEnded(this::ended);
		}

		void keepOpen(long calls) {
			this.executor.execute(() -> {
				this.slots = calls;
				pump();
			});
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
			this.usedSlots--;
			pump();
		}

		private void pump() {
			if (this.pumping) {
				return;
			}
			this.pumping = true;
			while (this.usedSlots < this.slots && ClosedDriver.this.starting && this.control.running()) {
				this.usedSlots++;
				this.lane.startDueNow();
			}
			this.pumping = false;
		}

	}

}
