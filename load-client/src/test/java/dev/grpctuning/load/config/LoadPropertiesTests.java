package dev.grpctuning.load.config;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallSettings.Cancellation;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.call.CallSettings.Retries;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.metadata.PropertyMetadata;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.threshold.Threshold;
import dev.grpctuning.load.transport.TargetAddress;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LoadProperties}. */
class LoadPropertiesTests {

	private static final String[] ALL = { "load.target=10.0.0.1:7", "load.call=a.B/C", "load.codec=wire",
			"load.hello.longs=1000", "load.request={}", "load.request-bytes=request.bin", "load.proto=a.proto",
			"load.proto-path=protos", "load.total-calls=42", "load.descriptor-set=methods.pb", "load.messages=6",
			"load.deadline=7s", "load.authority=a.b:8", "load.compression=gzip", "load.wait-for-ready=true",
			"load.ok=NOT_FOUND,ABORTED", "load.cancel.share=0.5", "load.cancel.after=9ms", "load.retries.attempts=5",
			"load.retries.backoff=8ms", "load.model=open", "load.engine=stub", "load.stub=blocking", "load.channels=3",
			"load.burst.count=11", "load.burst.size=12", "load.burst.interval=13ms", "load.burst.pacing=schedule",
			"load.closed.outstanding=14", "load.open.rate=0.5", "load.open.arrivals=poisson", "load.open.seed=-3",
			"load.open.max-lag=4ms", "load.open.max-lag-share=0.25", "load.ramp.of=concurrency", "load.ramp.from=1.5",
			"load.ramp.to=2.5", "load.ramp.over=3s", "load.steps.of=concurrency", "load.steps.values=4,5.5,6",
			"load.steps.each=7s", "load.replay.file=times.txt", "load.blocking.clients=8", "load.duration=15s",
			"load.warmup=16s", "load.warmup-limit=21s", "load.shard=1/3", "load.metadata.X-Key=value",
			"load.max-open-calls=17", "load.connect-timeout=18s", "load.drain=19s", "load.timeout=40s",
			"load.output=out/result.json", "load.start-at=2026-01-31T12:00:00Z", "load.format=csv", "load.quiet=true",
			"load.histogram=a.hlog", "load.thresholds=p99 < 5ms, errors == 0" };

	private final ApplicationContextRunner context = new ApplicationContextRunner()
		.withUserConfiguration(Properties.class);

