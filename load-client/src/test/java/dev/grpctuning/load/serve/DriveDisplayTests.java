package dev.grpctuning.load.serve;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DriveDisplay}; 900 calls are answered in each second.
 */
class DriveDisplayTests {

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	@Test
	void whenThereIsATerminalThenEachSecondHasALine() {
		DriveDisplay display = display(1);
		display.show(progress(1, 2_500, false));
		display.show(progress(2, 80, true));
		assertThat(lines()).containsExactly("server     1 s  900/s p99 1.9 ms open 45 failed 50 lag p99 2.5 ms",
				"server     2 s  saturated 900/s p99 1.9 ms open 45 failed 50 lag p99 80 µs");
	}

	@Test
	void whenThereIsNoTerminalThenALineSaysTheMeanRateAndTheWorstOfItsSeconds() {
		DriveDisplay display = display(3);
		display.show(progress(1, 70, false));
		display.show(progress(2, 90, true));
		assertThat(lines()).isEmpty();
		display.show(progress(4, 80, false));
		display.show(progress(5, 30, false));
		display.show(progress(6, 31, false));
		display.show(progress(7, 29, false));
		assertThat(lines()).containsExactly(
				"server     4 s  saturated 675/s p99 1.9 ms open 45 failed 50 lag p99 90 µs",
				"server     7 s  900/s p99 1.9 ms open 45 failed 50 lag p99 31 µs");
	}

	@Test
	void whenItWarmsUpThenTheClockBeginsAnewAfterwards() {
		DriveDisplay display = display(1);
		display.show(new Progress(Samples.point(6), true, 0, 2.5, 0, 0, false, null));
		display.show(new Progress(Samples.point(7), true, 0, 2.5, 0, 0, false, new WarmupFigures(800, 5_600, 7)));
		display.show(new Progress(Samples.point(1), false, 0, 2.5, 900, 50, false, null));
		assertThat(lines()).containsExactly("server     6 s  warming up",
				"server     7 s  warming up 800/s p99 5.6 ms open 45 failed 7",
				"server     1 s  900/s p99 1.9 ms open 45 failed 50");
	}

	private DriveDisplay display(int every) {
		return new DriveDisplay("server", new PrintStream(this.out, true, StandardCharsets.UTF_8), every);
	}

	private static Progress progress(double seconds, long lag, boolean limited) {
		return new Progress(Samples.point(seconds, lag), false, 0, 2.5, 900, 50, limited, null);
	}

	private List<String> lines() {
		return this.out.toString(StandardCharsets.UTF_8).lines().toList();
	}

}
