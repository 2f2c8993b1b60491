package dev.grpctuning.load.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link RunWatch}; logs are read back by HdrHistogram's own reader. */
class RunWatchTests {

	/** A regular file to which nothing but a number can be written. */
	private static final Path NOT_WRITABLE = Path.of("/proc/self/oom_score_adj");

	private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

	@TempDir
	private Path folder;

	@Test
	void whatIsWrittenIsReadBackByTheLibrarysOwnReader() throws Exception {
		Path file = this.folder.resolve("deep").resolve("run.hlog");
		try (RunWatch log = watch(file)) {
			log.interval(interval(0, 0), START, START.plusSeconds(1));
			log.interval(interval(100, 2000), START.plusSeconds(1), START.plusSeconds(2));
			assertThat(read(file)).as("while the run goes on").hasSize(2);
			log.interval(interval(150, 3000), START.plusSeconds(2), START.plusMillis(2250));
			log.checkWritten();
		}
		List<Histogram> read = read(file);
		assertThat(read).extracting(EncodableHistogram::getTag)
			.containsExactly("service", "response", "service", "response");
		assertThat(read).extracting(Histogram::getMaxValue).containsExactly(100L, 2000L, 150L, 3001L);
		assertThat(read).extracting(Histogram::getTotalCount).containsOnly(1L);
		assertThat(read.getFirst().getStartTimeStamp()).isEqualTo(START.plusSeconds(1).toEpochMilli());
		assertThat(read.getLast().getEndTimeStamp()).isEqualTo(START.plusMillis(2250).toEpochMilli());
	}

	@Test
	void whenTheLogCouldNotBeWrittenThenOneLineSaysSoAfterTheRun() {
		RunWatch watch = written(NOT_WRITABLE);
		assertThatExceptionOfType(UsageException.class).isThrownBy(watch::checkWritten)
			.withMessageStartingWith("load.histogram: %s cannot be written ", NOT_WRITABLE);
	}

	@Test
	void whenThereIsNoLogThenTheRunIsStillDisplayedAndNoLatencyIsKept() {
		List<Progress> displayed = new ArrayList<>();
		RunWatch watch = new RunWatch(displayed::add, null);
		Progress progress = new Progress(Samples.point(1), false, 0.5, 2.5, 900, 50, false, null);
		watch.progress(progress);
		LatencyInterval interval = interval(100, 100);
		watch.interval(interval, Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
		watch.close();
		watch.checkWritten();
		assertThat(displayed).containsExactly(progress);
		assertThat(interval.service().getTotalCount()).isOne();
	}

	private static RunWatch watch(Path file) {
		return new RunWatch((progress) -> {
		}, file.toString());
	}

	private static RunWatch written(Path file) {
		try (RunWatch watch = watch(file)) {
			watch.interval(interval(100, 100), Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
			return watch;
		}
	}

	private static LatencyInterval interval(long service, long response) {
		LatencyInterval interval = new LatencyInterval();
		if (service != 0) {
			interval.service().recordValue(service);
			interval.response().recordValue(response);
		}
		return interval;
	}

	private static List<Histogram> read(Path file) throws IOException {
		List<Histogram> read = new ArrayList<>();
		HistogramLogReader reader = new HistogramLogReader(file.toFile());
		while (reader.hasNext()) {
			EncodableHistogram next = reader.nextIntervalHistogram();
			if (next != null) {
				read.add((Histogram) next);
			}
		}
		reader.close();
		return read;
	}

}
