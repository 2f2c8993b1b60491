package dev.grpctuning.load.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.assertj.core.util.DoubleComparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.server.GcSummary.Pauses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link GcSummary} with parts of what {@code -Xlog:gc}, and {@code gc+phases}
 * of ZGC, of Temurin 25 has written.
 */
class GcSummaryTests {

	private static final long MEGABYTE = 1024 * 1024;

	@Test
	void whenCollectorIsG1ThenMixedPausesAreYoungAndCyclesHavePauses() throws IOException {
		assertPauses("g1", new GcSummary(11, 0.010008, 2, 0.007232, 93 * MEGABYTE, new Pauses(4, 0.000849), Pauses.NONE,
				Pauses.NONE));
	}

	@Test
	void whenCollectorIsParallelOrSerialThenPausesAreCounted() throws IOException {
		assertPauses("parallel",
				new GcSummary(3, 0.042616, 8, 0.073455, 56 * MEGABYTE, Pauses.NONE, Pauses.NONE, Pauses.NONE));
		assertPauses("serial",
				new GcSummary(3, 0.018131, 8, 0.018188, 58 * MEGABYTE, Pauses.NONE, Pauses.NONE, Pauses.NONE));
	}

	@Test
	void whenCollectorIsZgcThenMinorCollectionsAreYoungAndThreadsWaitForMemory() throws IOException {
		assertPauses("zgc", new GcSummary(2, 0.000046, 0, 0, 64 * MEGABYTE, new Pauses(5, 0.000041), Pauses.NONE,
				new Pauses(15, 0.05116)));
	}

	@Test
	void whenCollectorIsShenandoahThenCollectionsDegenerate() throws IOException {
		assertPauses("shenandoah", new GcSummary(0, 0, 1, 0.003813, 49 * MEGABYTE, new Pauses(8, 0.000062),
				new Pauses(5, 0.005998), Pauses.NONE));
	}

	@Test
	void whenAllThreadsStandStillThenThatIsAPauseAndAWaitOfOneIsNot() throws IOException {
		assertThat(read("shenandoah").pausedSeconds()).isCloseTo(0.009873, within(1e-9));
		assertThat(read("shenandoah").pauseCount()).isEqualTo(14);
		assertThat(read("zgc").pausedSeconds()).isCloseTo(0.000087, within(1e-9));
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

	private static void assertPauses(String collector, GcSummary expected) throws IOException {
		assertThat(read(collector)).usingRecursiveComparison()
			.withComparatorForType(new DoubleComparator(1e-9), Double.class)
			.isEqualTo(expected);
	}

	private static GcSummary read(String collector) throws IOException {
		return read(log(collector), 0);
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
