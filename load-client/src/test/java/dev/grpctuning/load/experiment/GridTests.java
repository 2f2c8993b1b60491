package dev.grpctuning.load.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.engine.LoadEngine;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.engine.Warmup;
import dev.grpctuning.load.target.CallPlan;
import dev.grpctuning.load.target.CallSettings;
import dev.grpctuning.load.target.Cancellation;
import dev.grpctuning.load.target.Compression;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Grid}.
 */
class GridTests {

	private static final Duration MILLI = Duration.ofMillis(1);

	private static final Duration CELL = Duration.ofSeconds(10);

	private static final Warmup BEFORE = new Warmup.Fixed(Duration.ofSeconds(2));

	private static final CallSettings SETTINGS = new CallSettings(Duration.ofSeconds(7), "a.b:8", Compression.GZIP,
			true, new Cancellation(0.5, MILLI));

	@Test
	void whenMeasuredThenCellsAreInTheOrderOfTheTable() {
		assertThat(grid(Duration.ZERO).cells()).map(GridCell::name)
			.containsExactly("json, 1 client, 0 us", "json, 50 clients, 0 us", "json, 1 client, 1000 us",
					"json, 50 clients, 1000 us", "wire, 1 client, 0 us", "wire, 50 clients, 0 us",
					"wire, 1 client, 1000 us", "wire, 50 clients, 1000 us");
	}

	@Test
	void whenACellIsDrivenThenItsClientsCallItsCodecAndAskForItsDelay() {
		LoadPlan plan = grid(Duration.ZERO).plan(new GridCell(HelloCodec.WIRE, 50, MILLI));
		assertThat(plan.model()).isEqualTo(new LoadModel.Blocking(50, BEFORE, CELL));
		assertThat(plan.engine()).isEqualTo(LoadEngine.RAW);
		assertThat(plan.channels()).isEqualTo(3);
		assertThat(plan.call().callee()).isEqualTo(new CallPlan.Hello(HelloCodec.WIRE, 1000));
		assertThat(plan.call().metadata()).isEqualTo(Map.of("x-key", "value", "x-work-delay-us", "1000"));
	}

	@Test
	void whenWarmedUpThenTheMostClientsCallWithEachCodecForTheirPartOfTheTime() {
		assertThat(grid(Duration.ofSeconds(8)).warmups())
			.allSatisfy((plan) -> assertThat(plan.model())
				.isEqualTo(new LoadModel.Blocking(50, Warmup.NONE, Duration.ofSeconds(4))))
			.extracting((plan) -> plan.call().callee())
			.containsExactly(new CallPlan.Hello(HelloCodec.JSON, 1000), new CallPlan.Hello(HelloCodec.WIRE, 1000));
		assertThat(grid(Duration.ZERO).warmups()).isEmpty();
	}

	@Test
	void whenItsLengthIsToldThenWarmUpsAreInIt() {
		assertThat(grid(Duration.ofSeconds(8)).length()).isEqualTo(Duration.ofSeconds(8 + 8 * 12));
	}

	@Test
	void whenACellIsDrivenThenItsCallsAreMadeAsThePlanHasIt() {
		Grid grid = grid(Duration.ofSeconds(8));
		LoadPlan plan = grid.plan(new GridCell(HelloCodec.WIRE, 50, MILLI));
		assertThat(plan.call()).usingRecursiveComparison()
			.ignoringFields("callee", "metadata")
			.isEqualTo(grid.plan().call());
		assertThat(plan).usingRecursiveComparison().ignoringFields("model", "call").isEqualTo(grid.plan());
		assertThat(grid.warmups()).allSatisfy((warmup) -> assertThat(warmup.call().settings()).isEqualTo(SETTINGS));
	}

	private static Grid grid(Duration warmup) {
		LoadPlan plan = new LoadPlan(new LoadModel.Blocking(1, BEFORE, CELL), LoadEngine.RAW, StubKind.FUTURE, 3,
				new CallPlan(new CallPlan.Hello(HelloCodec.PROTOBUF, 1000), new CallPlan.Json("{}", "{}"), 1,
						Map.of("x-key", "value"), SETTINGS),
				100, MILLI, CELL);
		ServerSetup setup = new ServerSetup(Path.of("service.jar"), Path.of("jdk"), List.of(), Map.of(), CELL, CELL);
		return new Grid(List.of(HelloCodec.JSON, HelloCodec.WIRE), List.of(1, 50), List.of(Duration.ZERO, MILLI),
				warmup, plan, setup, Path.of("results"));
	}

}
