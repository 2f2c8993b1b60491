package dev.grpctuning.load.threshold;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.ThresholdDocument;

/**
 * A condition on a figure of a run, such as {@code p99 < 5ms} or {@code errors == 0}.
 * Times without a prefix are response times, which a late sender cannot hide.
 */
public final class Threshold {

	private static final Pattern FORM = Pattern
		.compile("\\s*([\\w.-]+)\\s*(<=|>=|==|!=|<|>)\\s*([0-9.]+)\\s*(\\S*)\\s*");

	private final String text;

	private final Figure figure;

	private final Comparison comparison;

	private final double limit;

	private Threshold(String text, Figure figure, Comparison comparison, double limit) {
		this.text = text;
		this.figure = figure;
		this.comparison = comparison;
		this.limit = limit;
	}

	/**
	 * Reads a condition.
	 */
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
		double limit = limit(figure, parts.group(3), parts.group(4));
		return new Threshold(text.strip(), figure, Comparison.of(parts.group(2)), limit);
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
			// As wrong as a wrong unit.
		}
		throw new IllegalArgumentException(
				"%s%s: %s is %s.".formatted(digits, suffix, figure.name(), figure.unit().example()));
	}

	/**
	 * Checks a run. A figure that was not measured does not meet its condition: a p99 of
	 * no answers is not short.
	 */
	public ThresholdDocument check(Measured run) {
		Double value = this.figure.value().apply(run);
		boolean held = value != null && this.comparison.holds(value, this.limit);
		return new ThresholdDocument(this.text, shown(value), held);
	}

	/**
	 * Checks a run by several conditions.
	 */
	public static List<ThresholdDocument> check(List<Threshold> thresholds, Measured run) {
		return thresholds.stream().map((threshold) -> threshold.check(run)).toList();
	}

	/**
	 * What the condition is on.
	 * @return name of the figure, such as {@code p99} or {@code service.p99}
	 */
	public String figure() {
		return this.figure.name();
	}

	private @Nullable String shown(@Nullable Double value) {
		return (value != null) ? this.figure.unit().show(value) : null;
	}

	@Override
	public String toString() {
		return this.text;
	}

	private enum Comparison {

		LESS("<"), LESS_OR_EQUAL("<="), GREATER(">"), GREATER_OR_EQUAL(">="), EQUAL("=="), NOT_EQUAL("!=");

		private final String sign;

		Comparison(String sign) {
			this.sign = sign;
		}

		static Comparison of(String sign) {
			for (Comparison comparison : values()) {
				if (comparison.sign.equals(sign)) {
					return comparison;
				}
			}
			throw new IllegalArgumentException("sign: " + sign);
		}

		boolean holds(double value, double limit) {
			return switch (this) {
				case LESS -> value < limit;
				case LESS_OR_EQUAL -> value <= limit;
				case GREATER -> value > limit;
				case GREATER_OR_EQUAL -> value >= limit;
				case EQUAL -> value == limit;
				case NOT_EQUAL -> value != limit;
			};
		}

	}

}
