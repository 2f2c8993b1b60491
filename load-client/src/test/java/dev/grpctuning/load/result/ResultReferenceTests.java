package dev.grpctuning.load.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.testkit.RecordSchema;
import dev.grpctuning.testkit.ReferenceFile;
import dev.grpctuning.testkit.SchemaTables;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that the reference of result files agrees with the code and with real files. */
class ResultReferenceTests {

	private static final Path SAMPLES = Path.of("src/test/resources/report");

	private static final RecordSchema RECORDS = ResultSchema.ofResults();

	private static final String SCHEMA = ResultSchema.text(RECORDS.definitions());

	@Test
	void schemaAndTablesAreThoseOfTheRecords() throws IOException {
		RECORDS.check();
		ReferenceFile.check(ResultSchema.FILE, SCHEMA);
		ReferenceFile.checkPart("result.md", "fields",
				SchemaTables.of(RECORDS.definitions(), (name) -> false, "result.md"));
	}

	@ParameterizedTest
	@MethodSource
	void whenARunIsWrittenThenItHasEveryFieldAndIsValid(LoadPlan plan, MeasuredLoad load) {
		String written = ResultFile.text(Samples.document("a run", Samples.run(plan, load)));
		assertThat(ResultSchema.errors(SCHEMA, written)).isEmpty();
		assertThat(JsonParser.parseString(written).getAsJsonObject().keySet())
			.isEqualTo(Objects.requireNonNull(RECORDS.definitions().get("RunDocument"))
				.getAsJsonObject("properties")
				.keySet());
	}

	static Stream<Arguments> whenARunIsWrittenThenItHasEveryFieldAndIsValid() {
		return Stream.of(Arguments.of(Samples.bursts(), Samples.answered()),
				Arguments.of(Samples.closed(), Samples.saturated()), Arguments.of(Samples.open(), Samples.sent()),
				Arguments.of(Samples.closed(), Samples.streamed()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "kind", "schema", "startedAt", "variants" })
	void whenAFieldIsMissingThenTheFileIsNotValid(String field) throws IOException {
		JsonObject result = JsonParser.parseString(Files.readString(SAMPLES.resolve("knee.json"))).getAsJsonObject();
		assertThat(result.remove(field)).isNotNull();
		assertThat(ResultSchema.errors(SCHEMA, result.toString())).isNotEmpty();
	}

}
