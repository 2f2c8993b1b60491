package dev.grpctuning.load.text;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Display}.
 */
class DisplayTests {

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final Display.Lines display = new Display.Lines("tuned",
			new PrintStream(this.out, true, StandardCharsets.UTF_8));

	@Test
	void whenASecondPassesThenThereIsALine() {
		this.display.show(new Progress(Samples.point(0), true, 0, 2.5, 0, 0, false, null));
		this.display.show(new Progress(Samples.point(1), false, 0.256, 2.5, 900, 50, false, null));
		this.display.show(new Progress(Samples.point(12), false, 1, 2.5, 123_456, 1050, false, null));
		this.display.show(new Progress(Samples.point(13, 2_500L), false, 1, 2.5, 123_456, 1050, true, null));
		this.display.finish();
		assertThat(this.out.toString(StandardCharsets.UTF_8).lines()).containsExactly(
				"tuned       0 s   0 %  warming up", "tuned       1 s  26 %  900/s p99 1.9 ms open 45 failed 50",
				"tuned      12 s 100 %  900/s p99 1.9 ms open 45 failed 1,050",
				"tuned      13 s 100 %  saturated 900/s p99 1.9 ms open 45 failed 1,050 lag p99 2.5 ms");
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
		assertThat(bar(columns, 42.02)).isEqualTo(last);
	}

	@Test
	void whenItWarmsUpThenItsOwnFiguresAreShown() {
		this.display.show(new Progress(Samples.point(3), true, 0, 2.5, 0, 0, false, new WarmupFigures(1234, 5_600, 7)));
		this.display.show(new Progress(Samples.point(4), true, 0, 2.5, 0, 0, true, new WarmupFigures(0, 0, 1007)));
		assertThat(this.out.toString(StandardCharsets.UTF_8).lines()).containsExactly(
				"tuned       3 s   0 %  warming up 1,234/s p99 5.6 ms open 45 failed 7",
				"tuned       4 s   0 %  warming up saturated 0/s p99 - open 45 failed 1,007");
		assertThat(shown("80",
				new Progress(Samples.point(4), true, 0, 72.0, 0, 0, true, new WarmupFigures(123_456, 5_600, 1007))))
			.isEqualTo("  0 %  1:12 left  warming up saturated 123,456/s p99 5.6 ms open 45 failed 1,007");
	}

	@Test
	void whenTheClientHoldsTheLoadUpThenTheLagIsWhatANarrowTerminalCuts() {
		assertThat(shown("80", new Progress(Samples.point(1, 2_500L), false, 0.256, 42.02, 900, 1_234_567, true, null)))
			.isEqualTo(" 26 %  0:42 left  saturated 900/s p99 1.9 ms open 45 failed 1,234,567 lag p99 2.")
			.hasSize(80);
	}

	@Test
	void whenMuchTimeIsLeftThenItIsInHours() {
		assertThat(bar("200", 3 * 3600 + 62.0)).contains("]  3:01:02 left  900/s");
		assertThat(bar("200", null)).contains("]  900/s");
	}

	@ParameterizedTest
	@CsvSource({ "7,7 s", "89,89 s", "90,2 minutes", "516,9 minutes" })
	void timeIsToldRoughly(int seconds, String text) {
		assertThat(Display.about(Duration.ofSeconds(seconds))).isEqualTo(text);
	}

	private String bar(String columns, @Nullable Double left) {
		return shown(columns, new Progress(Samples.point(1), false, 0.256, left, 900, 50, false, null));
	}

	private String shown(String columns, Progress progress) {
		Display.Bar bar = new Display.Bar("localhost:9090", new PrintStream(this.out, true, StandardCharsets.UTF_8),
				columns);
		bar.show(progress);
		bar.finish();
		String shown = this.out.toString(StandardCharsets.UTF_8).stripTrailing();
		return shown.substring(shown.lastIndexOf('\r') + 1);
	}

}
