package dev.grpctuning.load.result;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.result.PlanDocument.Steps;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PlanDocument}: the models that change with time, and what only some
 * plans have.
 */
class PlanDocumentTests {

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static final Shard SHARD = new Shard(1, 3);

	@Test
	void whenARateGoesInStepsThenTheModelIsSteps() {
		PlanDocument plan = of(open(new Rate.Steps(List.of(1.0, 2.5), MINUTE)));
		assertThat(plan.model()).isEqualTo("steps");
		assertThat(plan.open()).isEqualTo(new PlanDocument.Open(null, null, new Steps(List.of(1.0, 2.5), 60), null,
				Arrivals.POISSON, 9L, SHARD, 10, 0.01));
	}

	@Test
	void whenMetadataIsSecretThenItsValueIsMasked() {
		LoadPlan bursts = Samples.bursts();
		LoadPlan secret = bursts.with(bursts.model(),
				bursts.call().withMetadata(Map.of("authorization", "Bearer 123", "x-user", "me")));
		assertThat(PlanDocument.of(secret).call().metadata())
			.isEqualTo(Map.of("authorization", "******", "x-user", "me"));
	}

	@Test
	void whenThePlanHasNoEndThenItHasNoTimes() {
		PlanDocument plan = PlanDocument.of(Samples.endless());
		assertThat(plan.durationSeconds()).isNull();
		assertThat(plan.limits()).isEqualTo(new PlanDocument.Limits(null, 4000, 5, null));
	}

	private static LoadModel open(Rate rate) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(rate, Arrivals.POISSON, 9, SHARD), Duration.ofMillis(10), 0.01,
				Warmup.NONE, MINUTE);
	}

	private static PlanDocument of(LoadModel model) {
		return PlanDocument.of(Samples.plan(model));
	}

}
