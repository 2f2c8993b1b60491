package dev.grpctuning.metrics;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** Processor time of one thread. After its end, that of its whole life. */
final class ThreadCpu {

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private final long thread;

	private final @Nullable Path schedstat;

	private volatile double cpuSeconds;

	private volatile double delaySeconds;

	private ThreadCpu(long thread, @Nullable Path schedstat) {
		this.thread = thread;
		this.schedstat = schedstat;
	}

	static ThreadCpu ofCurrentThread() {
		return new ThreadCpu(Thread.currentThread().getId(), schedstat());
	}

	/** The file that Linux has for the current thread, for others to read. */
	private static @Nullable Path schedstat() {
		try {
			Path thread = Path.of("/proc").resolve(Files.readSymbolicLink(Path.of("/proc/thread-self")));
			return thread.resolve("schedstat");
		}
		catch (IOException | UnsupportedOperationException ex) {
			return null;
		}
	}

	/** Time that it ran. */
	double cpuSeconds() {
		long nanos = THREADS.isThreadCpuTimeSupported() ? THREADS.getThreadCpuTime(this.thread) : -1;
		if (nanos >= 0) {
			this.cpuSeconds = nanos / 1e9;
		}
		return this.cpuSeconds;
	}

	/** Time that it was ready to run and waited for a processor; 0 where unknown. */
	double delaySeconds() {
		if (this.schedstat != null) {
			try {
				this.delaySeconds = Long.parseLong(Files.readString(this.schedstat).split(" ")[1]) / 1e9;
			}
			catch (IOException ex) {
				// The thread has ended.
			}
		}
		return this.delaySeconds;
	}

}
