package dev.grpctuning.load;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets work end in good order when the process is told to end by Ctrl-C or SIGTERM: the
 * JVM waits until the work has said what it has so far.
 */
final class Interruptible {

	private static final Duration GRACE = Duration.ofSeconds(30);

	private Interruptible() {
	}

	/**
	 * Does some work. When it is interrupted, the process ends with the code of the
	 * signal.
	 * @param work the work
	 * @param interrupt asks the work to end soon; called from another thread
	 * @return the exit code that the work returns
	 */
	static int call(Callable<Integer> work, Runnable interrupt) throws Exception {
		return call(work, interrupt, GRACE, false);
	}

	/**
	 * Does some work that goes on until it is interrupted, which is no failure: the
	 * process then ends with the code that the work returns.
	 * @param work the work
	 * @param interrupt asks the work to end soon; called from another thread
	 * @param grace how long the work may take to end then
	 * @return the exit code that the work returns
	 */
	static int callUntilInterrupted(Callable<Integer> work, Runnable interrupt, Duration grace) throws Exception {
		return call(work, interrupt, grace, true);
	}

	private static int call(Callable<Integer> work, Runnable interrupt, Duration grace, boolean ownCode)
			throws Exception {
		CompletableFuture<Integer> done = new CompletableFuture<>();
		Thread hook = Thread.ofPlatform().name("interrupt").unstarted(() -> {
			interrupt.run();
			try {
				int exitCode = done.get(grace.toMillis(), TimeUnit.MILLISECONDS);
				if (ownCode) {
					// The JVM would end with that of the signal.
					Runtime.getRuntime().halt(exitCode);
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			catch (ExecutionException | TimeoutException ex) {
				// The work has not ended well; the code of the signal says so.
			}
		});
		Runtime.getRuntime().addShutdownHook(hook);
		try {
			int exitCode = work.call();
			done.complete(exitCode);
			return exitCode;
		}
		catch (Throwable ex) {
			done.completeExceptionally(ex);
			throw ex;
		}
		finally {
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
