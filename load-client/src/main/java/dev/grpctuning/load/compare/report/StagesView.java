package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.Objects;
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
 * calls around p99 for a terminal.
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
		return TABLE
			.terminal(this.rows.stream().filter((row) -> Objects.equals(row.band().percentile(), SHOWN)).toList());
	}

	String markdown() {
		return TABLE.markdown(this.rows);
	}

	private record Row(Variant variant, StageBand band) {
	}

}
