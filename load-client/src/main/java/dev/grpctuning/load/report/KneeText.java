package dev.grpctuning.load.report;

import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import dev.grpctuning.load.report.KneeDocument.KneeFigures;
import dev.grpctuning.load.report.KneeDocument.Variant;

/**
 * The knees of variants, in words.
 *
 * @param outcome what came of the search
 * @param lines a line for each variant
 * @param explanation what the figures mean
 */
public record KneeText(String outcome, List<Line> lines, String explanation) {

	/**
	 * What the columns of the lines are called, from the variant's name to the last of
	 * the figures.
	 */
	public static final List<String> COLUMNS = List.of("variant", "knee", "not held at", "p50 there", "p99 there",
			"p99.9 there", "trials");

	/**
	 * Puts a search into words.
	 * @param search the search
	 * @return the words
	 */
	public static KneeText of(KneeDocument search) {
		return new KneeText(outcome(search), search.variants().stream().map(Line::of).toList(),
				"Knee: the highest rate, in calls per second, at which this held in most trials: "
						+ String.join(", ", search.objective())
						+ ".\nLatencies are response times at the knee; calls arrive "
						+ switch (search.trials().arrivals()) {
							case CONSTANT -> "evenly.";
							case POISSON -> "at random (poisson).";
						} + notBegun(search) + noise(search));
	}

	/**
	 * How far apart the knees of one and the same set-up are.
	 */
	private static String noise(KneeDocument search) {
		StringBuilder noise = new StringBuilder();
		List<Variant> found = search.variants().stream().filter((variant) -> variant.knee() != null).toList();
		for (int i = 1; i < found.size(); i++) {
			Variant again = found.get(i);
			found.subList(0, i)
				.stream()
				.filter(again::sameSetupAs)
				.findFirst()
				.ifPresent((once) -> noise
					.append("\nNoise: two searches at %s found %s and %s. Knees that are no further apart show nothing."
						.formatted(once.name(), Line.knee(once), Line.knee(again))));
		}
		return noise.toString();
	}

	private static String notBegun(KneeDocument search) {
		Set<String> begun = search.variants().stream().map(Variant::name).collect(Collectors.toSet());
		List<String> names = search.planned().stream().filter((name) -> !begun.contains(name)).toList();
		return names.isEmpty() ? "" : "\nNot begun: " + String.join(", ", names) + ".";
	}

	private static String outcome(KneeDocument search) {
		boolean one = search.planned().size() == 1;
		String objective = String.join(", ", search.objective());
		if (search.variants().isEmpty()) {
			return "No search for a rate at which %s holds has ended.".formatted(objective);
		}
		return "%s holds %s.".formatted(objective,
				search.variants()
					.stream()
					.map((variant) -> rate(variant) + (one ? "" : " with " + variant.name()))
					.collect(Collectors.joining(", ")));
	}

	private static String rate(Variant variant) {
		KneeFigures knee = variant.knee();
		if (knee == null) {
			return "nobody knows up to what rate";
		}
		return knee.found() ? "up to %s calls per second".formatted(Figures.rate(knee.callsPerSecond())) : "at no rate";
	}

	/**
	 * One variant.
	 *
	 * @param variant its name
	 * @param figures its figures, as many as there are columns for them
	 * @param limit why no higher rate was found
	 */
	public record Line(String variant, List<String> figures, String limit) {

		private static Line of(Variant variant) {
			return new Line(variant.name(),
					List.of(knee(variant), broken(variant), latency(variant, CurvePoint::p50Micros),
							latency(variant, CurvePoint::p99Micros), latency(variant, CurvePoint::p999Micros),
							Figures.count(variant.trials().size())),
					limit(variant));
		}

		private static String knee(Variant variant) {
			KneeFigures knee = variant.knee();
			if (knee == null) {
				return "-";
			}
			return knee.found() ? Figures.rate(knee.callsPerSecond()) : "none";
		}

		private static String broken(Variant variant) {
			KneeFigures knee = variant.knee();
			return (knee != null && knee.brokenPerSecond() != null) ? Figures.rate(knee.brokenPerSecond()) : "-";
		}

		private static String latency(Variant variant, ToLongFunction<CurvePoint> figure) {
			CurvePoint point = variant.atKnee();
			return (point != null) ? Figures.micros(figure.applyAsLong(point)) : "-";
		}

		private static String limit(Variant variant) {
			KneeFigures knee = variant.knee();
			if (knee == null) {
				return ResultFile.kebab(variant.ended()) + ((variant.reason() != null) ? ": " + variant.reason() : "");
			}
			return switch (knee.limit()) {
				case OBJECTIVE -> "the objective";
				case CLIENT -> "the client, not the server, is the limit";
				case HIGHEST -> "search.highest: no higher rate was tried";
			};
		}

	}

}
