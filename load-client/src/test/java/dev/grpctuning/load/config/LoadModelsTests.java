package dev.grpctuning.load.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Replay;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link LoadModels}. */
class LoadModelsTests {

	private static final String CONSTANT = "load.open.arrivals=constant";

	private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

	private static final Duration MAX_LAG = Duration.ofMillis(10);

	@Test
	void whenModelIsBurstsThenItsWarmUpIsBurstsToo() {
		BurstSchedule schedule = new BurstSchedule(3, 5, Duration.ofMillis(200), Pacing.PAUSE);
		assertThat(model("load.model=burst", "load.burst.count=3", "load.burst.size=5"))
			.isEqualTo(new LoadModel.Burst(schedule, Warmup.NONE));
		assertThat(model("load.model=burst", "load.burst.count=3", "load.burst.size=5", "load.warmup=2s"))
			.isEqualTo(new LoadModel.Burst(schedule, new Warmup.Fixed(Duration.ofSeconds(2))));
	}

	@Test
	void whenModelIsClosedThenItKeepsThatManyCallsOpen() {
		assertThat(model("load.model=closed", "load.closed.outstanding=4", "load.warmup=1s", "load.duration=9s"))
			.isEqualTo(new LoadModel.Closed(new Concurrency.Constant(4), new Warmup.Fixed(Duration.ofSeconds(1)),
					Duration.ofSeconds(9)));
	}

	@Test
	void whenModelIsOpenThenItIsOneOfARate() {
		assertThat(model("load.model=open", "load.open.rate=0.25", "load.open.arrivals=poisson", "load.open.seed=5",
				"load.open.max-lag=0s", "load.open.max-lag-share=1", "load.warmup=2s", "load.duration=3s"))
			.isEqualTo(
					new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(0.25), Arrivals.POISSON, 5, Shard.ALL),
							Duration.ZERO, 1, new Warmup.Fixed(Duration.ofSeconds(2)), Duration.ofSeconds(3)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';',
			value = { "errors == 0; 10", "p99 < 10ms; 1", "p99 < 1s; 10",
					"response.p50 <= 4ms, errors == 0, answered.max < 90ms; 0.4", "p99 > 1ms; 10",
					"service.p99 < 1ms; 10", "elapsed < 1ms; 10" })
	void whenThereIsAnObjectiveThenACallIsLateAfterATenthOfIt(String thresholds, double lagMillis) {
		Duration lag = Duration.ofNanos(Math.round(lagMillis * 1e6));
		assertThat(model("load.thresholds=" + thresholds)).extracting((model) -> ((LoadModel.Open) model).maxLag())
			.isEqualTo(lag);
		assertThat(model("load.thresholds=" + thresholds, "load.open.max-lag=7ms"))
			.extracting((model) -> ((LoadModel.Open) model).maxLag())
			.isEqualTo(Duration.ofMillis(7));
	}

	@Test
	void whenANumberOfCallsEndsTheRunThenTheModelHasIt() {
		assertThat(model("load.total-calls=300", "load.open.rate=200", CONSTANT))
			.isEqualTo(open(new Rate.Constant(200), Shard.ALL, Duration.ofMillis(1500)));
		assertThat(model("load.total-calls=300", "load.model=closed"))
			.isEqualTo(new LoadModel.Closed(new Concurrency.Constant(10), Warmup.NONE, LoadModel.UNTIL_CALLED, 300));
		assertThat(model("load.total-calls=300", "load.model=blocking"))
			.isEqualTo(new LoadModel.Blocking(10, Warmup.NONE, LoadModel.UNTIL_CALLED, 300));
	}

	@ParameterizedTest
	@ValueSource(strings = { "closed", "blocking" })
	void whenANumberOfCallsEndsTheRunThenTheTimeoutMustOnlyBeLongerThanTheWarmUp(String model) {
		LoadProperties properties = LoadPropertiesTests.load("load.total-calls=300", "load.model=" + model,
				"load.timeout=1m");
		assertThat(new LoadPlans(properties).plan().timeout()).isEqualTo(Duration.ofMinutes(1));
		LoadProperties warmed = LoadPropertiesTests.load("load.total-calls=300", "load.model=" + model,
				"load.timeout=1m", "load.warmup=1m");
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(new LoadPlans(warmed)::plan)
			.satisfies((refusal) -> assertThat(refusal.getName()).isEqualTo("load.timeout"));
	}

