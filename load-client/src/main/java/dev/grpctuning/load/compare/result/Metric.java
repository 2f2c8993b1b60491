package dev.grpctuning.load.compare.result;

import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Comparison.Better;
import dev.grpctuning.load.stats.Figures;

/** Figure by which the runs of variants are compared. */
public enum Metric {

	/** Measured under the closed load, if a run has two. */
	THROUGHPUT("per second", Better.HIGHER, (run) -> run.rateLoad().rate().perSecond(),
			(run) -> 1.0 / run.rateLoad().counts().ok(), Figures::rate),

	/**
	 * Share of the started calls that were answered, without those that the client
	 * cancelled as the plan has it. The other metrics are of answered calls alone, which
	 * a server that refuses the rest answers all the sooner.
	 */
	ANSWERED("answered", Better.HIGHER,
			(run) -> (double) run.load().counts().ok()
					/ (run.load().counts().started() - run.load().counts().cancelled()),
			(run) -> 1.0 / run.load().counts().ok(), Figures::share),

	/** Calls per second that were answered within the experiment's objective. */
	GOODPUT("goodput", Better.HIGHER, (run) -> Objects.requireNonNullElse(run.outcome().goodputPerSecond(), Double.NaN),
			(run) -> (run.outcome().goodput() != null) ? 1.0 / run.outcome().goodput().answered() : 0, Figures::rate),

	/** Seconds after an overload until the experiment's objective holds again. */
	RECOVERY("recovery", Better.LOWER, Metric::recovery, (run) -> Metric.RECOVERY_STEP / Metric.recovery(run),
			(seconds) -> Figures.micros((long) (seconds * 1e6))),

	P50(LatencyFigure.P50),

	/** Has no value in a run of fewer than 100 calls, where it would be the maximum. */
	P99(LatencyFigure.P99),

	/** The server's CPU time in microseconds for each answered call. */
	SERVER_CPU("server CPU per call", Better.LOWER, RunDocument::serverCpuMicrosPerCall,
			(run) -> 2 * Metric.CPU_TICK_MICROS / (run.serverCpuMicrosPerCall() * run.load().counts().ok()),
			(micros) -> (micros < 100) ? Figures.number(Math.round(micros * 10) / 10.0) + " µs"
					: Figures.micros((long) micros));

	/**
	 * By what the CPU time of a process grows: Linux counts it for the JVM in hundredths
	 * of a second (times(2)). That of a run is the difference of two readings, and off by
	 * up to one of these to either side; seldom by more, as user and system time are cut
	 * off apart.
	 */
	private static final double CPU_TICK_MICROS = 10_000;

	/** Length of an interval of steps. */
	private static final double RECOVERY_STEP = 0.2;

	private final String title;

	private final Better better;

	private final ToDoubleFunction<RunDocument> value;

	private final ToDoubleFunction<RunDocument> resolution;

	private final DoubleFunction<String> text;

	Metric(String title, Better better, ToDoubleFunction<RunDocument> value, ToDoubleFunction<RunDocument> resolution,
			DoubleFunction<String> text) {
		this.title = title;
		this.better = better;
		this.value = value;
		this.resolution = resolution;
		this.text = text;
	}

	Metric(LatencyFigure figure) {
		this(figure.title(), Better.LOWER,
				(run) -> figure.isKnown(run.load().latencyMicros().response())
						? figure.of(run.load().latencyMicros().response()) : Double.NaN,
				(run) -> LatencyInterval.resolution(figure.of(run.load().latencyMicros().response())),
				(micros) -> Figures.micros((long) micros));
	}

	private static double recovery(RunDocument run) {
		return (run.outcome().recovery() != null) ? run.outcome().recovery().seconds() : Double.NaN;
	}

	public String title() {
		return this.title;
	}

	public Better better() {
		return this.better;
	}

	/**
	 * Returns its value in a run, or NaN if the run was cut short or has too few calls
	 * for a percentile. Only {@link #ANSWERED} and {@link #GOODPUT} have a value without
	 * an answered call.
	 */
	public double of(RunDocument run) {
		return (run.load().stoppedBy() == null && (run.load().counts().ok() != 0 || mayBeZero()))
				? this.value.applyAsDouble(run) : Double.NaN;
	}

	/** Whether 0 is a value, and not a missing one. */
	boolean mayBeZero() {
		return this == ANSWERED || this == GOODPUT;
	}

	/** Whether it is a value of the metric, and not a missing one. */
	public boolean isMeasured(double value) {
		return value > 0 || (value == 0 && mayBeZero());
	}

	/** Whether values differ: not those of {@link #ANSWERED} if all are 1. */
	public boolean tellsApart(DoubleStream values) {
		return this != ANSWERED || values.anyMatch((value) -> value < 1);
	}

	/**
	 * The step to which it is rounded, in those of several runs that have it: a call of a
	 * rate, a bucket of a latency, two ticks of the CPU time. The value may be off by
	 * half of it.
	 * @return the widest step, as a share of the value; 0 if no run has it
	 */
	public double resolution(Stream<RunDocument> runs) {
		return runs.filter((run) -> of(run) > 0).mapToDouble(this.resolution).max().orElse(0);
	}

	public String text(double value) {
		return this.text.apply(value);
	}

}
