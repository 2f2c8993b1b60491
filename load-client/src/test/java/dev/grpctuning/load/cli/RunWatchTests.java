package dev.grpctuning.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.latency.LatencyInterval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RunWatch}.
 */
class RunWatchTests {

	/**
	 * A regular file to which nothing but a number can be written.
	 */
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
			.withMessage("load.histogram: %s cannot be written (java.io.IOException: Invalid argument); "
					+ "name a file in a folder that can.", NOT_WRITABLE);
	}

	@Test
	void whenThereIsNoLogThenNothingIsSaid() {
		RunWatch watch = new RunWatch((progress) -> {
		}, null);
		watch.close();
		watch.checkWritten();
	}

	private static RunWatch watch(Path file) {
		RunWatch watch = new RunWatch((progress) -> {
		}, file.toString());
		LatencyInterval interval = new LatencyInterval();
		interval.service().recordValue(100);
		watch.interval(interval, Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
		watch.close();
		return watch;
	}

}