	@Test
	void whenNothingIsSetThenDefaultsApply() {
		this.context.run((loaded) -> {
			LoadProperties properties = loaded.getBean(LoadProperties.class);
			assertThat(properties).isEqualTo(new LoadProperties("localhost:9090", "hello", null,
					new LoadProperties.Hello(0), null, null, null, null, null, null, null, null, Compression.IDENTITY,
					false, new LoadProperties.Cancel(0, Duration.ZERO),
					new LoadProperties.Retries(1, Duration.ofMillis(100)), List.of(), ModelKind.OPEN, null, null, 1,
					new LoadProperties.Burst(100, 10_000, Duration.ofMillis(200), Pacing.PAUSE),
					new LoadProperties.Closed(10), new LoadProperties.Open(200, Arrivals.POISSON, 1, null, 0.01),
					new LoadProperties.Ramp(LoadProperties.ChangingFigure.RATE, 0, 200, null),
					new LoadProperties.Steps(LoadProperties.ChangingFigure.RATE, null, null),
					new LoadProperties.Replay(null), new LoadProperties.Blocking(10), null, null, null,
					Duration.ofSeconds(60), null, Map.of(), null, Duration.ofSeconds(5), Duration.ofSeconds(60), null,
					null, null, RunFormat.TABLE, false, null, List.of()));
			assertThat(properties.checkedThresholds()).isEmpty();
			LoadPlan plan = new LoadPlans(properties).plan();
			assertThat(plan.model()).isEqualTo(
					new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(200), Arrivals.POISSON, 1, Shard.ALL),
							Duration.ofMillis(10), 0.01, Warmup.NONE, Duration.ofSeconds(10)));
			assertThat(plan.engine()).isEqualTo(LoadEngine.STUB);
			assertThat(plan.stub()).isEqualTo(StubKind.FUTURE);
			assertThat(plan.maxOpenCalls()).isEqualTo(Runtime.getRuntime().maxMemory() / 4096);
			assertThat(properties.address()).isEqualTo(new TargetAddress("localhost", 9090));
		});
	}

	@Test
	void whenAllIsSetThenAllIsBound() {
		this.context.withPropertyValues(ALL).run((loaded) -> {
			LoadProperties properties = loaded.getBean(LoadProperties.class);
			assertThat(properties).isEqualTo(new LoadProperties("10.0.0.1:7", "a.B/C", HelloCodec.WIRE,
					new LoadProperties.Hello(1000), "{}", Path.of("request.bin"), Path.of("methods.pb"),
					Path.of("a.proto"), Path.of("protos"), 6, Duration.ofSeconds(7), "a.b:8", Compression.GZIP, true,
					new LoadProperties.Cancel(0.5, Duration.ofMillis(9)),
					new LoadProperties.Retries(5, Duration.ofMillis(8)), List.of("NOT_FOUND", "ABORTED"),
					ModelKind.OPEN, LoadEngine.STUB, StubKind.BLOCKING, 3,
					new LoadProperties.Burst(11, 12, Duration.ofMillis(13), Pacing.SCHEDULE),
					new LoadProperties.Closed(14),
					new LoadProperties.Open(0.5, Arrivals.POISSON, -3, Duration.ofMillis(4), 0.25),
					new LoadProperties.Ramp(LoadProperties.ChangingFigure.CONCURRENCY, 1.5, 2.5, Duration.ofSeconds(3)),
					new LoadProperties.Steps(LoadProperties.ChangingFigure.CONCURRENCY, List.of(4.0, 5.5, 6.0),
							Duration.ofSeconds(7)),
					new LoadProperties.Replay(Path.of("times.txt")), new LoadProperties.Blocking(8),
					Duration.ofSeconds(15), 42L, new WarmupTime(Duration.ofSeconds(16)), Duration.ofSeconds(21), "1/3",
					Map.of("X-Key", "value"), 17, Duration.ofSeconds(18), Duration.ofSeconds(19),
					Duration.ofSeconds(40), "out/result.json", Instant.parse("2026-01-31T12:00:00Z"), RunFormat.CSV,
					true, "a.hlog", List.of("p99 < 5ms", "errors == 0")));
			assertThat(properties.checkedThresholds()).map(Threshold::toString)
				.containsExactly("p99 < 5ms", "errors == 0");
			assertThat(properties.address()).isEqualTo(new TargetAddress("10.0.0.1", 7));
		});
	}

	@Test
	void whenEngineIsRawThenMoreCallsMayBeOpen() {
		this.context.withPropertyValues("load.engine=raw").run((loaded) -> {
			LoadPlan plan = new LoadPlans(loaded.getBean(LoadProperties.class)).plan();
			assertThat(plan.engine()).isEqualTo(LoadEngine.RAW);
			assertThat(plan.maxOpenCalls())
				.isEqualTo(Math.clamp(Runtime.getRuntime().maxMemory() / 512, 1, Integer.MAX_VALUE));
		});
	}

	@Test
	void whenAllThatGoesTogetherIsSetThenThePlanHasIt() {
		String[] together = Arrays.stream(ALL)
			.filter((property) -> !property
				.matches("load\\.(call|request-bytes|descriptor-set|proto|proto-path|messages|total-calls)=.*"))
			.toArray(String[]::new);
		this.context.withPropertyValues(together)
			.run((loaded) -> assertThat(new LoadPlans(loaded.getBean(LoadProperties.class)).plan()).isEqualTo(
					new LoadPlan(
							new LoadModel.Open(
									new ArrivalPlan.OfRate(new Rate.Constant(0.5), Arrivals.POISSON, -3,
											new Shard(1, 3)),
									Duration.ofMillis(4), 0.25, new Warmup.Fixed(Duration.ofSeconds(16)),
									Duration.ofSeconds(15)),
							LoadEngine.STUB, StubKind.BLOCKING, 3,
							new CallPlan(new HelloCall(HelloCodec.WIRE, 1000), new CallPlan.Json("{}", "{}"), null,
									Map.of("x-key", "value"),
									new CallSettings(Duration.ofSeconds(7), "a.b:8", Compression.GZIP, true,
											new Cancellation(0.5, Duration.ofMillis(9)),
											new Retries(5, Duration.ofMillis(8)),
											Set.of(Status.Code.NOT_FOUND, Status.Code.ABORTED))),
							17, Duration.ofSeconds(19), Duration.ofSeconds(40))));
	}

	@Test
	void whenAPropertyIsAddedThenItIsTestedHere() throws Exception {
		Stream<String> tested = Arrays.stream(ALL).map((property) -> property.replaceAll("(\\.X-Key)?=.*", ""));
		assertThat(PropertyMetadata.ofLoadClient()).extracting(PropertyMetadata::name)
			.filteredOn((name) -> name.startsWith("load."))
			.containsExactlyInAnyOrderElementsOf(tested.toList());
	}

	@Test
	void whenValuesAreAtTheirBoundsThenThePlanHasThem() {
		this.context
			.withPropertyValues("load.model=burst", "load.burst.interval=0s", "load.burst.count=1", "load.burst.size=1",
					"load.drain=0s", "load.channels=1", "load.max-open-calls=1", "load.timeout=1s",
					"load.connect-timeout=1ms")
			.run((loaded) -> {
				LoadProperties properties = loaded.getBean(LoadProperties.class);
				LoadPlan plan = new LoadPlans(properties).plan();
				assertThat(plan.model())
					.isEqualTo(new LoadModel.Burst(new BurstSchedule(1, 1, Duration.ZERO, Pacing.PAUSE), Warmup.NONE));
				assertThat(plan.drain()).isZero();
				assertThat(plan.timeout()).isEqualTo(Duration.ofSeconds(1));
				assertThat(plan.channels()).isOne();
				assertThat(plan.maxOpenCalls()).isOne();
				assertThat(properties.connectTimeout()).isEqualTo(Duration.ofMillis(1));
			});
	}

	@Test
	void whenAValueIsNotUsedByTheModelThenItIsNotChecked() {
		this.context.run((loaded) -> {
			LoadPlan plan = new LoadPlans(loaded.getBean(LoadProperties.class)).plan();
			this.context.withPropertyValues("load.closed.outstanding=0")
				.run((other) -> assertThat(new LoadPlans(other.getBean(LoadProperties.class)).plan()).isEqualTo(plan));
		});
	}

	@Test
	void whenMetadataComesFromAVariableThenItsKeyHasHyphens() {
		Map<String, String> variables = Map.of("LOAD_METADATA_X_THE_HEADER", "hi");
		assertThat(CallPlanFactory.metadataKey("x.the.header", variables)).isEqualTo("x-the-header");
		assertThat(CallPlanFactory.metadataKey("x.other", variables)).isEqualTo("x.other");
	}

	@Test
	void whenTimeoutIsNotSetThenItLeavesRoomForThePlan() {
		this.context.withPropertyValues("load.model=closed", "load.duration=20m", "load.warmup=1m", "load.drain=2m")
			.run((loaded) -> assertThat(new LoadPlans(loaded.getBean(LoadProperties.class)).plan().timeout())
				.isEqualTo(Duration.ofMinutes(28)));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(LoadProperties.class)
	static class Properties {

	}

}
