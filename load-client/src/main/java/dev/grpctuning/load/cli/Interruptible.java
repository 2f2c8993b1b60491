package dev.grpctuning.load.cli;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Completes work at Ctrl-C or SIGTERM, so that it prints its results so far. */
public final class Interruptible {

	private static final Duration GRACE = Duration.ofSeconds(30);

	private Interruptible() {
	}

	/**
	 * Runs work; an interrupted process ends with the code of the signal. If the thread
	 * is interrupted, the code is that of SIGINT.
	 */
	public static int call(Callable<Integer> work, Runnable interrupt) throws Exception {
		return call(work, interrupt, GRACE, false);
	}

	/** Runs work until it is interrupted; the process ends with the work's code. */
	public static int callUntilInterrupted(Callable<Integer> work, Runnable interrupt, Duration grace)
			throws Exception {
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
					// The JVM would end with the code of the signal.
					Runtime.getRuntime().halt(exitCode);
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			catch (ExecutionException | TimeoutException ex) {
				// The JVM ends with the code of the signal.
			}
		});
		Runtime.getRuntime().addShutdownHook(hook);
		try {
			int exitCode = work.call();
			if (!ownCode && Thread.currentThread().isInterrupted()) {
				exitCode = ExitCode.INTERRUPTED;
			}
			done.complete(exitCode);
			return exitCode;
		}
		catch (Throwable ex) {
			done.completeExceptionally(ex);
			throw ex;
		}
		finally {
			try {
				Runtime.getRuntime().removeShutdownHook(hook);
			}
			catch (IllegalStateException ex) {
				// The JVM is ending and runs the hook.
			}
		}
	}

}
