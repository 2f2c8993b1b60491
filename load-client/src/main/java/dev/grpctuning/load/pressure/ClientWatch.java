package dev.grpctuning.load.pressure;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;

import dev.grpctuning.observe.LinuxCpu;

/**
 * Watches this process during a run: when it paused, and how much processor time it could
 * have. A thread that sleeps for 5 ms at a time notices pauses by waking up late.
 */
public final class ClientWatch implements AutoCloseable {

	private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	/** A thread that wakes up later than this was held up. */
	private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	/** Two hours of samples, and as many pauses: some 10 MB. */
	private static final int MOST = 36_000;

	/** The cycles of ZGC and Shenandoah are concurrent. */
	private static final List<NotificationEmitter> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans()
		.stream()
		.filter((collector) -> !collector.getName().endsWith("Cycles"))
		.map(NotificationEmitter.class::cast)
		.toList();

	private final LinuxCpu cpu;

	private final TreeMap<Long, CpuCounters> samples = new TreeMap<>();

	private final Deque<Stall> stalls = new ArrayDeque<>();

	/** Collections, in milliseconds since the JVM started. */
	private final Deque<GcInfo> collections = new ArrayDeque<>();

	/**
	 * Start of the JVM, from which collections are counted; no other clock has it. A
	 * collection is reported after its end, so the least that a report came late is best.
	 */
	private long vmStartNanos = Long.MAX_VALUE;

	private final NotificationListener listener = (notification, handback) -> collected(notification);

	private final Thread thread = Thread.ofPlatform().name("client-watch").daemon().unstarted(this::watch);

	private volatile boolean closed;

	private ClientWatch(Path root) {
		this.cpu = new LinuxCpu(root);
	}

	/** Begins to watch. */
	public static ClientWatch start() {
		return start(Path.of("/"));
	}

	static ClientWatch start(Path root) {
		ClientWatch watch = new ClientWatch(root);
		COLLECTORS.forEach((collector) -> collector.addNotificationListener(watch.listener, null, null));
		watch.sample(System.nanoTime());
		watch.thread.start();
		return watch;
	}

	private void watch() {
		long sampled = System.nanoTime();
		long now = sampled;
		while (!this.closed) {
			long due = now + SLEEP_NANOS;
			LockSupport.parkNanos(SLEEP_NANOS);
			now = System.nanoTime();
			if (now - due > LATE_NANOS) {
				keep(this.stalls, new Stall(TailCause.CLIENT_PAUSE, due, now));
			}
			if (now - sampled >= SAMPLE_NANOS) {
				sampled = now;
				sample(now);
				now = System.nanoTime();
			}
		}
	}

	private void sample(long now) {
		CpuCounters counters = new CpuCounters(this.cpu.pressureSeconds(), this.cpu.delaySeconds(),
				this.cpu.quotaPeriods(), this.cpu.throttledPeriods(), this.cpu.machine());
		synchronized (this) {
			if (this.samples.size() == MOST) {
				this.samples.pollFirstEntry();
			}
			this.samples.put(now, counters);
		}
	}

	private synchronized void collected(Notification notification) {
		GcInfo info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData()).getGcInfo();
		this.vmStartNanos = Math.min(this.vmStartNanos, System.nanoTime() - nanos(info.getEndTime()));
		keep(this.collections, info);
	}

	private static long nanos(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

	private synchronized <T> void keep(Deque<T> latest, T one) {
		if (latest.size() == MOST) {
			latest.removeFirst();
		}
		latest.add(one);
	}

	/** The observation so far, or until the watch ended. */
	public synchronized ClientObservation observation() {
		List<Stall> all = new ArrayList<>(this.stalls);
		for (GcInfo collection : this.collections) {
			all.add(new Stall(TailCause.CLIENT_COLLECTION, this.vmStartNanos + nanos(collection.getStartTime()),
					this.vmStartNanos + nanos(collection.getEndTime())));
		}
		return new ClientObservation(new TreeMap<>(this.samples), all);
	}

	@Override
	public void close() {
		this.closed = true;
		LockSupport.unpark(this.thread);
		try {
			for (NotificationEmitter collector : COLLECTORS) {
				collector.removeNotificationListener(this.listener);
			}
			this.thread.join();
			sample(System.nanoTime());
		}
		catch (ListenerNotFoundException ex) {
			// The watch was closed before.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
