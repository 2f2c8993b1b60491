package dev.grpctuning.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.experiment.ChannelsFactory;
import dev.grpctuning.load.metrics.LoadMeters;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.report.StatusDocument;
import dev.grpctuning.load.report.StatusDocument.Last;
import dev.grpctuning.load.report.StatusDocument.State;
import dev.grpctuning.load.report.StatusDocument.Summary;

/**
 * Drives the plans that are handed in, one at a time, until it is told to end.
 */
final class Serve implements LoadControl {

	/**
	 * What the end of a run may take when its open calls are not waited for any more.
	 */
	private static final Duration SETTLING = Duration.ofSeconds(15);

	private final ChannelsFactory channels;

	private final LatestMeters meters;

	private final ResultFolders results;

	private final Duration patience;

	private final CountDownLatch ended = new CountDownLatch(1);

	/**
	 * How many have been begun.
	 */
	private volatile int runs;

	private boolean ending;

	private volatile @Nullable ServedRun current;

	private volatile @Nullable Last last;

	private volatile @Nullable RunDocument result;

	/**
	 * Prepares to take plans.
	 * @param channels opens the channels of each run
	 * @param registry where its calls are counted
	 * @param results where its result is written
	 * @param patience how long open calls are waited for when the process is to end
	 */
	Serve(ChannelsFactory channels, MeterRegistry registry, ResultFolders results, Duration patience) {
		this.channels = channels;
		this.meters = new LatestMeters(registry);
		this.results = results;
		this.patience = patience;
	}

	@Override
	public StatusDocument status() {
		ServedRun run = this.current;
		return (run != null) ? status(run) : new StatusDocument(State.WAITING, null, this.last);
	}

	private StatusDocument status(ServedRun run) {
		return new StatusDocument(run.status().state(), run.status().document(), this.last);
	}

	@Override
	public @Nullable RunDocument result() {
		return this.result;
	}

	@Override
	public StatusDocument start(Supplier<LoadProperties> plan) {
		ServedRun run = accept(plan);
		Thread.ofPlatform().name("load-run").start(() -> drive(run));
		Throwable failure = run.awaitBegin();
		if (failure instanceof RuntimeException ex) {
			throw ex;
		}
		if (failure != null) {
			throw new IllegalStateException(failure);
		}
		return status(run);
	}

	private synchronized ServedRun accept(Supplier<LoadProperties> plan) {
		if (this.ending) {
			throw new ConflictException("serve has been told to end; start it again.");
		}
		ServedRun other = this.current;
		if (other != null) {
			throw new ConflictException(
					"run %d has not ended; wait for its end, or end it with DELETE.".formatted(other.number()));
		}
		ServedRun run = new ServedRun(this.runs + 1, plan.get());
		this.current = run;
		return run;
	}

	private void drive(ServedRun run) {
		try {
			RunTarget target = run.target(this.channels);
			report(run, run.document(target, drive(run, target)));
		}
		catch (Throwable ex) {
			failed(run, ex);
		}
		finally {
			leave(run);
			run.ended();
		}
	}

	private LoadResult drive(ServedRun run, RunTarget target) throws InterruptedException {
		try (CallChannels open = target.connect()) {
			this.runs = run.number();
			LoadMeters counting = this.meters.of(run.properties().target(), run.model());
			try {
				return run.drive(open, counting, this.results.histogram(run.postedAt()));
			}
			finally {
				counting.ended();
			}
		}
	}

	private void report(ServedRun run, RunDocument document) {
		OutputFile output = this.results.output(run.postedAt());
		this.result = document;
		String failure = document.failure();
		if (failure != null) {
			System.err.println("run failed: " + failure);
		}
		String written = null;
		try {
			output.report(run.properties().format().of(document), document, run.properties().quiet());
			written = output.path();
			run.checkWritten();
		}
		catch (UsageException ex) {
			System.err.println(ex.getMessage());
			failure = (failure != null) ? failure + "; " + ex.getMessage() : ex.getMessage();
		}
		this.last = new Last(run.number(), ExitCode.of(document), failure, written, Summary.of(document));
	}

	/**
	 * Makes room for the next run, if that has not been done.
	 */
	private void leave(ServedRun run) {
		if (this.current == run) {
			this.current = null;
		}
	}

	/**
	 * What cannot even be begun is answered to who has asked for it, and who may ask
	 * again at once.
	 */
	private void failed(ServedRun run, Throwable failure) {
		if (!run.begun()) {
			leave(run);
			run.refuse(failure);
			return;
		}
		boolean expected = failure instanceof UsageException || failure instanceof ConflictException;
		String line = expected ? String.valueOf(failure.getMessage()) : failure.toString();
		this.last = new Last(run.number(), ExitCode.RUN_FAILED, line, null, null);
		if (expected) {
			System.err.println(line);
		}
		else {
			failure.printStackTrace();
		}
	}

	@Override
	public boolean stop() {
		ServedRun run = this.current;
		if (run == null) {
			return false;
		}
		if (run.finishing()) {
			run.cut();
		}
		else {
			run.finish();
		}
		return true;
	}

	/**
	 * Waits until it has been told to end and has done so.
	 */
	void awaitEnd() throws InterruptedException {
		this.ended.await();
	}

	/**
	 * Takes no more plans and ends the run that goes on. Returns when that has ended, or
	 * would take too long.
	 */
	void end() {
		synchronized (this) {
			this.ending = true;
		}
		ServedRun run = this.current;
		try {
			if (run != null) {
				run.finish();
				if (!run.awaitEnd(this.patience)) {
					run.cut();
					run.awaitEnd(SETTLING);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.ended.countDown();
		}
	}

}
