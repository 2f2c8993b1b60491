package dev.grpctuning.load.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GcSummary} with parts of what {@code -Xlog:gc}, and {@code gc+phases}
 * of ZGC, of Temurin 25 has written.
 */
@Tag(Approved.TAG)
class GcSummaryTests {

	private static final long MEGABYTE = 1024 * 1024;

	/** Mixed pauses of G1 and minor collections of ZGC are young. */
	@Test
	void whenACollectorHasWrittenALogThenItsPausesAreCounted() {
		Approved.assertCase("diagnosis.txt",
				Stream.of("g1", "parallel", "serial", "zgc", "shenandoah").map((collector) -> {
					GcSummary summary = read(collector);
					return "%s -> %s, %d pauses of %.6f s".formatted(collector, summary, summary.pauseCount(),
							summary.pausedSeconds());
				}).toArray(String[]::new));
	}

	@Test
	void whenTheJvmDiedWhileWritingThenWholeLinesCount(@TempDir Path folder) throws IOException {
		GcSummary summary = read(folder,
				Files.readString(log("serial")) + "[0.060s] GC(4) Pause Full (Allocation Failure) 47M->3");
		assertThat(summary.fullCount()).isEqualTo(8);
		assertThat(summary.peakHeapBytes()).isEqualTo(58 * MEGABYTE);
	}

	@Test
	void whenSizesAreInOtherUnitsThenTheyAreUnderstood(@TempDir Path folder) throws IOException {
		assertThat(read(folder, "[9.1s] GC(0) Pause Young (Allocation Failure) 512K->100K(1024K) 0.100ms\n")
			.peakHeapBytes()).isEqualTo(512 * 1024);
		assertThat(read(folder, "[9.1s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 3G->1G(4G) 100.000ms\n")
			.peakHeapBytes()).isEqualTo(3 * 1024 * MEGABYTE);
	}

	@Test
	void whenThereIsNoLogThenAllIsZero(@TempDir Path folder) throws IOException {
		assertThat(read(folder.resolve("gc.log"), 0)).isEqualTo(GcSummary.NONE);
	}

	@Test
	void whenOnlyTheRestIsOfInterestThenWhatWasBeforeDoesNotCount(@TempDir Path folder) throws IOException {
		String before = "[0.1s] GC(0) Pause Full (System.gc()) 900M->8M(946M) 3.000ms\n";
		Path log = Files.writeString(folder.resolve("gc.log"),
				before + "[9.1s] GC(1) Pause Young (Allocation Failure) 2M->1M(4M) 2.000ms\n");
		GcSummary rest = read(log, before.length());
		assertThat(rest.fullCount()).isZero();
		assertThat(rest.youngCount()).isOne();
		assertThat(rest.peakHeapBytes()).isEqualTo(2 * MEGABYTE);
		assertThat(read(log, Files.size(log))).isEqualTo(GcSummary.NONE);
	}

	private static GcSummary read(String collector) {
		try {
			return read(log(collector), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** What the JVM wrote that made garbage in a heap of 64 or 96 MB. */
	private static Path log(String collector) {
		return Path.of("src/test/resources/dev/grpctuning/load/server/gc/" + collector + ".log");
	}

	private static GcSummary read(Path folder, String log) throws IOException {
		return read(Files.writeString(folder.resolve("gc.log"), log), 0);
	}

	private static GcSummary read(Path log, long from) throws IOException {
		return GcSummary.of(GcSummary.lines(log, from));
	}

}