	@Test
	void whenARateRampsThenItDoesSoOverTheDurationUnlessToldOtherwise() {
		assertThat(model("load.model=ramp", "load.ramp.from=5", CONSTANT))
			.isEqualTo(open(new Rate.Ramp(5, 200, TEN_SECONDS), Shard.ALL, TEN_SECONDS));
		assertThat(model("load.model=ramp", "load.ramp.to=1000", "load.ramp.over=1m", "load.shard=2/3", CONSTANT))
			.isEqualTo(open(new Rate.Ramp(0, 1000, Duration.ofMinutes(1)), new Shard(2, 3), Duration.ofMinutes(1)));
	}

	@Test
	void whenARateGoesInStepsThenTheyDivideTheDurationUnlessToldOtherwise() {
		assertThat(model("load.model=steps", "load.steps.values=1,0,2.5,4", "load.open.arrivals=poisson"))
			.isEqualTo(new LoadModel.Open(
					new ArrivalPlan.OfRate(new Rate.Steps(List.of(1.0, 0.0, 2.5, 4.0), Duration.ofMillis(2500)),
							Arrivals.POISSON, 1, Shard.ALL),
					MAX_LAG, 0.01, Warmup.NONE, TEN_SECONDS));
		assertThat(model("load.model=steps", "load.steps.values=1,2", "load.steps.each=1m").duration())
			.isEqualTo(Duration.ofMinutes(2));
	}

	@Test
	void whenOpenCallsChangeThenTheModelIsAClosedOne() {
		assertThat(model("load.model=ramp", "load.ramp.of=concurrency", "load.ramp.from=1", "load.ramp.to=64"))
			.isEqualTo(new LoadModel.Closed(new Concurrency.Ramp(1, 64, TEN_SECONDS), Warmup.NONE, TEN_SECONDS));
		assertThat(
				model("load.model=steps", "load.steps.of=concurrency", "load.steps.values=1,8,0", "load.steps.each=5s"))
			.isEqualTo(new LoadModel.Closed(new Concurrency.Steps(List.of(1, 8, 0), Duration.ofSeconds(5)), Warmup.NONE,
					Duration.ofSeconds(15)));
	}

	@Test
	void whenModelIsReplayThenItLastsAsLongAsItsFile(@TempDir Path folder) throws IOException {
		Path file = Files.writeString(folder.resolve("times.txt"), "10\n10.5\n12\n");
		assertThat(model("load.model=replay", "load.replay.file=" + file, "load.shard=0/2"))
			.isEqualTo(new LoadModel.Open(new ArrivalPlan.OfFile(new Replay(file, 3, 2_000_000_000), new Shard(0, 2)),
					MAX_LAG, 0.01, Warmup.NONE, Duration.ofNanos(2_000_000_001)));
		assertThat(model("load.model=replay", "load.replay.file=" + file, "load.warmup=1500ms").duration())
			.isEqualTo(Duration.ofNanos(500_000_001));
	}

	@Test
	void whenModelIsBlockingThenItHasClients() {
		assertThat(model("load.model=blocking", "load.blocking.clients=3", "load.warmup=1s"))
			.isEqualTo(new LoadModel.Blocking(3, new Warmup.Fixed(Duration.ofSeconds(1)), TEN_SECONDS));
	}

	@Test
	void whenClientsAreBlockingThenEachIsGivenTheHeapOfAThread() {
		assertThat(new LoadPlans(LoadPropertiesTests.load("load.model=blocking")).plan().maxOpenCalls())
			.isEqualTo(Runtime.getRuntime().maxMemory() / 6144);
		assertThat(
				new LoadPlans(LoadPropertiesTests.load("load.model=blocking", "load.engine=raw")).plan().maxOpenCalls())
			.isEqualTo(Runtime.getRuntime().maxMemory() / 6144);
		assertThat(new LoadPlans(LoadPropertiesTests.load("load.model=blocking", "load.stub=blocking")).plan()
			.maxOpenCalls()).isEqualTo(Runtime.getRuntime().maxMemory() / 8192);
		assertThat(new LoadPlans(LoadPropertiesTests.load("load.model=closed")).plan().maxOpenCalls())
			.isEqualTo(Runtime.getRuntime().maxMemory() / 4096);
	}

