package dev.grpctuning.load.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadRun.RunListener;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.latency.LatencyInterval;

/** Displays the progress of a run, and writes {@code load.histogram}. */
public final class RunWatch implements RunListener, AutoCloseable {

	private final Consumer<Progress> display;

	private final @Nullable String histogram;

	private final @Nullable HistogramLog log;

	public RunWatch(Consumer<Progress> display, @Nullable String histogram) {
		this.display = display;
		this.histogram = histogram;
		this.log = (histogram != null) ? log(histogram) : null;
	}

	private static HistogramLog log(String file) {
		try {
			return new HistogramLog(Path.of(file));
		}
		catch (IOException ex) {
			throw OutputFile.notWritable("load.histogram", file, ex);
		}
	}

	@Override
	public void progress(Progress progress) {
		this.display.accept(progress);
	}

	@Override
	public void interval(LatencyInterval latencies, Instant from, Instant to) {
		if (this.log != null) {
			this.log.add(latencies, from, to);
		}
	}

	@Override
	public void close() {
		if (this.log != null) {
			this.log.close();
		}
	}

	/** Throws if latencies are missing in the file; call it after printing the result. */
	public void checkWritten() {
		IOException failure = (this.log != null) ? this.log.failure() : null;
		if (this.histogram != null && failure != null) {
			throw OutputFile.notWritable("load.histogram", this.histogram, failure);
		}
	}

}
