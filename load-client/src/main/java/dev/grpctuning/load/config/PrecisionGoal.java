package dev.grpctuning.load.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.stats.Figures;

/**
 * Value of {@code load.until}: how exact a figure is to be.
 *
 * @param percentile percentile of the response time, {@code null} for the rate
 * @param share largest distance of a bound of its interval, as a share of the figure
 */
public record PrecisionGoal(@Nullable LatencyFigure percentile, double share) {

	private static final String RATE = "rate";

	/** In a locale without ±, the JVM reads its two bytes as replacement characters. */
	private static final Pattern FORM = Pattern
		.compile("\\s*(p[\\d.]+|rate)\\s*(?:±|\\+/?-|\uFFFD{1,2})\\s*(\\d{1,2}(?:\\.\\d+)?)\\s*%\\s*");

	/** Parses a value. Spring finds the method by its name. */
	public static PrecisionGoal valueOf(String text) {
		Matcher parts = FORM.matcher(text.toLowerCase(Locale.ROOT));
		LatencyFigure percentile = parts.matches() ? LatencyFigure.named(parts.group(1)).orElse(null) : null;
		double share = parts.matches() ? Double.parseDouble(parts.group(2)) / 100 : 0;
		if (share == 0 || percentile == null && !parts.group(1).equals(RATE)) {
			throw new IllegalArgumentException(
					"use p50, p75, p90, p95, p99, p99.9, p99.99 or rate, ± or +-, and a share above 0% and below 100%, such as p99±5%.");
		}
		return new PrecisionGoal(percentile, share);
	}

	/** Such as {@code p99} or {@code rate}. */
	public String figure() {
		return (this.percentile != null) ? this.percentile.title() : RATE;
	}

	@Override
	public String toString() {
		return figure() + " ± " + Figures.number(this.share * 100) + " %";
	}

}
