package dev.grpctuning.load.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.result.WholeFile;

/**
 * The latencies of each second as an interval log of HdrHistogram (V2), tagged
 * {@code service} and {@code response}. Histograms are in microseconds, the log's column
 * of maxima in milliseconds.
 */
final class HistogramLog implements AutoCloseable {

	private static final double MICROS_PER_MILLI = 1000;

	private final Kept out;

	private final HistogramLogWriter writer;

	private @Nullable Instant base;

	HistogramLog(Path file) throws IOException {
		this.out = new Kept(WholeFile.stream(file));
		this.writer = new HistogramLogWriter(this.out);
		this.writer.outputComment("[latencies in microseconds]");
		this.writer.outputLogFormatVersion();
	}

	/** Skips intervals before the first answer. */
	void add(LatencyInterval latencies, Instant from, Instant to) {
		if (this.base == null) {
			if (latencies.service().getTotalCount() == 0) {
				return;
			}
			this.base = from;
			this.writer.outputStartTime(from.toEpochMilli());
			this.writer.outputBaseTime(from.toEpochMilli());
			this.writer.outputLegend();
		}
		double begin = seconds(this.base, from);
		double end = seconds(this.base, to);
		latencies.service().setTag("service");
		latencies.response().setTag("response");
		this.writer.outputIntervalHistogram(begin, end, latencies.service(), MICROS_PER_MILLI);
		this.writer.outputIntervalHistogram(begin, end, latencies.response(), MICROS_PER_MILLI);
	}

	private static double seconds(Instant from, Instant to) {
		return Duration.between(from, to).toNanos() / 1e9;
	}

	@Override
	public void close() {
		this.writer.close();
	}

	/** First reason why the log is incomplete, or {@code null}. */
	@Nullable IOException failure() {
		return this.out.failure;
	}

	/** Keeps the first write failure, which HdrHistogram's writer ignores. */
	private static final class Kept extends FilterOutputStream {

		private volatile @Nullable IOException failure;

		Kept(OutputStream out) {
			super(out);
		}

		@Override
		public void write(byte[] bytes, int from, int length) throws IOException {
			try {
				this.out.write(bytes, from, length);
			}
			catch (IOException ex) {
				this.failure = (this.failure != null) ? this.failure : ex;
				throw ex;
			}
		}

	}

}
