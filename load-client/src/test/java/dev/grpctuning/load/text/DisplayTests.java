package dev.grpctuning.load.text;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Display}. */
@Tag(Approved.TAG)
class DisplayTests {

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final Display display = display("tuned", false, null, 1);

	@Test
	void whenASecondPassesThenThereIsALine() {
		this.display.show(new Progress(Samples.point(0), true, 0, 2.5, 0, 0, false, null));
		this.display.show(new Progress(Samples.point(1), false, 0.256, 2.5, 900, 50, false, null));
		this.display.show(new Progress(Samples.point(12), false, 1, 2.5, 123_456, 1050, false, null));
		this.display.show(new Progress(Samples.point(13, 2_500L), false, 1, 2.5, 123_456, 1050, true, null));
		this.display.finish();
		Approved.assertCase("run.txt", this.out.toString(StandardCharsets.UTF_8));
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
		Approved.assertCase("run.txt", this.out.toString(StandardCharsets.UTF_8), shown("80",
				new Progress(Samples.point(4), true, 0, 72.0, 0, 0, true, new WarmupFigures(123_456, 5_600, 1007))));
	}

	@Test
	void whenThereIsATerminalThenEachSecondHasALine() {
		Display display = endless(1);
		display.show(second(1, 2_500, false));
		display.show(second(2, 80, true));
		Approved.assertCase("drive.txt", this.out.toString(StandardCharsets.UTF_8));
	}

	@Test
	void whenThereIsNoTerminalThenALineSaysTheMeanRateAndTheWorstOfItsSeconds() {
		Display display = endless(3);
		display.show(second(1, 70, false));
		display.show(second(2, 90, true));
		assertThat(this.out.size()).isZero();
		display.show(second(4, 80, false));
		display.show(second(5, 30, false));
		display.show(second(6, 31, false));
		display.show(second(7, 29, false));
		Approved.assertCase("drive.txt", this.out.toString(StandardCharsets.UTF_8));
	}

	@Test
	void whenAnEndlessRunWarmsUpThenItsClockBeginsAnewAfterwards() {
		Display display = endless(1);
		display.show(new Progress(Samples.point(6), true, 0, 2.5, 0, 0, false, null));
		display.show(new Progress(Samples.point(7), true, 0, 2.5, 0, 0, false, new WarmupFigures(800, 5_600, 7)));
		display.show(new Progress(Samples.point(1), false, 0, 2.5, 900, 50, false, null));
		Approved.assertCase("drive.txt", this.out.toString(StandardCharsets.UTF_8));
	}

	@Test
	void whenItIsToBeQuietThenNothingIsSaid() {
		Display quiet = new Display("tuned", true, new PrintStream(this.out, true, StandardCharsets.UTF_8));
		quiet.print("one");
		quiet.begin(2, "two");
		quiet.show(new Progress(Samples.point(1), false, 0.256, 2.5, 900, 50, false, null));
		quiet.finish();
		assertThat(this.out.size()).isZero();
	}

	@Test
	void whenItIsQuietThenAnAudienceFollowsAllTheSame() {
		List<Object> followed = new ArrayList<>();
		Display quiet = new Display("tuned", true, new PrintStream(this.out, true, StandardCharsets.UTF_8),
				new Audience() {

					@Override
					public void title(String title, @Nullable Duration length) {
						followed.add(title + length);
					}

					@Override
					public void line(String line) {
						followed.add(line);
					}

					@Override
					public void begins(Part part) {
						followed.add(part);
					}

				});
		quiet.title("two runs", Duration.ofSeconds(9));
		quiet.begin(2, "one", "two", 2);
		quiet.tries("a rate");
		assertThat(this.out.size()).isZero();
		assertThat(followed).containsExactly("two runsPT9S", "two runs", "[1/2] one",
				new Audience.Part("one", 1, 2, "two", 2), new Audience.Part("a rate", 1, null, null, 1));
	}

	private Display endless(int every) {
		return display("server", true, null, every);
	}

	private Display display(String name, boolean endless, @Nullable String columns, int every) {
		return new Display(name, endless, false, new PrintStream(this.out, true, StandardCharsets.UTF_8), Audience.NONE,
				columns, every);
	}

	/** A second in which 900 calls are answered. */
	private static Progress second(double seconds, long lag, boolean saturated) {
		return new Progress(Samples.point(seconds, lag), false, 0, 2.5, 900, 50, saturated, null);
	}

	private String bar(String columns, @Nullable Double left) {
		return shown(columns, new Progress(Samples.point(1), false, 0.256, left, 900, 50, false, null));
	}

	private String shown(String columns, Progress progress) {
		Display bar = display("localhost:9090", false, columns, 1);
		bar.show(progress);
		bar.finish();
		String shown = this.out.toString(StandardCharsets.UTF_8).stripTrailing();
		return shown.substring(shown.lastIndexOf("\u001b[K") + 3);
	}

}
