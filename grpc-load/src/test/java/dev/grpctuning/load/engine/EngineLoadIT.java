package dev.grpctuning.load.engine;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.grpc.Status;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.call.Greeting;
import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.engine.result.StatusCalls.MessageCount;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.load.transport.stub.StubChannelsFactory;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Every engine over sockets, against grpc-java's server. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class EngineLoadIT {

	private static final LoadModel BURST = new LoadModel.Burst(
			new BurstSchedule(5, 200, Duration.ofMillis(20), Pacing.SCHEDULE), Warmup.NONE);

	private static final LoadModel CLOSED = new LoadModel.Closed(new Concurrency.Constant(4),
			new Warmup.Fixed(Duration.ofMillis(500)), Duration.ofMinutes(1), 300);

	private static final LoadModel ENDLESS = new LoadModel.Closed(new Concurrency.Constant(8), Warmup.NONE,
			Duration.ofMinutes(5));

	static Stream<Arguments> enginesAndModels() {
		return Stream.of(TestEngine.values())
			.flatMap((engine) -> Stream.of(BURST, CLOSED).map((model) -> Arguments.of(engine, model)));
	}

	@ParameterizedTest
	@MethodSource("enginesAndModels")
	void everyCallIsAnsweredAndRecorded(TestEngine engine, LoadModel model) throws Exception {
		try (HelloServer server = HelloServer.start()) {
			LoadResult result = run(engine, TargetAddress.parse(server.address()), engine.plan(model, 3, 10_000));
			Counts counts = result.counts();
			assertThat(counts.ok()).isPositive().isEqualTo(counts.started());
			assertThat(result.latencyMicros().service().count()).isEqualTo(counts.ok());
			assertThat(result.latencyMicros().response().count()).isEqualTo(counts.ok());
			assertThat(result.latencyMicros().service().min()).isPositive();
			assertThat(result.rate().perSecond()).isPositive();
			assertThat(result.stoppedBy()).isNull();
			assertThat(server.connections()).isEqualTo(3);
			assertThat(server.headers()).containsExactly("over sockets");
			if (model == BURST) {
				assertThat(counts.started()).isEqualTo(1000).isEqualTo(server.calls());
			}
			else {
				assertThat(counts.started()).as("without those of the warm-up").isLessThan(server.calls());
			}
		}
	}

	@ParameterizedTest
	@EnumSource(TestEngine.class)
	void theRateIsKeptAndTheLagIsReported(TestEngine engine) throws Exception {
		LoadModel model = new LoadModel.Open(
				new ArrivalPlan.OfRate(new Rate.Constant(500), Arrivals.CONSTANT, 0, Shard.ALL), Duration.ofMillis(10),
				1, new Warmup.Fixed(Duration.ofSeconds(1)), Duration.ofSeconds(1));
		try (HelloServer server = HelloServer.start()) {
			LoadResult result = run(engine, TargetAddress.parse(server.address()), engine.plan(model, 2, 10_000));
			assertThat(result.counts()).isEqualTo(new Counts(500, 500, Map.of(), 0, 0));
			assertThat(server.calls()).as("with those of the warm-up").isEqualTo(1000);
			SendStats sending = Objects.requireNonNull(result.sending());
			double longest = 1 + sending.lagMicros().max() / 1e6;
			assertThat(sending.sentPerSecond()).isBetween(500 / longest * 0.999, 500.1);
			assertThat(sending.lagMicros().count()).isEqualTo(500);
			assertThat(result.latencyMicros().response().max()).isGreaterThanOrEqualTo(sending.lagMicros().min());
		}
	}

	@ParameterizedTest
	@EnumSource(TestEngine.class)
	void callsThatTheServerRefusesAreCountedByStatus(TestEngine engine) throws Exception {
		Status refused = Status.RESOURCE_EXHAUSTED.withDescription("come back later");
		try (HelloServer server = HelloServer.start((index) -> (index % 4 == 0) ? refused : Status.OK)) {
			LoadResult result = run(engine, TargetAddress.parse(server.address()), engine.plan(BURST, 1, 10_000));
			assertThat(result.counts()).isEqualTo(new Counts(1000, 750, Map.of("RESOURCE_EXHAUSTED", 250L), 0, 0));
			assertThat(result.statuses().values()).singleElement()
				.extracting(StatusCalls::messages)
				.isEqualTo(List.of(new MessageCount("come back later", 250)));
			assertThat(result.latencyMicros().service().count()).isEqualTo(750);
		}
	}

	@ParameterizedTest
	@EnumSource(names = "BLOCKING", mode = EnumSource.Mode.EXCLUDE)
	void refusedCallsCostTheClientNoExceptions(TestEngine engine, @TempDir Path folder) throws Exception {
		Path file = folder.resolve("exceptions.jfr");
		try (HelloServer server = HelloServer.start((index) -> Status.RESOURCE_EXHAUSTED);
				Recording recording = new Recording()) {
			recording.enable("jdk.JavaExceptionThrow");
			recording.start();
			LoadResult result = run(engine, TargetAddress.parse(server.address()), engine.plan(BURST, 1, 10_000));
			recording.stop();
			recording.dump(file);
			assertThat(result.counts().failed()).containsEntry("RESOURCE_EXHAUSTED", 1000L);
		}
		assertThat(RecordingFile.readAllEvents(file)
			.stream()
			.filter((thrown) -> thrown.getThread().getJavaName().startsWith("load-"))
			.map((thrown) -> thrown.getString("message"))).doesNotContain("RESOURCE_EXHAUSTED");
	}

	@ParameterizedTest
	@EnumSource(TestEngine.class)
	void whenTheServerIsKilledThenNothingIsUnaccountedFor(TestEngine engine) throws Exception {
		try (HelloServer server = HelloServer.start()) {
			LoadResult result = run(engine, TargetAddress.parse(server.address()), engine.plan(ENDLESS, 2, 10_000),
					(run) -> stop(server), (run, progress) -> {
						if (progress.failed() > 0) {
							run.stop(StopReason.SERVER_GONE);
						}
					});
			Counts counts = result.counts();
			assertThat(counts.ok()).isPositive();
			assertThat(counts.failed()).containsKey("UNAVAILABLE");
			assertThat(counts.unfinished()).as("calls whose end nobody was told").isZero();
			assertThat(server.calls()).isBetween(counts.ok(), counts.started());
			assertThat(result.latencyMicros().service().count()).isEqualTo(counts.ok());
			assertThat(result.stoppedBy()).isEqualTo(StopReason.SERVER_GONE);
		}
	}

	@Test
	void whenTheApplicationsSettingsCannotBeUsedThenItsReasonIsGiven() throws Exception {
		try (ServerSocket socket = Ports.taken()) {
			TargetAddress address = new TargetAddress("127.0.0.1", socket.getLocalPort());
			assertThatExceptionOfType(TargetUnreachableException.class)
				.isThrownBy(() -> new StubChannelsFactory((target, name) -> {
					throw TargetUnreachableException.forGood(target, "bad settings", new IOException());
				}).open(address, TestEngine.FUTURE.plan(BURST, 1, 10_000), CallTargets.of(Greeting.PLAN),
						Duration.ofSeconds(1)))
				.withMessage("no connection to %s: bad settings", address)
				.satisfies((failure) -> assertThat(failure.isForGood()).isTrue());
		}
	}

	private static LoadResult run(TestEngine engine, TargetAddress address, LoadPlan plan) throws Exception {
		return run(engine, address, plan, (run) -> {
		}, (run, progress) -> {
		});
	}

	private static LoadResult run(TestEngine engine, TargetAddress address, LoadPlan plan,
			Consumer<LoadRun> afterFirstAnswers, BiConsumer<LoadRun, Progress> eachSecond) throws Exception {
		try (CallChannels channels = engine.open(address, plan, Duration.ofSeconds(10))) {
			LoadRun[] run = new LoadRun[1];
			boolean[] told = new boolean[1];
			run[0] = new LoadRun(plan, channels, (progress) -> {
				if (!told[0] && progress.ended() > progress.failed()) {
					told[0] = true;
					afterFirstAnswers.accept(run[0]);
				}
				eachSecond.accept(run[0], progress);
			});
			return run[0].run().result();
		}
	}

	private static void stop(HelloServer server) {
		server.close();
	}

}
