package dev.grpctuning.load.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.metadata.PropertyMetadata;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.transport.TargetAddress;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LoadProperties}. */
class LoadPropertiesTests {

	private static final String[] ALL = { "load.target=10.0.0.1:7", "load.call=a.B/C", "load.codec=wire",
			"load.hello.longs=1000", "load.request={}", "load.request-bytes=request.bin", "load.proto=a.proto",
			"load.proto-path=protos", "load.total-calls=42", "load.descriptor-set=methods.pb", "load.messages=6",
			"load.deadline=7s", "load.authority=a.b:8", "load.compression=gzip", "load.wait-for-ready=true",
			"load.ok=NOT_FOUND,ABORTED", "load.cancel.share=0.5", "load.cancel.after=9ms", "load.retries.attempts=5",
			"load.retries.backoff=8ms", "load.model=closed", "load.engine=stub", "load.stub=blocking",
			"load.channels=3", "load.burst.count=11", "load.burst.size=12", "load.burst.interval=13ms",
			"load.burst.pacing=schedule", "load.closed.outstanding=14", "load.open.rate=0.5",
			"load.open.arrivals=constant", "load.open.seed=-3", "load.open.max-lag=4ms", "load.open.max-lag-share=0.25",
			"load.ramp.of=concurrency", "load.ramp.from=1.5", "load.ramp.to=2.5", "load.ramp.over=3s",
			"load.steps.of=concurrency", "load.steps.values=4,5.5,6", "load.steps.each=7s",
			"load.replay.file=times.txt", "load.blocking.clients=8", "load.duration=15s", "load.warmup=16s",
			"load.warmup-limit=21s", "load.shard=1/3", "load.metadata.X-Key=value", "load.max-open-calls=17",
			"load.connect-timeout=18s", "load.drain=19s", "load.timeout=40s", "load.output=out/result.json",
			"load.start-at=2026-01-31T12:00:00Z", "load.until=p99 ± 5%", "load.format=csv", "load.quiet=true",
			"load.histogram=a.hlog", "load.thresholds=p99 < 5ms, errors == 0" };

	/** Binds properties without an application. */
	static LoadProperties load(String... values) {
		Map<String, String> map = Arrays.stream(values)
			.map((value) -> value.split("=", 2))
			.collect(Collectors.toMap((value) -> value[0], (value) -> value[1], (first, second) -> second));
		return new Binder(new MapConfigurationPropertySource(map)).bindOrCreate("load",
				Bindable.of(LoadProperties.class));
	}

	static LoadPlan plan(String... values) {
		return new LoadPlans(load(values)).plan();
	}

	@Test
	void whenNothingIsSetThenDefaultsApply() {
		LoadProperties properties = load();
		assertThat(properties.address()).isEqualTo(new TargetAddress("localhost", 9090));
		assertThat(properties.checkedThresholds()).isEmpty();
		assertThat(properties.output().format()).isEqualTo(RunFormat.TABLE);
		LoadPlan plan = plan();
		assertThat(plan.model()).isEqualTo(
				new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(200), Arrivals.POISSON, 1, Shard.ALL),
						Duration.ofMillis(10), 0.01, Warmup.NONE, Duration.ofSeconds(10)));
		assertThat(plan.engine()).isEqualTo(LoadEngine.STUB);
		assertThat(plan.stub()).isEqualTo(StubKind.FUTURE);
		assertThat(plan.maxOpenCalls()).isEqualTo(Runtime.getRuntime().maxMemory() / 4096);
	}

	@ParameterizedTest
	@FieldSource("ALL")
	void whenAPropertyIsSetThenItIsBound(String property) {
		assertThat(load(property)).isNotEqualTo(load());
	}

	@Test
	void whenEngineIsRawThenMoreCallsMayBeOpen() {
		LoadPlan plan = plan("load.engine=raw");
		assertThat(plan.engine()).isEqualTo(LoadEngine.RAW);
		assertThat(plan.maxOpenCalls())
			.isEqualTo(Math.clamp(Runtime.getRuntime().maxMemory() / 512, 1, Integer.MAX_VALUE));
	}

	@Test
	void whenAPropertyIsAddedThenItIsTestedHere() throws Exception {
		Stream<String> tested = Arrays.stream(ALL).map((property) -> property.replaceAll("(\\.X-Key)?=.*", ""));
		assertThat(PropertyMetadata.ofLoadClient()).extracting(PropertyMetadata::name)
			.filteredOn((name) -> name.startsWith("load."))
			.containsExactlyInAnyOrderElementsOf(tested.toList());
	}

	@Test
	void whenMetadataComesFromAVariableThenItsKeyHasHyphens() {
		Map<String, String> variables = Map.of("LOAD_METADATA_X_THE_HEADER", "hi");
		assertThat(CallPlanFactory.metadataKey("x.the.header", variables)).isEqualTo("x-the-header");
		assertThat(CallPlanFactory.metadataKey("x.other", variables)).isEqualTo("x.other");
	}

	@Test
	void whenClientsAreBlockingThenEachIsGivenTheHeapOfAThread() {
		long heap = Runtime.getRuntime().maxMemory();
		assertThat(plan("load.model=blocking").maxOpenCalls()).isEqualTo(heap / 6144);
		assertThat(plan("load.model=blocking", "load.engine=raw").maxOpenCalls()).isEqualTo(heap / 6144);
		assertThat(plan("load.model=blocking", "load.stub=blocking").maxOpenCalls()).isEqualTo(heap / 8192);
		assertThat(plan("load.model=closed").maxOpenCalls()).isEqualTo(heap / 4096);
	}

}
