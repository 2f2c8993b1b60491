package dev.grpctuning.load.result;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.stats.Recovery;
import dev.grpctuning.load.template.Templates;

/**
 * How a run met what was asked of it.
 *
 * @param failure why the plan was not carried out, or {@code null} if it was
 * @param goodput {@code null} without an objective
 */
public record Outcome(@Nullable String failure, @Nullable Goodput goodput, List<ThresholdDocument> thresholds) {

	public @Nullable Double goodputPerSecond() {
		return (this.goodput != null) ? this.goodput.perSecond() : null;
	}

	/** What followed an overload, if there was one and an objective. */
	public @Nullable Recovery recovery() {
		return (this.goodput != null) ? this.goodput.recovery() : null;
	}

	/** The same outcome with the reason why the run failed. */
	public Outcome with(@Nullable String reason) {
		return new Outcome(reason, this.goodput, this.thresholds);
	}

	/** The same outcome with checked thresholds. */
	public Outcome with(List<ThresholdDocument> checked) {
		return new Outcome(this.failure, this.goodput, checked);
	}

	/** The same outcome with more checked thresholds. */
	public Outcome plus(List<ThresholdDocument> checked) {
		return with(Stream.concat(this.thresholds.stream(), checked.stream()).toList());
	}

	/**
	 * Calls that were answered within an objective.
	 *
	 * @param objectiveMicros longest response time that counts; the histogram's bucket
	 * that has it counts in full
	 * @param perSecond their share of the answered calls times the rate of these
	 * @param recovery what follows an overload, or {@code null} if no step of the rate
	 * falls
	 */
	public record Goodput(long objectiveMicros, long answered, double perSecond, @Nullable Recovery recovery) {

		public static Goodput of(Duration objective, LoadModel model, MeasuredLoad load) {
			long micros = objective.toNanos() / 1000;
			long answered = load.latencies().response().getCountBetweenValues(0, micros);
			long ok = load.result().counts().ok();
			return new Goodput(micros, answered, (ok != 0) ? load.result().rate().perSecond() * answered / ok : 0,
					Recovery.of(model, objective, load.timeline()));
		}

	}

	/** A threshold and the figure with its unit, {@code null} if it was not measured. */
	public record ThresholdDocument(String threshold, @Nullable String value, boolean held) {

		public String line() {
			return Templates.text("threshold", this);
		}

	}

}
