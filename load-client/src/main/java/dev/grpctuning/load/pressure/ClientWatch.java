package dev.grpctuning.load.pressure;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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

	private final LinuxCpu cpu;

	private final Deque<ClientObservation.Sample> samples = new ArrayDeque<>();

	private final Deque<Stall> stalls = new ArrayDeque<>();

	/** Collections, in milliseconds since the JVM started. */
	private final Deque<GcInfo> collections = new ArrayDeque<>();

	/**
	 * Start of the JVM, from which collections are counted; no other clock has it. A
	 * collection is reported after its end, so the least that a report came late is best.
	 */
	private long vmStartNanos = Long.MAX_VALUE;

	private final NotificationListener listener = this::collected;

	private final List<NotificationEmitter> collectors = new ArrayList<>();

	private final Thread thread = Thread.ofPlatform().name("client-watch").daemon().unstarted(this::watch);

	private volatile boolean closed;

	private ClientWatch(LinuxCpu cpu) {
		this.cpu = cpu;
	}

	/** Begins to watch. */
	public static ClientWatch start() {
		return start(Path.of("/"));
	}

	static ClientWatch start(Path root) {
		ClientWatch watch = new ClientWatch(new LinuxCpu(root));
		for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
			// The cycles of ZGC and Shenandoah are concurrent.
			if (collector instanceof NotificationEmitter emitter && !collector.getName().endsWith("Cycles")) {
				emitter.addNotificationListener(watch.listener, null, null);
				watch.collectors.add(emitter);
			}
		}
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
				synchronized (this.stalls) {
					keep(this.stalls, new Stall(TailCause.CLIENT_PAUSE, due, now));
				}
			}
			if (now - sampled >= SAMPLE_NANOS) {
				sampled = now;
				sample(now);
				now = System.nanoTime();
			}
		}
	}

	private void sample(long now) {
		ClientObservation.Sample sample = new ClientObservation.Sample(now, CpuCounters.of(this.cpu));
		synchronized (this.samples) {
			keep(this.samples, sample);
		}
	}

	private void collected(Notification notification, Object handback) {
		long now = System.nanoTime();
		if (notification.getUserData() instanceof CompositeData data
				&& notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
			GcInfo info = GarbageCollectionNotificationInfo.from(data).getGcInfo();
			synchronized (this.stalls) {
				this.vmStartNanos = Math.min(this.vmStartNanos, now - nanos(info.getEndTime()));
				keep(this.collections, info);
			}
		}
	}

	private static long nanos(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

	private static <T> void keep(Deque<T> latest, T one) {
		if (latest.size() == MOST) {
			latest.removeFirst();
		}
		latest.add(one);
	}

	/** The observation so far, or until the watch ended. */
	public ClientObservation observation() {
		List<ClientObservation.Sample> seen;
		synchronized (this.samples) {
			seen = List.copyOf(this.samples);
		}
		synchronized (this.stalls) {
			List<Stall> all = new ArrayList<>(this.stalls);
			for (GcInfo collection : this.collections) {
				all.add(new Stall(TailCause.CLIENT_COLLECTION, this.vmStartNanos + nanos(collection.getStartTime()),
						this.vmStartNanos + nanos(collection.getEndTime())));
			}
			return new ClientObservation(seen, all);
		}
	}

	@Override
	public void close() {
		this.closed = true;
		LockSupport.unpark(this.thread);
		for (NotificationEmitter collector : this.collectors) {
			try {
				collector.removeNotificationListener(this.listener);
			}
			catch (ListenerNotFoundException ex) {
				// The listener was not registered.
			}
		}
		try {
			this.thread.join();
			sample(System.nanoTime());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
