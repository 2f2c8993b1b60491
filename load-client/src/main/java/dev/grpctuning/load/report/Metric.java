package dev.grpctuning.load.report;

import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

import dev.grpctuning.load.statistics.Better;

/**
 * What the runs of variants are compared by.
 */
public enum Metric {

	/**
	 * Answered calls per second.
	 */
	THROUGHPUT("per second", Better.HIGHER, RunDocument::throughputPerSecond, Figures::rate),

	/**
	 * Median response time in microseconds.
	 */
	P50("p50", Better.LOWER, (run) -> run.responseTimeMicros().p50(), (micros) -> Figures.micros((long) micros)),

	/**
	 * 99th percentile of the response time in microseconds.
	 */
	P99("p99", Better.LOWER, (run) -> run.responseTimeMicros().p99(), (micros) -> Figures.micros((long) micros)),

	/**
	 * The server's CPU time in microseconds for each answered call.
	 */
	SERVER_CPU("server CPU per call", Better.LOWER, RunDocument::serverCpuMicrosPerCall,
			(micros) -> Figures.micros((long) micros));

	private final String title;

	private final Better better;

	private final ToDoubleFunction<RunDocument> value;

	private final DoubleFunction<String> text;

	Metric(String title, Better better, ToDoubleFunction<RunDocument> value, DoubleFunction<String> text) {
		this.title = title;
		this.better = better;
		this.value = value;
		this.text = text;
	}

	/**
	 * Its name for people.
	 * @return the name
	 */
	public String title() {
		return this.title;
	}

	/**
	 * Which direction is the good one.
	 * @return that
	 */
	public Better better() {
		return this.better;
	}

	/**
	 * Its value in a run, not a number if it has none there: the run was cut short, or
	 * not one call was answered.
	 * @param run the run
	 * @return the value in the metric's unit
	 */
	public double of(RunDocument run) {
		return (run.stoppedBy() == null && run.counts().ok() != 0) ? this.value.applyAsDouble(run) : Double.NaN;
	}

	/**
	 * A value for people.
	 * @param value a value in the metric's unit
	 * @return the value with its unit
	 */
	public String text(double value) {
		return this.text.apply(value);
	}

}
