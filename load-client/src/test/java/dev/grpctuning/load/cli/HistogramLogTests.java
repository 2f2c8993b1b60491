package dev.grpctuning.load.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.latency.LatencyInterval;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link HistogramLog}, read back by HdrHistogram's own reader. */
class HistogramLogTests {

	private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

	@TempDir
	private Path folder;

	private Path file = Path.of("");

	@BeforeEach
	void nameFile() {
		this.file = this.folder.resolve("deep").resolve("run.hlog");
	}

	@Test
	void whatIsWrittenIsReadBackByTheLibrarysOwnReader() throws Exception {
		try (HistogramLog log = new HistogramLog(this.file)) {
			log.add(interval(0, 0), START, START.plusSeconds(1));
			log.add(interval(100, 2000), START.plusSeconds(1), START.plusSeconds(2));
			log.add(interval(150, 3000), START.plusSeconds(2), START.plusMillis(2250));
		}
		List<Histogram> read = read();
		assertThat(read).extracting(EncodableHistogram::getTag)
			.containsExactly("service", "response", "service", "response");
		assertThat(read).extracting(Histogram::getMaxValue).containsExactly(100L, 2000L, 150L, 3001L);
		assertThat(read).extracting(Histogram::getTotalCount).containsOnly(1L);
		assertThat(read.getFirst().getStartTimeStamp()).isEqualTo(START.plusSeconds(1).toEpochMilli());
		assertThat(read.getLast().getEndTimeStamp()).isEqualTo(START.plusMillis(2250).toEpochMilli());
	}

	@Test
	void whileTheRunGoesOnEachIntervalCanBeRead() throws Exception {
		try (HistogramLog log = new HistogramLog(this.file)) {
			log.add(interval(100, 2000), START, START.plusSeconds(1));
			assertThat(read()).hasSize(2);
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

	private List<Histogram> read() throws IOException {
		List<Histogram> read = new ArrayList<>();
		HistogramLogReader reader = new HistogramLogReader(this.file.toFile());
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
