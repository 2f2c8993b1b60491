package dev.grpctuning.load.report;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.engine.Progress;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProgressDisplay}.
 */
class ProgressDisplayTests {

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ProgressDisplay.Lines display = new ProgressDisplay.Lines("tuned",
			new PrintStream(this.out, true, StandardCharsets.UTF_8));

	@Test
	void whenASecondPassesThenThereIsALine() {
		this.display.show(new Progress(Samples.point(0), true, 0, 2.5, 0, 0, false));
		this.display.show(new Progress(Samples.point(1), false, 0.256, 2.5, 900, 50, false));
		this.display.show(new Progress(Samples.point(12), false, 1, 2.5, 123_456, 1050, false));
		this.display.show(new Progress(Samples.point(13, 2_500L), false, 1, 2.5, 123_456, 1050, true));
		this.display.finish();
		assertThat(this.out.toString(StandardCharsets.UTF_8).lines()).containsExactly(
				"tuned       0 s   0 %  warming up", "tuned       1 s  26 %  900/s p99 1.9 ms open 45 failed 50",
				"tuned      12 s 100 %  900/s p99 1.9 ms open 45 failed 1,050",
				"tuned      13 s 100 %  900/s p99 1.9 ms open 45 failed 1,050 lag p99 2.5 ms client-limited");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			100 | "localhost:9090  26 % [=======                     ]  0:42 left  900/s p99 1.9 ms open 45 failed 50"
			80  | "localhost:9090  26 % [===       ]  0:42 left  900/s p99 1.9 ms open 45 failed 50"
			75  | " 26 % [=====               ]  0:42 left  900/s p99 1.9 ms open 45 failed 50"
			60  | " 26 %  0:42 left  900/s p99 1.9 ms open 45 failed 50"
			20  | " 26 %  0:42 left  90"
			""")
	void whenATerminalIsNarrowThenTheFiguresStay(String columns, String last) {
		assertThat(bar(columns, 41.1)).isEqualTo(last);
	}

	@Test
	void whenMuchTimeIsLeftThenItIsInHours() {
		assertThat(bar("200", 3 * 3600 + 62.0)).contains("]  3:01:02 left  900/s");
		assertThat(bar("200", null)).contains("]  900/s");
	}

	private String bar(String columns, @Nullable Double left) {
		ProgressDisplay.Bar bar = new ProgressDisplay.Bar("localhost:9090",
				new PrintStream(this.out, true, StandardCharsets.UTF_8), columns);
		bar.show(new Progress(Samples.point(1), false, 0.256, left, 900, 50, false));
		bar.finish();
		String shown = this.out.toString(StandardCharsets.UTF_8).stripTrailing();
		return shown.substring(shown.lastIndexOf('\r') + 1);
	}

}
