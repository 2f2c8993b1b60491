package dev.grpctuning.load.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadRun.RunListener;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.result.WholeFile;

/**
 * Displays the progress of a run, and writes {@code load.histogram}: the latencies of
 * each second as an interval log of HdrHistogram (V2), tagged {@code service} and
 * {@code response}. Histograms are in microseconds, the log's column of maxima in
 * milliseconds.
 */
public final class RunWatch implements RunListener, AutoCloseable {

	private static final double MICROS_PER_MILLI = 1000;

	private final Consumer<Progress> display;

	private final @Nullable String histogram;

	private final PrintStream out;

	private final HistogramLogWriter writer;

	private @Nullable Instant base;

	public RunWatch(Consumer<Progress> display, @Nullable String histogram) {
		this.display = display;
		this.histogram = histogram;
		this.out = new PrintStream((histogram != null) ? open(histogram) : OutputStream.nullOutputStream(), false,
				StandardCharsets.UTF_8);
		this.writer = new HistogramLogWriter(this.out);
		this.writer.outputComment("[latencies in microseconds]");
		this.writer.outputLogFormatVersion();
	}

	private static OutputStream open(String file) {
		try {
			return WholeFile.stream(Path.of(file));
		}
		catch (IOException ex) {
			throw OutputFile.notWritable("load.histogram", file, ex);
		}
	}

	@Override
	public void progress(Progress progress) {
		this.display.accept(progress);
	}

	/** Skips intervals before the first answer. */
	@Override
	public void interval(LatencyInterval latencies, Instant from, Instant to) {
		if (this.histogram == null || this.base == null && latencies.service().getTotalCount() == 0) {
			return;
		}
		if (this.base == null) {
			this.base = from;
			this.writer.outputStartTime(from.toEpochMilli());
			this.writer.outputBaseTime(from.toEpochMilli());
			this.writer.outputLegend();
		}
		write(latencies.service(), "service", this.base, from, to);
		write(latencies.response(), "response", this.base, from, to);
	}

	private void write(Histogram latencies, String tag, Instant base, Instant from, Instant to) {
		latencies.setTag(tag);
		this.writer.outputIntervalHistogram(Duration.between(base, from).toNanos() / 1e9,
				Duration.between(base, to).toNanos() / 1e9, latencies, MICROS_PER_MILLI);
	}

	@Override
	public void close() {
		this.writer.close();
	}

	/** Throws if latencies are missing in the file; call it after printing the result. */
	public void checkWritten() {
		if (this.histogram != null && this.out.checkError()) {
			throw OutputFile.notWritable("load.histogram", this.histogram, "it is not complete");
		}
	}

}
