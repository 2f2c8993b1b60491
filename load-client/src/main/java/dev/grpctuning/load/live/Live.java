package dev.grpctuning.load.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.Interruptible;
import dev.grpctuning.load.engine.LoadRun.RunListener;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.text.Audience;
import dev.grpctuning.load.text.RunWords;

/**
 * Shows the work of a command on a page while it goes on. Each call returns at once, and
 * nothing is computed unless a page is open.
 */
@Component
public final class Live implements AutoCloseable {

	/** Longest wait until open pages have the final report. */
	private static final Duration LAST_FETCH = Duration.ofSeconds(10);

	private static final Gson JSON = new GsonBuilder().create();

	private final LiveProperties properties;

	private volatile @Nullable LiveServer server;

	private final Now now = new Now("", System::nanoTime);

	private volatile @Nullable Supplier<String> report;

	private boolean whole;

	Live(LiveProperties properties) {
		this.properties = properties;
	}

	/** Shows nothing. */
	public static Live off() {
		return new Live(new LiveProperties(false, 0, false));
	}

	/** Serves the page and prints its address, unless it is turned off. */
	public void open(String command, boolean quiet) {
		if (!this.properties.isServed(quiet)) {
			return;
		}
		this.now.command(command);
		try {
			LiveServer opened = new LiveServer(command, this.properties.port(), this::next, this::drawn);
			this.server = opened;
			if (!quiet) {
				System.err.println("Live: " + opened.url());
			}
		}
		catch (IOException ex) {
			if (this.properties.port() != 0) {
				throw new UsageException(
						"live.port: %d cannot be used (%s); name another port, or use --live=false.".formatted(
								this.properties.port(), (ex instanceof BindException) ? "in use" : ex.getMessage()),
						ex);
			}
			System.err.println("The live page cannot be served: " + ex.getMessage());
		}
	}

	private String next(int version, int seconds) throws InterruptedException {
		return JSON.toJson(this.now.next(version, seconds));
	}

	private @Nullable String drawn() {
		Supplier<String> page = this.report;
		return (page != null) ? page.get() : null;
	}

	/** Shows what it hears on the page. */
	public Audience audience() {
		return this.now;
	}

	/** Draws the report from here when a page asks for it. */
	public void draw(Supplier<String> page) {
		this.report = page;
		this.now.results();
	}

	/** Draws this file, if it could be written, when a page asks for the report. */
	public void draw(Path page) {
		if (Files.isReadable(page)) {
			draw(() -> {
				try {
					return Files.readString(page);
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			});
		}
	}

	/** A load begins. */
	public void drives(LoadPlan plan) {
		if (this.server != null) {
			this.now.drives(RunWords.plan(PlanDocument.of(plan)));
		}
	}

	/** Follows a run for a listener. */
	public RunListener watching(RunListener listener) {
		return new RunListener() {

			@Override
			public void progress(Progress progress) {
				listener.progress(progress);
				second(progress);
			}

			@Override
			public void interval(LatencyInterval latencies, Instant from, Instant to) {
				listener.interval(latencies, from, to);
			}

		};
	}

	/** Whether a page is open. */
	public boolean isSeen() {
		LiveServer serving = this.server;
		return serving != null && serving.isSeen();
	}

	public void second(Progress progress) {
		if (this.server != null) {
			this.now.second(progress);
		}
	}

	/** Takes a sample of the current run's server. */
	public void sampled(ServerSample sample) {
		if (this.server != null) {
			this.now.sampled(sample);
		}
	}

	/** The work is over: open pages become the report. */
	public void end() {
		this.whole = true;
		this.now.end();
		LiveServer serving = this.server;
		if (serving != null) {
			try {
				serving.awaitLastFetch(LAST_FETCH);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/** Keeps a page until Ctrl-C if that was asked for, and returns the exit code. */
	public int keep(int exitCode) throws Exception {
		LiveServer serving = this.server;
		if (serving == null || !this.properties.keep() || !this.whole || Thread.currentThread().isInterrupted()) {
			return exitCode;
		}
		System.err.println("The report stays at %s until Ctrl-C.".formatted(serving.url()));
		CountDownLatch interrupted = new CountDownLatch(1);
		try {
			return Interruptible.callUntilInterrupted(() -> {
				interrupted.await();
				return exitCode;
			}, interrupted::countDown, LAST_FETCH);
		}
		catch (IllegalStateException ex) {
			// The JVM ends already: somebody has interrupted the work.
			return exitCode;
		}
	}

	@Override
	public void close() {
		LiveServer serving = this.server;
		this.server = null;
		if (serving != null) {
			serving.close();
		}
	}

}
