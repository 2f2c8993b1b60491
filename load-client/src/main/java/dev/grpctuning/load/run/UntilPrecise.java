package dev.grpctuning.load.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.config.PrecisionGoal;
import dev.grpctuning.load.engine.LoadRun.RunListener;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.load.stats.Batches;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.Precision;
import dev.grpctuning.load.stats.Precision.PercentileInterval;
import dev.grpctuning.load.stats.Precision.PercentileInterval.Missing;
import dev.grpctuning.slices.Interval;

/**
 * Collects the latencies of a run in batches, and ends it as soon as the figure of
 * {@code load.until} is as exact as wanted, or will not be by the end of its duration.
 * <p>
 * The interval is looked at after each second from the tenth. It ends the run when it is
 * narrow, wherever it lies, so that the looks do not choose a value: as the goal gets
 * smaller, the coverage at the end approaches that of one look (Chow and Robbins, On the
 * Asymptotic Theory of Fixed-Width Sequential Confidence Intervals for the Mean, 1965).
 * What remains is that a run ends sooner if its interval is too narrow by chance. Against
 * that, each interval has an error of {@value #LOOK_ERROR} instead of 0.05, and so have
 * those of the result. {@code UntilPreciseTests} simulates runs that end like this.
 */
final class UntilPrecise implements RunListener {

	static final double LOOK_ERROR = 0.01;

	static final double FIRST_LOOK_SECONDS = 10;

	/** A width is itself known to some 20 or 30 %, and the time to twice as much. */
	private static final double HOPELESS = 4;

	private static final double LONGEST_SECONDS = 24 * 60 * 60;

	/** With fewer times the calls that an interval needs, its width is hardly known. */
	private static final double ENOUGH = 2;

	private final RunListener listener;

	private final @Nullable PrecisionGoal goal;

	private final double longest;

	private final Batches service = new Batches();

	private final Batches response = new Batches();

	private @Nullable StopReason ended;

	private Consumer<StopReason> end = (reason) -> {
	};

	/**
	 * Creates a listener that passes on what it hears.
	 * @param goal {@code null} to let the run end as planned
	 */
	UntilPrecise(RunListener listener, @Nullable PrecisionGoal goal, Duration longest) {
		this.listener = listener;
		this.goal = goal;
		this.longest = longest.toNanos() / 1e9;
	}

	/** Ends the run by this. Call it before the run begins. */
	void ends(Consumer<StopReason> run) {
		this.end = run;
	}

	@Override
	public void progress(Progress progress) {
		this.listener.progress(progress);
	}

	@Override
	public void interval(LatencyInterval latencies, Instant from, Instant to) {
		this.listener.interval(latencies, from, to);
		double seconds = Duration.between(from, to).toNanos() / 1e9;
		this.service.add(latencies.service(), seconds);
		this.response.add(latencies.response(), seconds);
		if (this.goal == null || this.ended != null || this.response.seconds() < FIRST_LOOK_SECONDS - 0.5) {
			return;
		}
		Look look = look(this.goal);
		if (look.share() <= this.goal.share()) {
			end(StopReason.PRECISE);
		}
		else if (look.seconds() >= this.longest / 2 && look.surely() > HOPELESS * this.longest) {
			end(StopReason.IMPRECISE);
		}
	}

	private void end(StopReason reason) {
		this.ended = reason;
		this.end.accept(reason);
	}

	Precision precision() {
		return Precision.of(this.service, this.response, (this.goal != null) ? LOOK_ERROR : Precision.ERROR);
	}

	/** Whether the goal is reached, {@code null} without one. */
	@Nullable ThresholdDocument reached() {
		if (this.goal == null) {
			return null;
		}
		Look look = look(this.goal);
		// The last calls may have widened it again.
		boolean held = (this.ended != null) ? this.ended == StopReason.PRECISE : look.share() <= this.goal.share();
		return new ThresholdDocument(this.goal.toString(), look.text(), held);
	}

	/** What would reach the goal, {@code null} if it is reached. */
	@Nullable String missed() {
		ThresholdDocument reached = reached();
		if (this.goal == null || reached == null || reached.held()) {
			return null;
		}
		Look look = look(this.goal);
		if (look.missing() == Missing.TOO_SHORT) {
			return null;
		}
		String found = String.format(Locale.ROOT, "load.until: %s is %s after %.0f s; ± %s %% takes",
				this.goal.figure(), look.text(), look.seconds(), Figures.number(this.goal.share() * 100));
		if (look.needed() > LONGEST_SECONDS) {
			return found + " more than a day; set a larger share.";
		}
		double needed = Math.ceil(look.needed() / 10) * 10;
		return found + String.format(Locale.ROOT, " %s %,.0f s; set --duration=%.0fs or a larger share.",
				(look.missing() != null) ? "more than" : "about", needed, needed);
	}

	private Look look(PrecisionGoal wanted) {
		double seconds = this.response.seconds();
		LatencyFigure percentile = wanted.percentile();
		if (percentile == null) {
			Interval rate = this.response.rate(LOOK_ERROR);
			double share = (rate != null) ? rate.shareAround((rate.low() + rate.high()) / 2) : Double.POSITIVE_INFINITY;
			double needed = seconds * Math.pow(share / wanted.share(), 2);
			return new Look(seconds, share, needed, needed, (rate != null) ? null : Missing.TOO_SHORT);
		}
		PercentileInterval found = this.response.percentile(percentile, LOOK_ERROR);
		double known = seconds * ENOUGH * Batches.needed(percentile, LOOK_ERROR)
				/ Math.max(1, found.independentCalls());
		double needed = (found.interval() != null) ? seconds * Math.pow(found.share() / wanted.share(), 2) : known;
		return new Look(seconds, found.share(), Math.max(known, needed), (known > seconds) ? known : needed,
				found.missing());
	}

	/**
	 * How exact the figure is after so many seconds, and after how many it will be as
	 * exact as wanted: the width falls with the root of the time.
	 *
	 * @param surely the same, or as long as there are few calls, after how many seconds
	 * the width will be known
	 */
	private record Look(double seconds, double share, double needed, double surely, @Nullable Missing missing) {

		String text() {
			return (this.missing != null) ? "unknown (" + this.missing.text() + ")"
					: String.format(Locale.ROOT, "± %.1f %%", this.share * 100);
		}

	}

}