	@Test
	void whenTheWarmUpIsAutomaticThenItHasALimit() {
		assertThat(model("load.model=closed", "load.warmup=auto").warmup())
			.isEqualTo(new Warmup.UntilSteady(Duration.ofSeconds(60)));
		assertThat(model("load.model=open", "load.warmup=AUTO", "load.warmup-limit=1200ms").warmup())
			.isEqualTo(new Warmup.UntilSteady(Duration.ofMillis(1200)));
		assertThat(model("load.model=open", "load.warmup=auto").sendingTime()).isEqualTo(Duration.ofSeconds(70));
	}

	@ParameterizedTest
	@ValueSource(strings = { "rate", "concurrency" })
	void whenThePlanBeginsWithNoCallsThenThereIsNoWarmUp(String of) {
		for (String warmup : List.of("load.warmup=5s", "load.warmup=auto")) {
			assertThat(model("load.model=ramp", "load.ramp.of=" + of, "load.ramp.from=0", warmup).warmup())
				.isEqualTo(Warmup.NONE);
			assertThat(model("load.model=ramp", "load.ramp.of=" + of, "load.ramp.from=1", warmup).warmup())
				.isNotEqualTo(Warmup.NONE);
			assertThat(model("load.model=steps", "load.steps.of=" + of, "load.steps.values=0,5", warmup).warmup())
				.isEqualTo(Warmup.NONE);
			assertThat(model("load.model=steps", "load.steps.of=" + of, "load.steps.values=5,0", warmup).warmup())
				.isNotEqualTo(Warmup.NONE);
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REPLAY")
	void whenThePlanIsToHaveNoEndThenNoModelHasOne(ModelKind model) {
		LoadProperties properties = LoadPropertiesTests.load("load.model=" + model, "load.warmup=1s",
				"load.steps.values=1,2", "load.burst.interval=2s");
		LoadPlan plan = new LoadPlans(properties).endless();
		assertThat(plan.endless()).isTrue();
		assertThat(new LoadPlans(properties).plan().endless()).isFalse();
		assertThat(plan.model().duration()).isEqualTo(LoadModel.ENDLESS);
		assertThat(plan.model().interval()).isEqualTo(Duration.ofSeconds(1));
		if (plan.model() instanceof LoadModel.Burst bursts) {
			assertThat(bursts.schedule().hasEnd()).isFalse();
		}
	}

	@Test
	void whenARampHasNoEndThenItStaysAsItIsInTheEnd() {
		assertThat(new LoadPlans(LoadPropertiesTests.load("load.model=ramp", "load.ramp.over=3s", CONSTANT)).endless()
			.model()).isEqualTo(open(new Rate.Ramp(0, 200, Duration.ofSeconds(3)), Shard.ALL, LoadModel.ENDLESS));
	}

	@Test
	void whenAReplayIsToHaveNoEndThenThatIsRefused() {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> new LoadPlans(LoadPropertiesTests.load("load.model=replay")).endless())
			.satisfies((refusal) -> assertThat(refusal.getName()).isEqualTo("load.model"));
	}

	@Test
	void whenBurstsTakeAYearOrHaveNoEndThenTheirIntervalIsAllowed() {
		assertThat(model("load.model=burst", "load.burst.count=366", "load.burst.interval=1d").duration())
			.isEqualTo(Duration.ofDays(365));
		assertThat(new LoadPlans(LoadPropertiesTests.load("load.model=burst", "load.burst.interval=30d")).endless()
			.endless()).isTrue();
	}

	private static LoadModel open(Rate rate, Shard shard, Duration duration) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(rate, Arrivals.CONSTANT, 1, shard), MAX_LAG, 0.01, Warmup.NONE,
				duration);
	}

	private static LoadModel model(String... values) {
		return LoadPropertiesTests.plan(values).model();
	}

}
