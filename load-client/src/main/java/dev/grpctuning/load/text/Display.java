package dev.grpctuning.load.text;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressState;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.stats.Figures;

/**
 * Prints lines and the progress of the current run to standard error.
 */
public final class Display {

	/**
	 * Columns of standard error's terminal. lab sets it, because the JVM knows only the
	 * other streams, and JLine would take the interrupt key from the JVM.
	 */
	private static final String COLUMNS = "LAB_COLUMNS";

	private final String name;

	private final boolean quiet;

	private final PrintStream out;

	private int begun;

	private @Nullable Shown shown;

	public Display(String name, boolean quiet, PrintStream out) {
		this.name = name;
		this.quiet = quiet;
		this.out = out;
	}

	public void print(String format, @Nullable Object... values) {
		finish();
		if (!this.quiet) {
			this.out.println(String.format(Locale.ROOT, format, values));
		}
	}

	/**
	 * Prints a line with the number of what begins, such as {@code [3/12]}.
	 * @param all how many there are, {@code null} if not known
	 */
	public void begin(@Nullable Integer all, String format, @Nullable Object... values) {
		this.begun++;
		print("[%s%s] %s", this.begun, (all != null) ? "/" + all : "", String.format(Locale.ROOT, format, values));
	}

	public void show(Progress progress) {
		if (this.quiet) {
			return;
		}
		if (this.shown == null) {
			String columns = System.getenv(COLUMNS);
			this.shown = (columns != null) ? new Bar(this.name, this.out, columns) : new Lines(this.name, this.out);
		}
		this.shown.show(progress);
	}

	public void finish() {
		if (this.shown != null) {
			this.shown.finish();
			this.shown = null;
		}
	}

	public static boolean onTerminal() {
		return System.getenv(COLUMNS) != null;
	}

	public static String about(Duration time) {
		long minutes = Math.round(time.toSeconds() / 60.0);
		return (minutes < 2) ? time.toSeconds() + " s" : minutes + " minutes";
	}

	private static String figures(Progress progress) {
		TimelinePoint point = progress.point();
		if (progress.warmingUp()) {
			return "warming up" + warmup(progress);
		}
		return text(Figures.count(point.ok()), point.responseP99Micros(), point.open(), progress.failed(),
				progress.saturated(), point.lagP99Micros());
	}

	/** The figures of a second of a warm-up, after a space. */
	public static String warmup(Progress progress) {
		WarmupFigures second = progress.warmup();
		return (second != null) ? " " + text(Figures.count(second.ok()), second.responseP99Micros(),
				progress.point().open(), second.failed(), progress.saturated(), null) : "";
	}

	/** A narrow terminal cuts the end: saturation comes first, and the lag last. */
	public static String text(String rate, long p99Micros, long open, long failed, boolean saturated,
			@Nullable Long lagP99Micros) {
		return String.format(Locale.ROOT, "%s%s/s p99 %s open %s failed %s%s", saturated ? "saturated " : "", rate,
				(p99Micros != 0) ? Figures.micros(p99Micros) : "-", Figures.count(open), Figures.count(failed),
				(lagP99Micros != null) ? " lag p99 " + Figures.micros(lagP99Micros) : "");
	}

	interface Shown {

		void show(Progress progress);

		default void finish() {
		}

	}

	record Lines(String name, PrintStream out) implements Shown {

		@Override
		public void show(Progress progress) {
			this.out.printf(Locale.ROOT, "%-8s %4.0f s %3.0f %%  %s%n", this.name, progress.point().seconds(),
					progress.share() * 100, figures(progress));
		}

	}

	static final class Bar implements Shown {

		private static final int STEPS = 100;

		private static final int USUAL_COLUMNS = 80;

		private static final int NARROWEST = 8;

		private static final int WIDEST = 30;

		private final ProgressBar bar;

		Bar(String name, PrintStream out, String columns) {
			this.bar = new ProgressBarBuilder().setTaskName(name)
				.setInitialMax(STEPS)
				.setRenderer(Bar::render)
				.setConsumer(new ConsoleProgressBarConsumer(out, number(columns)))
				.setUpdateIntervalMillis(500)
				.continuousUpdate()
				.build();
		}

		@Override
		public void show(Progress progress) {
			Double left = progress.leftSeconds();
			this.bar.setExtraMessage(((left != null) ? time(left) + " left  " : "") + figures(progress));
			this.bar.stepTo(Math.round(progress.share() * STEPS));
		}

		private static String time(double seconds) {
			Duration time = Duration.ofSeconds(Math.round(seconds));
			return (time.toHours() == 0) ? "%d:%02d".formatted(time.toMinutes(), time.toSecondsPart())
					: "%d:%02d:%02d".formatted(time.toHours(), time.toMinutesPart(), time.toSecondsPart());
		}

		/** Leaves out the name, and then the bar, where there is no room for all. */
		private static String render(ProgressState state, int columns) {
			String share = "%3d %%".formatted(state.getCurrent() * 100 / STEPS);
			String figures = "  " + state.getExtraMessage();
			String named = state.getTaskName() + " " + share + " ";
			String start = (columns - named.length() - figures.length() < NARROWEST) ? share + " " : named;
			int width = Math.min(WIDEST, columns - start.length() - figures.length());
			String text = (width < NARROWEST) ? share + figures
					: start + bar(state.getNormalizedProgress(), width) + figures;
			return text.substring(0, Math.min(text.length(), columns));
		}

		private static String bar(double share, int width) {
			int done = (int) Math.round(share * (width - 2));
			return "[" + "=".repeat(done) + " ".repeat(width - 2 - done) + "]";
		}

		private static int number(String columns) {
			return columns.matches("[1-9]\\d{0,3}") ? Integer.parseInt(columns) : USUAL_COLUMNS;
		}

		@Override
		public void finish() {
			this.bar.close();
		}

	}

}
