package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Experiment}. */
class ExperimentTests {

	private static final ServerSetup SETUP = new ServerSetup(Path.of("service.jar"), Path.of("jdk"), List.of(),
			Map.of(), Duration.ofSeconds(60), Duration.ofSeconds(5));

	private static final LoadPlan PLAN = new LoadPlan(
			new LoadModel.Closed(new Concurrency.Constant(1), Warmup.NONE, Duration.ofSeconds(1)), LoadEngine.STUB,
			StubKind.FUTURE, 1, HelloCall.PLAN, 1000, Duration.ofSeconds(1), Duration.ofMinutes(1));

	@Test
	void whenAVariantHasTheSetupOfTheBaselineOfItsWorkloadThenItIsAControl() {
		Variant.Workload idle = new Variant.Workload("idle", null, Map.of(), PLAN);
		Variant.Workload busy = new Variant.Workload("busy", null, Map.of(), PLAN.withChannels(2));
		Experiment crossed = new Experiment("e", null, PLAN, SETUP,
				List.of(in(idle, "a"), in(busy, "b"), in(idle, "b")), "a", Path.of("results"), 1, null,
				Experiment.Rounds.of(1), Experiment.Measures.USUAL);
		assertThat(crossed.controls()).containsExactly("b · idle");
		assertThat(repeated(1).controls()).isEmpty();
	}

	private static Variant in(Variant.Workload workload, String name) {
		return new Variant(name, null, null, List.of(), Map.of(), null, workload, null);
	}

	private static Experiment repeated(int times) {
		return new Experiment("e", null, PLAN, SETUP, List.of(), "a", Path.of("results"), 1, null,
				Experiment.Rounds.of(times), Experiment.Measures.USUAL);
	}

	private static boolean differsInKnobsAlone(Variant... variants) {
		return new Experiment("e", null, PLAN, SETUP, List.of(variants), "a", Path.of("results"), 1, null,
				Experiment.Rounds.of(1), Experiment.Measures.USUAL)
			.differsInKnobsAlone();
	}

}
