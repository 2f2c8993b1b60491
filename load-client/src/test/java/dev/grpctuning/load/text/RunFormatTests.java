package dev.grpctuning.load.text;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.function.UnaryOperator;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link RunFormat}. */
class RunFormatTests {

	private static final RunDocument RUN = Samples.document("a, \"b\"", "localhost:9090", Samples.open(),
			Samples.sent());

	@Test
	void csvIsALineOfNamesAndALineOfFigures() throws IOException {
		List<CSVRecord> records = CSVFormat.RFC4180.builder()
			.setHeader()
			.get()
			.parse(new StringReader(RunReport.of(RUN, RunFormat.CSV)))
			.getRecords();
		assertThat(records).hasSize(1);
		CSVRecord record = records.getFirst();
		assertThat(record.get("name")).isEqualTo("a, \"b\"");
		assertThat(record.get("target")).isEqualTo("localhost:9090");
		assertThat(record.get("ok")).isEqualTo("5000");
		assertThat(record.get("responseTimeMicros.p99")).isEqualTo("123456");
		assertThat(record.get("responseBytes")).isEqualTo("271.6");
		assertThat(record.get("lateShare")).isEqualTo("0.0123");
		assertThat(record.get("serverCpuSeconds")).isEmpty();
		assertThat(record.get("failure")).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(names = { "QPS", "GRID" })
	void layoutOfOneRunIsPrintedForEachVariantAfterItsName(RunFormat format) {
		ExperimentDocument experiment = Experiments.document(Samples.experiment(null), Samples.completed("one"),
				Samples.neverUp("two"), Samples.completed("three"));
		RunDocument run = experiment.variants().getFirst().runs().getFirst();
		assertThat(ExperimentReport.text(experiment, format, UnaryOperator.identity())).isEqualTo(
				"one\n" + RunReport.of(run, format) + "\nthree\n" + RunReport.of(run, format).replace("one", "three"));
	}

}
