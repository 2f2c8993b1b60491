package dev.grpctuning.load.report;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressState;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.Progress;
import dev.grpctuning.load.engine.TimelinePoint;
import dev.grpctuning.load.engine.WarmupFigures;

/**
 * Shows how a run gets on: a bar on a terminal, otherwise one line a second.
 */
public abstract class ProgressDisplay {

	/**
	 * Columns of the terminal that standard error is, by which lab says that it is one:
	 * the JVM only knows of the other streams, and the bar's library would ask JLine,
	 * which takes the interrupt key from the JVM.
	 */
	private static final String COLUMNS = "LAB_COLUMNS";

	/**
	 * Begins a display.
	 * @param name what is running
	 * @param quiet whether it shows nothing
	 * @param out where to
	 * @return the display, to be finished when the run has ended
	 */
	public static ProgressDisplay of(String name, boolean quiet, PrintStream out) {
		if (quiet) {
			return new Nothing();
		}
		String columns = System.getenv(COLUMNS);
		return (columns != null) ? new Bar(name, out, columns) : new Lines(name, out);
	}

	/**
	 * Whether standard error is a terminal.
	 */
	static boolean onTerminal() {
		return System.getenv(COLUMNS) != null;
	}

	/**
	 * Shows how far the run has got.
	 * @param progress the second that has passed
	 */
	public abstract void show(Progress progress);

	/**
	 * Ends the display; doing so again does nothing.
	 */
	public void finish() {
	}

	private static String figures(Progress progress) {
		TimelinePoint point = progress.point();
		if (progress.warmingUp()) {
			return "warming up" + warmup(progress);
		}
		Long lag = point.lagP99Micros();
		return text(Figures.count(point.ok()), point.responseP99Micros(), point.open(), progress.failed(),
				progress.limited(), lag);
	}

	/**
	 * The figures of a second of a warm-up, after a space.
	 */
	static String warmup(Progress progress) {
		WarmupFigures second = progress.warmup();
		return (second != null) ? " " + text(Figures.count(second.ok()), second.responseP99Micros(),
				progress.point().open(), second.failed(), progress.limited(), null) : "";
	}

	/**
	 * A narrow terminal cuts what is at the end: that the client holds the load up stands
	 * first, and its lag last.
	 */
	static String text(String rate, long p99Micros, long open, long failed, boolean limited,
			@Nullable Long lagP99Micros) {
		return String.format(Locale.ROOT, "%s%s/s p99 %s open %s failed %s%s", limited ? "client-limited " : "", rate,
				(p99Micros != 0) ? Figures.micros(p99Micros) : "-", Figures.count(open), Figures.count(failed),
				(lagP99Micros != null) ? " lag p99 " + Figures.micros(lagP99Micros) : "");
	}

	/**
	 * Nothing.
	 */
	private static final class Nothing extends ProgressDisplay {

		@Override
		public void show(Progress progress) {
			// That is what was asked for.
		}

	}

	/**
	 * One line a second.
	 */
	static final class Lines extends ProgressDisplay {

		private final String name;

		private final PrintStream out;

		Lines(String name, PrintStream out) {
			this.name = name;
			this.out = out;
		}

		@Override
		public void show(Progress progress) {
			this.out.printf(Locale.ROOT, "%-8s %4.0f s %3.0f %%  %s%n", this.name, progress.point().seconds(),
					progress.share() * 100, figures(progress));
		}

	}

	/**
	 * A bar, with the time left and the figures of the last second.
	 */
	static final class Bar extends ProgressDisplay {

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

		/**
		 * The figures come first: where there is no room for all, the name and then the
		 * bar is left out.
		 */
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
