package dev.grpctuning.load.text;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link GridLayout} and {@link GridLayout.Row}. */
class GridLayoutTests {

	private static final String HEADER = "Clients, RPCs, RPCs/s, sum(us), avg(us), simulated_delay(us), delta(us)";

	private static final Duration SECOND = Duration.ofSeconds(1);

	@Test
	void whenTheHandlerWasAskedToWaitThenTheRestIsTheDelta() {
		RunDocument run = run(new LoadModel.Blocking(10, Warmup.NONE, SECOND), Map.of("x-work-delay-us", "100"), 120,
				131, 200);
		assertThat(RunReport.of(run, RunFormat.GRID))
			.isEqualTo(HEADER + "\n  10,      3,     1.20,      451.00,   150.33,  100,    50.33");
	}

	private static RunDocument run(LoadModel model, Map<String, String> metadata, long... micros) {
		LatencyInterval latencies = new LatencyInterval();
		for (long value : micros) {
			latencies.service().recordValue(value);
		}
		LoadPlan plan = new LoadPlan(model, LoadEngine.STUB, StubKind.ASYNC, 3, HelloCall.PLAN.withMetadata(metadata),
				4000, SECOND, SECOND);
		return Samples.document("run", "localhost:9090", plan,
				new SampleLoad().counts(micros.length)
					.rate(2.5, 2.5, micros.length / 2.5)
					.latencies(latencies)
					.build());
	}

}
