package dev.grpctuning;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.autopilot.AutopilotMode;
import dev.grpctuning.autopilot.AutopilotSettings;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** A server of grpc-java alone. */
class GrpcTuningIT {

	private static final Settings TWO_THREADS = Settings.NONE.with(Knobs.EXECUTOR_TYPE, ExecutorType.FIXED)
		.with(Knobs.EXECUTOR_THREADS, 2);

	@AfterEach
	void noThreadOutlivesItsServer() {
		GrpcServerThreads.awaitNone();
	}

	private static NettyServerBuilder builder() {
		return NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0)).addService(new ThreadNames());
	}

	@Test
	void whenALiveKnobIsChangedThenTheNextCallHasIt() throws Exception {
		try (GrpcTuning tuning = GrpcTuning.tune(GrpcTuningIT::builder, TWO_THREADS)) {
			tuning.server().start();
			ManagedChannel channel = channel(tuning);
			assertThat(call(channel)).startsWith("grpc-server-app-");
			TuningChange change = tuning.change(TWO_THREADS.with(Knobs.EXECUTOR_THREAD_NAME_PREFIX, "mine-"));
			assertThat(change.replacement()).isNull();
			assertThat(change.changes()).extracting(TuningChange.KnobChange::knob)
				.containsExactly("executor.thread-name-prefix");
			assertThat(call(channel)).startsWith("mine-");
			assertThat(tuning.view()).containsEntry("executor.type", "fixed").containsEntry("executor.threads", 2);
			channel.shutdownNow();
		}
	}

	@Test
	void whenAKnobNeedsANewServerThenItTakesOverThePort() throws Exception {
		try (GrpcTuning tuning = GrpcTuning.tune(GrpcTuningIT::builder, Settings.NONE)) {
			int port = tuning.server().start().getPort();
			ManagedChannel channel = channel(tuning);
			assertThat(call(channel)).startsWith("grpc-default-executor-");
			TuningChange change = tuning.change(TWO_THREADS.with(Knobs.TRANSPORT, Transport.NIO)
				.with(Knobs.MAX_INBOUND_MESSAGE_SIZE, 1 << 20)
				.with(Knobs.CONNECTION_MAX_AGE, Duration.ofMinutes(5)));
			assertThat(change.outcome()).isEqualTo(TuningChange.Outcome.APPLIED);
			assertThat(change.replacement()).isEqualTo(GenerationChange.SWAP);
			assertThat(tuning.server().getPort()).isEqualTo(port);
			assertThat(tuning.view()).containsEntry("transport", "nio")
				.containsEntry("max-inbound-message-size", 1 << 20)
				.containsEntry("connection.max-age", 300_000L);
			// Until the client has read that it ends, the connection goes on.
			await().untilAsserted(() -> assertThat(call(channel)).startsWith("grpc-server-app-"));
			channel.shutdownNow();
		}
	}

	@Test
	void whenSettingsCannotWorkThenAllOfThemStayAsTheyAre() throws Exception {
		try (GrpcTuning tuning = GrpcTuning.tune(GrpcTuningIT::builder, TWO_THREADS)) {
			assertThatExceptionOfType(NoServerException.class).isThrownBy(() -> tuning.change(TWO_THREADS));
			tuning.server().start();
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> tuning
					.change(TWO_THREADS.with(Knobs.EXECUTOR_THREADS, 0).with(Knobs.MAX_INBOUND_MESSAGE_SIZE, -1)))
				.extracting(InvalidTuningException::problems)
				.satisfies((problems) -> assertThat(problems).extracting(TuningProblem::knob)
					.containsExactlyInAnyOrder("executor.threads", "max-inbound-message-size"));
			assertThat(tuning.view()).containsEntry("executor.threads", 2);
			assertThat(tuning.change(TWO_THREADS).changes()).isEmpty();
		}
	}

	@Test
	void whenAnAutopilotHasChangedTheTuningThenTheNextSettingsOfTheProgramHold() throws Exception {
		try (GrpcTuning tuning = GrpcTuning.tune(GrpcTuningIT::builder, TWO_THREADS, new SimpleMeterRegistry())) {
			tuning.server().start();
			RunningAutopilot autopilot = tuning
				.autopilot(AutopilotSettings.of(AutopilotMode.APPLY, List.of("executor.threads=1..64")));
			await().until(() -> autopilot.doing().startsWith("is quiet for another"));
			change(tuning, "executor.threads=4", "executor.routes[0].method=hello.v1.*/*",
					"executor.routes[0].type=fixed", "executor.routes[0].threads=1");
			assertThat(tuning.view()).containsEntry("executor.threads", 4)
				.containsEntry("executor.routes", List.of("hello.v1.*/* type=fixed threads=1"));
			change(tuning, "executor.type=fork-join", "executor.routes=");
			assertThat(tuning.view()).containsEntry("executor.type", "fork-join")
				.containsEntry("executor.threads", 4)
				.containsEntry("executor.routes", List.of());
			tuning.change(TWO_THREADS);
			assertThat(tuning.view()).containsEntry("executor.type", "fixed").containsEntry("executor.threads", 2);
			assertThat(autopilot.settings()).isEmpty();
			assertThat(autopilot.decisions()).isEmpty();
			assertThatIllegalStateException()
				.isThrownBy(() -> tuning.autopilot(AutopilotSettings.of(AutopilotMode.OFF, List.of())));
		}
		await().until(() -> Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> List.of("grpc-tuning-autopilot", "grpc-tuning-guard").contains(thread.getName())));
	}

	/** Changes as an autopilot does. */
	private static void change(GrpcTuning tuning, String... values) throws Exception {
		assertThat(tuning.tuning().change(WantedChange.of(TextSettings.values(values))).outcome())
			.isEqualTo(TuningChange.Outcome.APPLIED);
	}

	@Test
	void whenThereAreNoMetersThenThereIsNoAutopilot() throws Exception {
		try (GrpcTuning tuning = GrpcTuning.tune(GrpcTuningIT::builder, TWO_THREADS)) {
			assertThatIllegalStateException()
				.isThrownBy(() -> tuning.autopilot(AutopilotSettings.of(AutopilotMode.APPLY, List.of())))
				.withMessageContaining("a registry of Micrometer");
		}
	}

	private static ManagedChannel channel(GrpcTuning tuning) {
		return NettyChannelBuilder.forAddress("127.0.0.1", tuning.server().getPort()).usePlaintext().build();
	}

	private static String call(ManagedChannel channel) {
		return HelloServiceGrpc.newBlockingStub(channel)
			.withWaitForReady()
			.withDeadlineAfter(60, TimeUnit.SECONDS)
			.sayHello(HelloRequest.getDefaultInstance())
			.getGreeting();
	}

	private static final class ThreadNames extends HelloServiceGrpc.HelloServiceImplBase {

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			response.onNext(HelloResponse.newBuilder().setGreeting(Thread.currentThread().getName()).build());
			response.onCompleted();
		}

	}

}
