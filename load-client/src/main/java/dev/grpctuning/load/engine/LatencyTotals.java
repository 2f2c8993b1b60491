package dev.grpctuning.load.engine;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencyRecorder;

/**
 * Collects what the recorders hold. Each recorder is emptied on its own thread; what a
 * busy thread delivers late counts for the moment in which it arrives, and is not lost.
 */
final class LatencyTotals {

	private final Map<Executor, LatencyRecorder> recorders;

	private final LatencyInterval recent = new LatencyInterval();

	private final LatencyInterval total = new LatencyInterval();

	LatencyTotals(Map<Executor, LatencyRecorder> recorders) {
		this.recorders = recorders;
	}

	/**
	 * Asks all threads for what they have recorded, and waits for their answers.
	 * @param before done on each thread first
	 * @param timeoutMillis the longest wait
	 * @return whether all have answered
	 */
	boolean collect(Consumer<Executor> before, long timeoutMillis) throws InterruptedException {
		CountDownLatch delivered = new CountDownLatch(this.recorders.size());
		this.recorders.forEach((executor, recorder) -> {
			try {
				executor.execute(() -> {
					before.accept(executor);
					synchronized (this) {
						recorder.drainTo(this.recent);
					}
					delivered.countDown();
				});
			}
			catch (RejectedExecutionException ex) {
				delivered.countDown();
			}
		});
		return delivered.await(timeoutMillis, TimeUnit.MILLISECONDS);
	}

	/**
	 * Takes the latencies collected since the call before.
	 */
	synchronized LatencyInterval take() {
		LatencyInterval taken = new LatencyInterval();
		taken.add(this.recent);
		this.total.add(this.recent);
		this.recent.reset();
		return taken;
	}

	synchronized LatencyInterval total() {
		return this.total;
	}

}
