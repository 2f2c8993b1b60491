package dev.grpctuning.load.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.assertj.core.util.DoubleComparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GcSummary} with what {@code -Xlog:gc:file=...:uptime:filecount=0} of
 * Temurin 25 has written.
 */
class GcSummaryTests {

	private static final long MEGABYTE = 1024 * 1024;

	private static final String G1 = """
			[0.008s] Using G1
			[0.144s] GC(0) Pause Young (Concurrent Start) (G1 Humongous Allocation) 27M->27M(64M) 1.354ms
			[0.146s] GC(1) Concurrent Undo Cycle
			[0.146s] GC(1) Concurrent Undo Cycle 0.503ms
			[0.147s] GC(3) Concurrent Mark Cycle
			[0.161s] GC(3) Pause Remark 33M->33M(64M) 0.403ms
			[0.162s] GC(3) Pause Cleanup 33M->33M(64M) 0.011ms
			[0.169s] GC(3) Concurrent Mark Cycle 22.472ms
			[0.207s] GC(4) Pause Young (Prepare Mixed) (G1 Evacuation Pause) 46M->31M(64M) 1.194ms
			[0.236s] GC(5) Pause Young (Mixed) (G1 Evacuation Pause) 56M->31M(64M) 2.085ms
			[0.246s] GC(8) Pause Young (Normal) (G1 Evacuation Pause) 58M->31M(64M) 0.590ms
			[0.287s] GC(24) Pause Young (Normal) (G1 Evacuation Pause) (Evacuation Failure: Allocation) 58M->53M(64M) 15.056ms
			[0.297s] GC(30) Pause Full (G1 Compaction Pause) 63M->63M(64M) 2.619ms
			[0.301s] GC(31) Pause Full (G1 Compaction Pause) 62M->61M(64M) 3.990ms
			""";

	private static final String PARALLEL = """
			[0.003s] Using Parallel
			[0.028s] GC(3) Pause Young (Allocation Failure) 17M->7M(46M) 0.693ms
			[0.031s] GC(4) Pause Full (System.gc()) 17M->8M(46M) 3.147ms
			[0.033s] GC(5) Pause Young (Allocation Failure) 20M->12M(46M) 0.917ms
			[0.034s] GC(6) Pause Young (Allocation Failure) 24M->16M(45M) 1.444ms
			""";

	private static final String SERIAL = """
			[0.003s] Using Serial
			[0.043s] GC(0) Pause Young (Allocation Failure) 18M->17M(61M) 11.274ms
			[0.053s] GC(1) Pause Young (Allocation Failure) 34M->29M(61M) 8.781ms
			[0.057s] GC(3) Pause Full (Allocation Failure) 46M->29M(61M) 1.767ms
			""";

	@Test
	void whenCollectorIsG1ThenMixedPausesAreYoungAndConcurrentPhasesAreNoCollections(@TempDir Path folder)
			throws IOException {
		assertPauses(read(folder, G1), new GcSummary(5, 0.020279, 2, 0.006609, 63 * MEGABYTE));
	}

	@Test
	void whenCollectorIsParallelOrSerialThenPausesAreCounted(@TempDir Path folder) throws IOException {
		assertPauses(read(folder, PARALLEL), new GcSummary(3, 0.003054, 1, 0.003147, 24 * MEGABYTE));
		assertPauses(read(folder, SERIAL), new GcSummary(2, 0.020055, 1, 0.001767, 46 * MEGABYTE));
	}

	@Test
	void whenTheJvmDiedWhileWritingThenWholeLinesCount(@TempDir Path folder) throws IOException {
		GcSummary summary = read(folder, SERIAL + "[0.060s] GC(4) Pause Full (Allocation Failure) 47M->3");
		assertThat(summary.fullCount()).isOne();
		assertThat(summary.peakHeapBytes()).isEqualTo(46 * MEGABYTE);
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
		assertThat(GcSummary.read(folder.resolve("gc.log"), 0)).isEqualTo(new GcSummary(0, 0, 0, 0, 0));
	}

	@Test
	void whenOnlyTheRestIsOfInterestThenWhatWasBeforeDoesNotCount(@TempDir Path folder) throws IOException {
		String before = "[0.1s] GC(0) Pause Full (System.gc()) 900M->8M(946M) 3.000ms\n";
		Path log = Files.writeString(folder.resolve("gc.log"),
				before + "[9.1s] GC(1) Pause Young (Allocation Failure) 2M->1M(4M) 2.000ms\n");
		GcSummary rest = GcSummary.read(log, before.length());
		assertThat(rest.fullCount()).isZero();
		assertThat(rest.youngCount()).isOne();
		assertThat(rest.peakHeapBytes()).isEqualTo(2 * MEGABYTE);
		assertThat(GcSummary.read(log, Files.size(log))).isEqualTo(new GcSummary(0, 0, 0, 0, 0));
	}

	private static void assertPauses(GcSummary summary, GcSummary expected) {
		assertThat(summary).usingRecursiveComparison()
			.withComparatorForType(new DoubleComparator(1e-9), Double.class)
			.isEqualTo(expected);
	}

	private static GcSummary read(Path folder, String log) throws IOException {
		return GcSummary.read(Files.writeString(folder.resolve("gc.log"), log), 0);
	}

}
