package dev.grpctuning.actuate;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import dev.grpctuning.alternate.SliceState;
import dev.grpctuning.autopilot.AutopilotView;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.testkit.EndpointTable;
import dev.grpctuning.testkit.RecordSchema;
import dev.grpctuning.testkit.ReferenceFile;
import dev.grpctuning.testkit.SchemaTables;

/** Tests that the reference of the endpoints agrees with the code. */
class EndpointReferenceTests {

	@Test
	void endpointsAreThoseOfTheCode() throws IOException {
		RecordSchema schema = new RecordSchema(Enum::name, EndpointReferenceTests.class, "endpoint-fields.properties");
		schema.add(TuningDescriptor.class);
		schema.add(TuningChange.class);
		schema.add(GrpcTuningEndpoint.Refusal.class);
		schema.add(SliceState.class);
		schema.add(AutopilotView.class);
		schema.add(GrpcConnectionsEndpoint.ConnectionsDescriptor.class);
		schema.add(GrpcConnectionsEndpoint.Answer.class);
		String text = EndpointTable.of(GrpcTuningEndpoint.class, schema) + "\n"
				+ EndpointTable.of(GrpcSlicesEndpoint.class, schema) + "\n"
				+ EndpointTable.of(GrpcAutopilotEndpoint.class, schema) + "\n"
				+ EndpointTable.of(GrpcConnectionsEndpoint.class, schema) + "\n"
				+ SchemaTables.of(schema.definitions(), (name) -> false, "");
		schema.check();
		ReferenceFile.checkPart("endpoints.md", "starter", text);
	}

}
