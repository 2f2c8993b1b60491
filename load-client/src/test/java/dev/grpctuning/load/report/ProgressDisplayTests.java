package dev.grpctuning.load.report;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.Progress;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProgressDisplay} where there is no terminal.
 */
class ProgressDisplayTests {

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ProgressDisplay.Lines display = new ProgressDisplay.Lines("tuned",
			new PrintStream(this.out, true, StandardCharsets.UTF_8));

	@Test
	void whenASecondPassesThenThereIsALine() {
		this.display.show(new Progress(Samples.point(0), true, 0, 0, 0, false));
		this.display.show(new Progress(Samples.point(1), false, 0.256, 900, 50, false));
		this.display.show(new Progress(Samples.point(12), false, 1, 123_456, 1050, false));
		this.display.show(new Progress(Samples.point(13, 2_500L), false, 1, 123_456, 1050, true));
		this.display.finish();
		assertThat(this.out.toString(StandardCharsets.UTF_8).lines()).containsExactly(
				"tuned       0 s   0 %  warming up", "tuned       1 s  26 %  900/s p99 1.9 ms open 45 failed 50",
				"tuned      12 s 100 %  900/s p99 1.9 ms open 45 failed 1,050",
				"tuned      13 s 100 %  900/s p99 1.9 ms open 45 failed 1,050 lag p99 2.5 ms client-limited");
	}

}
