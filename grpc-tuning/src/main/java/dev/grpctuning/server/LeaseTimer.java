package dev.grpctuning.server;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Ends leases. Its thread lives only while there is one. */
final class LeaseTimer {

	private final ScheduledThreadPoolExecutor scheduler;

	LeaseTimer() {
		this.scheduler = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "grpc-tuning-leases");
			thread.setDaemon(true);
			return thread;
		});
		this.scheduler.setKeepAliveTime(1, TimeUnit.SECONDS);
		this.scheduler.allowCoreThreadTimeOut(true);
	}

	void after(Duration time, Runnable end) {
		this.scheduler.schedule(end, time.toNanos(), TimeUnit.NANOSECONDS);
	}

}
