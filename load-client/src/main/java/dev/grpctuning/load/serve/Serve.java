package dev.grpctuning.load.serve;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.config.LoadPlans;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.serve.StatusDocument.Last;
import dev.grpctuning.load.serve.StatusDocument.State;
import dev.grpctuning.load.serve.StatusDocument.Summary;
import dev.grpctuning.load.text.RunReport;

/** Drives posted plans, one at a time, until it is stopped. */
final class Serve implements LoadEndpoint.Control {

	/** Wait for the end of a run whose drain was cut. */
	private static final Duration SETTLING = Duration.ofSeconds(15);

	private final ChannelsFactory channels;

	private final MeterRegistry registry;

	private @Nullable LoadMeters meters;

	private final ResultFolders results;

	private final Duration patience;

	private final CountDownLatch ended = new CountDownLatch(1);

	private volatile int runs;

	private boolean ending;

	private volatile @Nullable ServedRun current;

	private volatile @Nullable Last last;

	private volatile @Nullable RunDocument result;

	Serve(ChannelsFactory channels, MeterRegistry registry, ResultFolders results, Duration patience) {
		this.channels = channels;
		this.registry = registry;
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

	/** Reads the plan and its files without the lock that the shutdown needs. */
	private ServedRun accept(Supplier<LoadProperties> posted) {
		checkFree();
		LoadProperties properties = posted.get();
		LoadPlan plan = new LoadPlans(properties).plan();
		synchronized (this) {
			checkFree();
			ServedRun run = new ServedRun(this.runs + 1, properties, plan);
			this.current = run;
			return run;
		}
	}

	private synchronized void checkFree() {
		if (this.ending) {
			throw new ConflictException("serve is shutting down; start it again.");
		}
		ServedRun other = this.current;
		if (other != null) {
			throw new ConflictException(
					"run %d has not ended; wait for its end, or end it with DELETE.".formatted(other.number()));
		}
	}

	private void drive(ServedRun run) {
		try {
			report(run, run.drive(this.channels, () -> connected(run), this.results.histogram(run.postedAt())));
		}
		catch (Throwable ex) {
			failed(run, ex);
		}
		finally {
			leave(run);
			run.ended();
		}
	}

	/** Counts the run; meters stay until a run with other tags replaces them. */
	private synchronized LoadMeters connected(ServedRun run) {
		this.runs = run.number();
		String target = run.properties().target();
		String model = run.properties().model().name().toLowerCase(Locale.ROOT);
		LoadMeters before = this.meters;
		if (before != null && before.areOf(target, model)) {
			return before;
		}
		if (before != null) {
			before.close();
		}
		LoadMeters created = new LoadMeters(this.registry, target, model);
		this.meters = created;
		return created;
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
			output.report(RunReport.of(document, run.properties().format()), document, run.properties().quiet());
			written = output.path();
			run.checkWritten();
		}
		catch (UsageException ex) {
			System.err.println(ex.getMessage());
			failure = (failure != null) ? failure + "; " + ex.getMessage() : ex.getMessage();
		}
		this.last = new Last(run.number(), ExitCode.of(document), failure, written, Summary.of(document));
	}

	private void leave(ServedRun run) {
		if (this.current == run) {
			this.current = null;
		}
	}

	/** Passes a failure before the begin to the caller; a later one is the result. */
	private void failed(ServedRun run, Throwable failure) {
		if (!run.begun()) {
			leave(run);
			run.refuse(failure);
			return;
		}
		boolean expected = failure instanceof UsageException || failure instanceof ConflictException;
		String line = expected ? String.valueOf(failure.getMessage()) : failure.toString();
		this.last = new Last(run.number(), expected ? ExitCode.RUN_FAILED : ExitCode.BUG, line, null, null);
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

	void awaitEnd() throws InterruptedException {
		this.ended.await();
	}

	/** Takes no more plans, and ends the current run within a limited time. */
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
