package dev.grpctuning.testkit;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import io.netty.buffer.Unpooled;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class if Netty buffers were collected that nobody released. The buffers
 * may be those of a class that ran earlier in the same JVM.
 */
public final class LeakCheck implements AfterAllCallback {

	private static final String LEVEL = "io.netty.leakDetection.level";

	private static final Duration COLLECTION = Duration.ofMinutes(1);

	private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

	private static final AtomicLong TRACKED = new AtomicLong();

	private static long trackedAtLastCheck;

	static {
		// Before the first buffer: each class of buffers has its detector from its start.
		if (System.getProperty(LEVEL) == null) {
			ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
		}
		ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new RecordingFactory());
	}

	@Override
	public void afterAll(ExtensionContext context) throws InterruptedException {
		check();
	}

	static synchronized void check() throws InterruptedException {
		long tracked = TRACKED.get();
		if (tracked == trackedAtLastCheck) {
			// Most test classes have no buffer and take less time than a collection
			// would.
			return;
		}
		// What the first collection finds is queued, in any order, before what the second
		// one finds.
		collectGarbage();
		collectGarbage();
		// A detector reports what was collected when it tracks the next buffer.
		Unpooled.directBuffer(1).release();
		trackedAtLastCheck = tracked + 1;
		String leak = LEAKS.poll();
		if (leak != null) {
			LEAKS.clear();
			throw new AssertionError("a buffer was not released: " + leak);
		}
	}

	private static void collectGarbage() throws InterruptedException {
		ReferenceQueue<Object> collected = new ReferenceQueue<>();
		PhantomReference<Object> reference = new PhantomReference<>(new Object(), collected);
		System.gc();
		if (collected.remove(COLLECTION.toMillis()) != reference) {
			throw new IllegalStateException("nothing was collected within " + COLLECTION);
		}
	}

	private static final class RecordingFactory extends ResourceLeakDetectorFactory {

		@Override
		@SuppressWarnings("deprecation")
		public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval,
				long maxActive) {
			return newResourceLeakDetector(resource, samplingInterval);
		}

		@Override
		public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval) {
			return new RecordingDetector<>(resource, samplingInterval);
		}

	}

	private static final class RecordingDetector<T> extends ResourceLeakDetector<T> {

		RecordingDetector(Class<?> resource, int samplingInterval) {
			super(resource, samplingInterval);
		}

		@Override
		public @Nullable ResourceLeakTracker<T> track(T buffer) {
			TRACKED.incrementAndGet();
			return super.track(buffer);
		}

		@Override
		protected boolean needReport() {
			return true;
		}

		@Override
		protected void reportTracedLeak(String resourceType, String records) {
			LEAKS.add(resourceType + records);
		}

		@Override
		protected void reportUntracedLeak(String resourceType) {
			LEAKS.add(resourceType);
		}

	}

}
