package dev.grpctuning.load.engine;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Clients that each have a thread, on which they make a call, are blocked until it has
 * ended, and make the next one. They share the channels evenly.
 * <p>
 * The threads are virtual ones: a client that is blocked takes no thread of the operating
 * system, so that there may be tens of thousands of them in a small process, and waking
 * one costs less of the processor that client and server often share. They are no less
 * parallel for that: all of them wait for their answers at the same time.
 */
final class BlockingDriver implements LoadDriver {

	/**
	 * How long a client rests after its call could not reach the server, which it would
	 * otherwise try again as fast as it can fail.
	 */
	private static final long UNAVAILABLE_REST_MILLIS = 10;

	private final LoadModel.Blocking model;

	private final int maxOpenCalls;

	private final ExecutorService clients = Executors
		.newThreadPerTaskExecutor(Thread.ofVirtual().name("load-client").factory());

	private volatile boolean starting = true;

	BlockingDriver(LoadModel.Blocking model, int maxOpenCalls) {
		this.model = model;
		this.maxOpenCalls = maxOpenCalls;
	}

	@Override
	public long drive(Lanes lanes, RunControl control, Warming warming) throws InterruptedException {
		int count = Math.min(this.model.clients(), this.maxOpenCalls);
		if (count < this.model.clients()) {
			control.limited("load.max-open-calls=" + this.maxOpenCalls + " is below the " + this.model.clients()
					+ " clients asked for");
		}
		warming.begin(control.nanoTime());
		for (int client = 0; client < count; client++) {
			Lane lane = lanes.all().get(client % lanes.all().size());
			this.clients.execute(new Client(lane));
		}
		if (warming.end(control)) {
			control.waitUntil(warming.measuredNanos() + this.model.duration().toNanos());
		}
		this.starting = false;
		for (Lane lane : lanes.all()) {
			synchronized (lane) {
				// A client that was about to make a call has been counted with it now.
				continue;
			}
		}
		return control.nanoTime();
	}

	@Override
	public void close() {
		this.clients.shutdownNow();
	}

	/**
	 * One client. What its thread does stands in one method: while it is blocked, the
	 * frames of its stack are kept, of a hundred thousand clients a hundred thousand
	 * times.
	 */
	private final class Client implements Runnable {

		private final Lane lane;

		Client(Lane lane) {
			this.lane = lane;
		}

		@Override
		public void run() {
			try {
				for (AwaitedCall call = next(); call != null; call = next()) {
					this.lane.start(call);
					Status failure = call.await();
					if (failure != null && failure.getCode() == Status.Code.UNAVAILABLE) {
						TimeUnit.MILLISECONDS.sleep(UNAVAILABLE_REST_MILLIS);
					}
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		private @Nullable AwaitedCall next() {
			synchronized (this.lane) {
				return BlockingDriver.this.starting ? this.lane.beginAwaited() : null;
			}
		}

	}

}
