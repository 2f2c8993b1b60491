package dev.grpctuning.load.knee;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import com.google.gson.Gson;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.provenance.Provenance;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Report;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.Table;

/** Prints the search for knees, and draws its page with charts. */
public final class KneeReport {

	private static final Table<KneeResult> TABLE = new Table<KneeResult>().text("variant", KneeResult::name)
		.number("knee", KneeReport::rate)
		.number("95 % interval", (variant) -> (variant.knee() != null) ? variant.knee().intervalText() : null)
		.number("p50 there", (variant) -> latency(variant, KneeResult.CurvePoint::p50Micros))
		.number("p99 there", (variant) -> latency(variant, KneeResult.CurvePoint::p99Micros))
		.number("p99.9 there", (variant) -> latency(variant, KneeResult.CurvePoint::p999Micros))
		.number("trials", (variant) -> Figures.count(variant.trials().size()))
		.text("limit", KneeReport::limit);

	private static final Table<VariantTrial> CSV = new Table<VariantTrial>().text("variant", VariantTrial::variant)
		.number("callsPerSecond", (line) -> line.trial().callsPerSecond())
		.number("answeredPerSecond", (line) -> line.trial().answeredPerSecond())
		.text("outcome", (line) -> Templates.kebab(line.trial().outcome()))
		.text("reason", (line) -> line.trial().reason())
		.number("started", (line) -> line.trial().counts().started())
		.number("ok", (line) -> line.trial().counts().ok())
		.number("failed", (line) -> line.trial().counts().failedTotal())
		.number("unfinished", (line) -> line.trial().counts().unfinished())
		.latencies("responseTimeMicros", (line) -> line.trial().latencyMicros().response());

	private KneeReport() {
	}

	public static String text(KneeDocument search, RunFormat format) {
		return switch (format) {
			case TABLE, QPS, GRID ->
				TABLE.terminal(search.variants()) + "\n" + Templates.text("knee-notes", Words.of(search));
			case JSON -> ResultFile.text(search);
			case CSV -> CSV.csv(search.variants()
				.stream()
				.flatMap((variant) -> variant.trials().stream().map((trial) -> new VariantTrial(variant.name(), trial)))
				.toList());
		};
	}

	/**
	 * Reports a search.
	 * @param folder folder of its files, {@code null} if it has none yet
	 */
	public static Report of(KneeDocument search, @Nullable Path folder) {
		return new Report(
				Templates.page("knee", View.of(search, TABLE.html(search.variants()), folder),
						new Gson().toJson(Data.of(search))),
				Templates.markdown("knee", View.of(search, TABLE.markdown(search.variants()), folder)));
	}

	private static @Nullable String rate(KneeResult variant) {
		return (variant.knee() != null) ? variant.knee().text() : null;
	}

	private static @Nullable String latency(KneeResult variant,
			Function<KneeResult.CurvePoint, @Nullable Long> figure) {
		KneeResult.CurvePoint point = variant.atKnee();
		Long micros = (point != null) ? figure.apply(point) : null;
		return (micros != null) ? Figures.micros(micros) : null;
	}

	private static String limit(KneeResult variant) {
		Knee knee = variant.knee();
		if (knee == null || variant.ended() != Ended.COMPLETED) {
			return Templates.text("ended", variant);
		}
		// The report of a search that is still running.
		return (variant.reason() != null) ? variant.reason() : knee.limit().text();
	}

	private record VariantTrial(String variant, Trial trial) {
	}

	private record View(String title, String outcome, String table, String explanation, Provenance provenance) {

		private static View of(KneeDocument search, String table, @Nullable Path folder) {
			Words words = Words.of(search);
			return new View("The knee", Templates.text("knee-outcome", words), table,
					Templates.text("knee-notes", words),
					Provenance.of(search.environment(), search.startedAt(), folder));
		}

	}

	/** Values for the templates of sentences. */
	private record Words(String objective, List<Found> variants, boolean random, @Nullable String notBegun,
			List<Control> control) {

		private static Words of(KneeDocument search) {
			List<String> rest = new ArrayList<>(search.planned());
			search.variants().forEach((variant) -> rest.remove(variant.name()));
			boolean several = search.planned().size() > 1;
			return new Words(String.join(", ", search.objective()),
					search.variants().stream().map((variant) -> Found.of(variant, several)).toList(),
					search.trials().arrivals() == Arrivals.POISSON, rest.isEmpty() ? null : String.join(", ", rest),
					Control.of(search));
		}

	}

	private record Found(String name, boolean several, boolean unknown, boolean none, @Nullable String rate,
			@Nullable String interval) {

		private static Found of(KneeResult variant, boolean several) {
			Knee knee = variant.knee();
			boolean found = knee != null && knee.found();
			return new Found(variant.name(), several, knee == null, knee != null && !found,
					found ? KneeReport.rate(variant) : null, (knee != null) ? knee.intervalText() : null);
		}

	}

	/** Two knees of one and the same set-up. */
	private record Control(String name, @Nullable String once, @Nullable String again) {

		private static List<Control> of(KneeDocument search) {
			Map<String, KneeResult> first = new HashMap<>();
			List<Control> control = new ArrayList<>();
			search.variants().stream().filter((variant) -> variant.knee() != null).forEach((again) -> {
				String setup = search.controls().getOrDefault(again.name(), again.name());
				KneeResult once = first.putIfAbsent(setup, again);
				if (once != null) {
					control.add(new Control(once.name(), rate(once), rate(again)));
				}
			});
			return control;
		}

	}

	/** Data of the charts. Gson escapes the characters of markup in names. */
	private record Data(List<String> objective, List<Line> variants) {

		private static Data of(KneeDocument search) {
			return new Data(search.objective(),
					search.variants()
						.stream()
						.map((variant) -> new Line(variant.name(), search.controls().containsKey(variant.name()),
								variant.curve(), variant.knee()))
						.toList());
		}

	}

	private record Line(String name, boolean control, List<KneeResult.CurvePoint> curve, @Nullable Knee knee) {
	}

}
