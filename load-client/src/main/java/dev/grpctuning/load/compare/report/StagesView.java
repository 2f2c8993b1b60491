package dev.grpctuning.load.compare.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.diagnosis.StageBand;
import dev.grpctuning.load.diagnosis.StageSplit;
import dev.grpctuning.load.text.StageTable;
import dev.grpctuning.load.text.Table;

/**
 * Where the response time of each variant went: of all percentiles for the report, of the
 * calls around p99 for a terminal, or the highest percentile below that is known.
 */
record StagesView(List<Row> rows) {

	private static final double SHOWN = 99;

	private static final Table<Row> TABLE = StageTable
		.stages(new Table<Row>().text("variant", (row) -> row.variant().name())
			.text("calls around", (row) -> row.band().title()), Row::band);

	/** {@code null} if no server reported stages. */
	static @Nullable StagesView of(ExperimentDocument experiment) {
		List<Row> rows = experiment.variants().stream().flatMap(StagesView::rows).toList();
		return rows.isEmpty() ? null : new StagesView(rows);
	}

	private static Stream<Row> rows(Variant variant) {
		StageSplit stages = (variant.medianRun() != null) ? variant.medianRun().diagnosis().stages() : null;
		return (stages != null) ? stages.percentiles().stream().map((band) -> new Row(variant, band)) : Stream.of();
	}

	String terminal() {
		double most = this.rows.stream()
			.map((row) -> row.band().percentile())
			.filter((percentile) -> percentile != null && percentile <= SHOWN)
			.max(Comparator.naturalOrder())
			.orElse(SHOWN);
		return TABLE.terminal(this.rows.stream().filter((row) -> isAt(row, most)).toList());
	}

	private static boolean isAt(Row row, double percentile) {
		return row.band().percentile() != null && row.band().percentile() == percentile;
	}

	String markdown() {
		return TABLE.markdown(this.rows);
	}

	private record Row(Variant variant, StageBand band) {
	}

}
