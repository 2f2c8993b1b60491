package dev.grpctuning.load.serve;

import java.io.PrintStream;
import java.util.Locale;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.text.Display;

/**
 * Displays load without an end: a line per second on a terminal, otherwise one per ten
 * seconds.
 */
final class DriveDisplay {

	private static final int SECONDS = 10;

	private final String name;

	private final PrintStream out;

	private final int every;

	private int passed;

	private long ok;

	private long worstP99;

	private long worstLag;

	private boolean lags;

	private boolean saturated;

	private double from;

	DriveDisplay(String name, PrintStream out, int every) {
		this.name = name;
		this.out = out;
		this.every = every;
	}

	static DriveDisplay of(String name, PrintStream out) {
		return new DriveDisplay(name, out, Display.onTerminal() ? 1 : SECONDS);
	}

	void show(Progress progress) {
		TimelinePoint point = progress.point();
		this.passed++;
		this.ok += point.ok();
		this.worstP99 = Math.max(this.worstP99, point.responseP99Micros());
		if (point.lagP99Micros() != null) {
			this.lags = true;
			this.worstLag = Math.max(this.worstLag, point.lagP99Micros());
		}
		this.saturated |= progress.saturated();
		if (this.passed >= this.every) {
			this.out.println(line(progress));
			begin(point.seconds());
		}
	}

	private String line(Progress progress) {
		TimelinePoint point = progress.point();
		String time = String.format(Locale.ROOT, "%s %,5.0f s  ", this.name, point.seconds());
		if (progress.warmingUp()) {
			return time + "warming up" + Display.warmup(progress);
		}
		// The clock begins anew when a warm-up is over.
		double seconds = point.seconds() - ((this.from < point.seconds()) ? this.from : 0);
		return time + Display.text(Figures.rate(this.ok / seconds), this.worstP99, point.open(), progress.failed(),
				this.saturated, this.lags ? this.worstLag : null);
	}

	private void begin(double seconds) {
		this.from = seconds;
		this.passed = 0;
		this.ok = 0;
		this.worstP99 = 0;
		this.worstLag = 0;
		this.saturated = false;
	}

}
