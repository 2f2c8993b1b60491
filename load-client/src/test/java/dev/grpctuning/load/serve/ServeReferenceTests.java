package dev.grpctuning.load.serve;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.testkit.MeterTable;
import dev.grpctuning.testkit.RecordSchema;
import dev.grpctuning.testkit.ReferenceFile;
import dev.grpctuning.testkit.SchemaTables;

/** The references of the endpoint and of the meters are those of the code. */
class ServeReferenceTests {

	@Test
	void endpointIsThatOfTheCode() throws IOException {
		RecordSchema results = ResultSchema.ofResults();
		RecordSchema schema = ResultSchema.records(ServeReferenceTests.class, "endpoint-fields.properties")
			.without(results);
		schema.add(StatusDocument.class);
		String text = SchemaTables
			.table(List.of("request", "response"), Stream.of("GET", "GET /result", "POST", "DELETE")
				.map((request) -> request.split(" "))
				.map((request) -> List.of(
						"`%s %s%s`".formatted(request[0], LoadController.PATH, (request.length > 1) ? request[1] : ""),
						schema.describe("LoadController." + String.join("", request))))
				.toList()) + "\n"
				+ SchemaTables.of(schema.definitions(), results.definitions()::containsKey, "result.md");
		schema.check();
		ReferenceFile.checkPart("endpoints.md", "load client", text);
	}

	@Test
	void metersAreThoseOfARegistry() throws IOException {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		LoadMeters meters = new LoadMeters(registry, "server:9090", "open");
		meters.sent(0);
		ReferenceFile.checkPart("meters.md", "load client", MeterTable.of(registry, "load."));
	}

}
