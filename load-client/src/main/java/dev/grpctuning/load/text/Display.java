package dev.grpctuning.load.text;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.stats.Figures;

/** Prints lines and the progress of the current run to standard error. */
public final class Display {

	/**
	 * Columns of standard error's terminal. lab sets it, because the JVM knows only the
	 * other streams, and JLine would take the interrupt key from the JVM.
	 */
	private static final String COLUMNS = "LAB_COLUMNS";

	private static final int SECONDS = 10;

	/** To the start of the line, which is deleted. */
	private static final String CLEARED = "\r\u001b[K";

	private static final int USUAL_COLUMNS = 80;

	private static final int NARROWEST = 8;

	private static final int WIDEST = 30;

	private final String name;

	private final boolean endless;

	private final boolean quiet;

	private final PrintStream out;

	private final Audience audience;

	private final @Nullable String columns;

	private final int secondsPerLine;

	private final List<Progress> passed = new ArrayList<>();

	private double from;

	private boolean bar;

	private int begun;

	private int tried;

	/** Displays runs of which each has an end, with a bar on a terminal. */
	public Display(String name, boolean quiet, PrintStream out) {
		this(name, quiet, out, Audience.NONE);
	}

	/** Displays runs also to an audience, which sees them even if this is quiet. */
	public Display(String name, boolean quiet, PrintStream out, Audience audience) {
		this(name, false, quiet, out, audience, System.getenv(COLUMNS), 1);
	}

	Display(String name, boolean endless, boolean quiet, PrintStream out, Audience audience, @Nullable String columns,
			int secondsPerLine) {
		this.name = name;
		this.endless = endless;
		this.quiet = quiet;
		this.out = out;
		this.audience = audience;
		this.columns = columns;
		this.secondsPerLine = secondsPerLine;
	}

	/** Displays a run without an end: off a terminal, with a line per ten seconds. */
	public static Display endless(String name, boolean quiet, PrintStream out) {
		return new Display(name, true, quiet, out, Audience.NONE, null, (System.getenv(COLUMNS) == null) ? SECONDS : 1);
	}

	public void print(String line) {
		finish();
		if (!this.quiet) {
			this.out.println(line);
		}
		this.audience.line(line);
	}

	/** Prints the title of the work and its approximate length. */
	public void title(String line, @Nullable Duration length) {
		this.audience.title(line, length);
		print(line);
	}

	/** Passes on that there are results that the report did not have before. */
	public void results() {
		this.audience.results();
	}

	/** Prints a line with the number of what begins, such as {@code [3/12]}. */
	public void begin(@Nullable Integer all, String line) {
		this.begun++;
		print("[%s%s] %s".formatted(this.begun, (all != null) ? "/" + all : "", line));
	}

	/**
	 * Prints such a line for a run of so many loads; what comes after it, if known, is
	 * not printed.
	 */
	public void begin(@Nullable Integer all, String line, @Nullable String next, int loads) {
		begin(all, line);
		this.audience.begins(new Audience.Part(line, this.begun, all, next, loads));
	}

	/** Passes on the current trial. Only its outcome is printed. */
	public void tries(String what) {
		this.audience.begins(new Audience.Part(what, ++this.tried, null, null, 1));
	}

	/** Draws a bar, or prints a line for each second, or for several. */
	public void show(Progress progress) {
		if (this.quiet) {
			return;
		}
		if (this.columns != null) {
			draw(progress, this.columns.matches("[1-9]\\d{0,3}") ? Integer.parseInt(this.columns) : USUAL_COLUMNS);
			return;
		}
		this.passed.add(progress);
		if (this.passed.size() >= this.secondsPerLine) {
			double seconds = progress.point().seconds();
			String time = this.endless ? String.format(Locale.ROOT, "%s %,5.0f s", this.name, seconds)
					: String.format(Locale.ROOT, "%-8s %4.0f s %3.0f %%", this.name, seconds, progress.share() * 100);
			this.out.println(time + "  " + figures(this.passed, this.from));
			this.from = seconds;
			this.passed.clear();
		}
	}

	public void finish() {
		if (this.bar) {
			this.out.println();
		}
		this.bar = false;
		this.passed.clear();
		this.from = 0;
	}

	/** Leaves out the name, and then the bar, where there is no room for all. */
	private void draw(Progress progress, int room) {
		Double left = progress.leftSeconds();
		String figures = "  " + ((left != null) ? time(left) + " left  " : "") + figures(List.of(progress), 0);
		long percent = Math.round(progress.share() * 100);
		String share = "%3d %%".formatted(percent);
		String named = this.name + " " + share + " ";
		String start = (room - named.length() - figures.length() < NARROWEST) ? share + " " : named;
		int width = Math.min(WIDEST, room - start.length() - figures.length());
		int done = (int) Math.round(percent / 100.0 * (width - 2));
		String text = (width < NARROWEST) ? share + figures
				: start + "[" + "=".repeat(done) + " ".repeat(width - 2 - done) + "]" + figures;
		this.out.print(CLEARED + text.substring(0, Math.min(text.length(), room)));
		this.out.flush();
		this.bar = true;
	}

	private static String time(double seconds) {
		Duration time = Duration.ofSeconds(Math.round(seconds));
		return (time.toHours() == 0) ? "%d:%02d".formatted(time.toMinutes(), time.toSecondsPart())
				: "%d:%02d:%02d".formatted(time.toHours(), time.toMinutesPart(), time.toSecondsPart());
	}

	public static String about(Duration time) {
		long minutes = Math.round(time.toSeconds() / 60.0);
		return (minutes < 2) ? time.toSeconds() + " s" : minutes + " minutes";
	}

	/** Figures of one second, or of several the mean rate and the worst. */
	private static String figures(List<Progress> seconds, double from) {
		Progress last = seconds.getLast();
		WarmupFigures warmup = last.warmup();
		if (last.warmingUp() && warmup == null) {
			return "warming up";
		}
		List<TimelinePoint> points = seconds.stream().map(Progress::point).toList();
		double ok = points.stream().mapToLong(TimelinePoint::ok).sum();
		// The clock begins anew when a warm-up is over.
		double time = last.point().seconds() - ((from < last.point().seconds()) ? from : 0);
		long p99 = (warmup != null) ? warmup.responseP99Micros()
				: points.stream().mapToLong(TimelinePoint::responseP99Micros).max().orElse(0);
		String lag = points.stream()
			.flatMap((point) -> Stream.ofNullable((warmup != null) ? null : point.lagP99Micros()))
			.max(Comparator.naturalOrder())
			.map((micros) -> " lag p99 " + Figures.micros(micros))
			.orElse("");
		return String.format(Locale.ROOT, "%s%s%s/s p99 %s open %,d failed %,d%s",
				last.warmingUp() ? "warming up " : "",
				seconds.stream().anyMatch(Progress::saturated) ? "saturated " : "",
				Figures.rate((warmup != null) ? warmup.ok() : (points.size() > 1) ? ok / time : ok),
				(p99 != 0) ? Figures.micros(p99) : "-", last.point().open(),
				(warmup != null) ? warmup.failed() : last.failed(), lag);
	}

}
