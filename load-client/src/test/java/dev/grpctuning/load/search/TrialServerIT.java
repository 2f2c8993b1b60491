package dev.grpctuning.load.search;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.server.ScriptedActuator;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TrialServer} against an actuator that answers by a script. */
class TrialServerIT {

	private static final TrialPlan.Slices SLICES = new TrialPlan.Slices(Duration.ofMillis(50), 1);

	@Test
	void whenTheServerChangesItsSettingsTooLateThenTheTrialIsRepeated() throws Exception {
		List<Variant> group = List.of(variant("direct"), variant("virtual"));
		try (ScriptedActuator actuator = ScriptedActuator.start();
				TrialServer server = new TrialServer(new ScriptedServers(actuator), SearchSamples.SETUP, Path.of(""),
						SearchSamples.TRIALS, SearchSamples.OBJECTIVE, ScriptedServers.driver())) {
			actuator.answer("POST /grpcslices", 200, "{\"startsAtMicros\": 7, \"nowMicros\": 7}")
				.answer("GET /grpcslices", 200, "{\"slices\": [{\"number\": 0, \"lateMicros\": 20000}]}")
				.answer("GET /grpcslices", 200, "{\"slices\": [{\"number\": 0, \"lateMicros\": 0}]}");
			assertThat(server.alternate(group, (knob) -> true, 1000, SLICES)).isNotEmpty();
			assertThat(actuator.asked()).containsExactly("POST /grpcslices", "DELETE /grpcslices", "GET /grpcslices",
					"POST /grpcslices", "DELETE /grpcslices", "GET /grpcslices");
			assertThat(actuator.posted()).doesNotHaveDuplicates().allMatch((body) -> body.contains("\"virtual\""));
		}
	}

	private static Variant variant(String executor) {
		return new Variant(executor, null, null, List.of(), Map.of("grpc.tuning.executor.type", executor), null, null,
				null);
	}

}
