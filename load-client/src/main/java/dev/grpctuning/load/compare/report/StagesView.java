package dev.grpctuning.load.compare.report;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.diagnosis.StageBand;
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
		List<Row> rows = experiment.variants()
			.stream()
			.flatMap((variant) -> Stream.ofNullable(variant.medianRun())
				.flatMap((run) -> Stream.ofNullable(run.diagnosis().stages()))
				.flatMap((stages) -> stages.percentiles().stream())
				.map((band) -> new Row(variant, band)))
			.toList();
		return rows.isEmpty() ? null : new StagesView(rows);
	}

	String terminal() {
		double most = this.rows.stream()
			.flatMap((row) -> Stream.ofNullable(row.band().percentile()))
			.filter((percentile) -> percentile <= SHOWN)
			.max(Comparator.naturalOrder())
			.orElse(SHOWN);
		return TABLE
			.terminal(this.rows.stream().filter((row) -> Objects.equals(row.band().percentile(), most)).toList());
	}

	String markdown() {
		return TABLE.markdown(this.rows);
	}

	private record Row(Variant variant, StageBand band) {
	}

}
