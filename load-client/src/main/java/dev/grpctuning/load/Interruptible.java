package dev.grpctuning.load;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets work end in good order when the process is told to end by Ctrl-C or SIGTERM: the
 * JVM waits until the work has said what it has so far.
 */
final class Interruptible {

	private static final long GRACE_SECONDS = 30;

	private Interruptible() {
	}

	/**
	 * Does some work.
	 * @param work the work
	 * @param interrupt asks the work to end soon; called from another thread
	 * @return what the work returns
	 */
	static <T> T call(Callable<T> work, Runnable interrupt) throws Exception {
		CountDownLatch done = new CountDownLatch(1);
		Thread hook = Thread.ofPlatform().name("interrupt").unstarted(() -> {
			interrupt.run();
			try {
				done.await(GRACE_SECONDS, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		Runtime.getRuntime().addShutdownHook(hook);
		try {
			return work.call();
		}
		finally {
			done.countDown();
			remove(hook);
		}
	}

	private static void remove(Thread hook) {
		try {
			Runtime.getRuntime().removeShutdownHook(hook);
		}
		catch (IllegalStateException ex) {
			// The JVM is ending: the hook has just been let go.
		}
	}

}
