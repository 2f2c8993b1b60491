package dev.grpctuning.load.threshold;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;

/**
 * A limit of a figure of a run, such as {@code p99 < 5ms} or {@code errors == 0}. Times
 * without a prefix are response times, which a late sender cannot hide.
 *
 * @param of the figure that is limited
 * @param operator one of {@literal <, <=, >, >=, == and !=}
 * @param limit in the unit of the figure: microseconds, bytes or a number
 */
public record Threshold(String text, Figure of, String operator, double limit) {

	private static final Pattern FORM = Pattern
		.compile("\\s*([\\w.-]+)\\s*(<=|>=|==|!=|<|>)\\s*([0-9.]+)\\s*(\\S*)\\s*");

	/** Parses a threshold, or throws with what is allowed. */
	public static Threshold parse(String text) {
		Matcher parts = FORM.matcher(text);
		if (!parts.matches()) {
			throw new IllegalArgumentException(
					"Write a figure, one of < <= > >= == !=, and a number, as in p99 < 5ms.");
		}
		Figure figure = Figure.named(parts.group(1));
		if (figure == null) {
			throw new IllegalArgumentException(
					"There is no figure \"%s\"; use one of %s.".formatted(parts.group(1), Figure.names()));
		}
		Figure limited = parts.group(4).equals("%") ? figure.inPercent() : figure;
		return new Threshold(text.strip(), limited, parts.group(2), limit(limited, parts.group(3), parts.group(4)));
	}

	private static double limit(Figure figure, String digits, String suffix) {
		try {
			double number = Double.parseDouble(digits);
			Double factor = figure.unit().factor(suffix, number);
			if (factor != null) {
				return number * factor;
			}
		}
		catch (NumberFormatException ex) {
			// Treated like a wrong unit.
		}
		throw new IllegalArgumentException(
				"%s%s: %s is %s.".formatted(digits, suffix, figure.name(), figure.unit().example()));
	}

	/**
	 * Checks a run. A figure that was not measured does not meet its threshold: a p99 of
	 * no answers is not short.
	 */
	public ThresholdDocument check(Measured run) {
		Double value = this.of.value().apply(run);
		return (value != null) ? new ThresholdDocument(this.text, this.of.unit().show(value), holds(value))
				: new ThresholdDocument(this.text, null, false);
	}

	private boolean holds(double value) {
		return switch (this.operator) {
			case "<" -> value < this.limit;
			case "<=" -> value <= this.limit;
			case ">" -> value > this.limit;
			case ">=" -> value >= this.limit;
			case "==" -> value == this.limit;
			default -> value != this.limit;
		};
	}

	public static List<ThresholdDocument> check(List<Threshold> thresholds, Measured run) {
		return thresholds.stream().map((threshold) -> threshold.check(run)).toList();
	}

	/** Name of the figure, such as {@code p99} or {@code service.p99}. */
	public String figure() {
		return this.of.name();
	}

	/**
	 * The longest response time of a call that the threshold allows; empty if it is on
	 * another figure, or is not an upper limit.
	 */
	public Optional<Duration> longestResponse() {
		boolean upper = this.operator.startsWith("<");
		String name = this.of.name().replaceFirst("^(response|answered)\\.", "");
		return (upper && LatencyFigure.named(name).isPresent())
				? Optional.of(Duration.ofNanos(Math.round(this.limit * 1000))) : Optional.empty();
	}

	@Override
	public String toString() {
		return this.text;
	}

}
