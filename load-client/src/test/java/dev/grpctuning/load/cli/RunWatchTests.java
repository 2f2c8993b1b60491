package dev.grpctuning.load.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link RunWatch}. */
class RunWatchTests {

	/** A regular file to which nothing but a number can be written. */
	private static final Path NOT_WRITABLE = Path.of("/proc/self/oom_score_adj");

	@Test
	void whenTheLogCouldBeWrittenThenNothingIsSaid(@TempDir Path folder) throws Exception {
		Path file = folder.resolve("run.hlog");
		watch(file).checkWritten();
		assertThat(Files.readString(file)).contains("Tag=response");
	}

	@Test
	void whenTheLogCouldNotBeWrittenThenOneLineSaysSoAfterTheRun() {
		RunWatch watch = watch(NOT_WRITABLE);
		assertThatExceptionOfType(UsageException.class).isThrownBy(watch::checkWritten)
			.withMessageStartingWith("load.histogram: %s ", NOT_WRITABLE)
			.withMessageContaining("(java.io.IOException: Invalid argument)");
	}

	@Test
	void whenThereIsNoLogThenTheRunIsStillDisplayedAndNoLatencyIsKept() {
		List<Progress> displayed = new ArrayList<>();
		RunWatch watch = new RunWatch(displayed::add, null);
		Progress progress = new Progress(Samples.point(1), false, 0.5, 2.5, 900, 50, false, null);
		watch.progress(progress);
		LatencyInterval interval = interval();
		watch.interval(interval, Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
		watch.close();
		watch.checkWritten();
		assertThat(displayed).containsExactly(progress);
		assertThat(interval.service().getTotalCount()).isOne();
	}

	private static RunWatch watch(Path file) {
		RunWatch watch = new RunWatch((progress) -> {
		}, file.toString());
		watch.interval(interval(), Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
		watch.close();
		return watch;
	}

	private static LatencyInterval interval() {
		LatencyInterval interval = new LatencyInterval();
		interval.service().recordValue(100);
		return interval;
	}

}
