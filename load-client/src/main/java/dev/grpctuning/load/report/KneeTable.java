package dev.grpctuning.load.report;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;

import dev.grpctuning.load.report.KneeDocument.KneeFigures;
import dev.grpctuning.load.report.KneeDocument.Variant;

/**
 * The knees of variants for a terminal.
 */
final class KneeTable {

	private KneeTable() {
	}

	/**
	 * Draws the table.
	 * @return lines of text without a line end at the end
	 */
	static String of(KneeDocument search) {
		List<ColumnData<Variant>> columns = List.of(
				new Column().header("variant").dataAlign(HorizontalAlign.LEFT).with(Variant::name),
				column("knee", KneeTable::knee), column("not held at", KneeTable::broken),
				column("p50 there", (variant) -> latency(variant, CurvePoint::p50Micros)),
				column("p99 there", (variant) -> latency(variant, CurvePoint::p99Micros)),
				column("p99.9 there", (variant) -> latency(variant, CurvePoint::p999Micros)),
				column("trials", (variant) -> Figures.count(variant.trials().size())),
				new Column().header("limit").dataAlign(HorizontalAlign.LEFT).with(KneeTable::limit));
		return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, search.variants(), columns)
				+ "\nKnee: the highest rate, in calls per second, at which this held in most trials: "
				+ String.join(", ", search.objective()) + ".\nLatencies are response times at the knee; calls arrive "
				+ switch (search.trials().arrivals()) {
					case CONSTANT -> "evenly.";
					case POISSON -> "at random (poisson).";
				};
	}

	private static ColumnData<Variant> column(String header, Function<Variant, String> value) {
		return new Column().header(header)
			.headerAlign(HorizontalAlign.RIGHT)
			.dataAlign(HorizontalAlign.RIGHT)
			.with(value);
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
