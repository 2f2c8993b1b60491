package dev.grpctuning.load.engine.stub;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.grpc.Status;
import net.devh.boot.grpc.client.config.GrpcChannelsProperties;
import net.devh.boot.grpc.client.config.NegotiationType;
import net.devh.boot.grpc.client.interceptor.GlobalClientInterceptorRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.io.ByteArrayResource;

import dev.grpctuning.load.HelloServer;
import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.Progress;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.schedule.Pacing;
import dev.grpctuning.load.schedule.TurnSchedule;
import dev.grpctuning.load.target.CallPlan;
import dev.grpctuning.load.target.CallTargets;
import dev.grpctuning.load.target.HelloTarget;
import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The stub engine over sockets.
 */
@Timeout(60)
class StubLoadIT {

	private static final LoadModel TURNS = new LoadModel.Turns(
			new TurnSchedule(5, 200, Duration.ofMillis(20), Pacing.SCHEDULE));

	private static final LoadModel CLOSED = new LoadModel.Closed(4, Duration.ofMillis(100), Duration.ofMillis(500));

	private static final LoadModel ENDLESS = new LoadModel.Closed(8, Duration.ZERO, Duration.ofMinutes(5));

	static Stream<Arguments> stubsAndModels() {
		return Stream.of(StubKind.values())
			.flatMap((stub) -> Stream.of(TURNS, CLOSED).map((model) -> Arguments.of(stub, model)));
	}

	@ParameterizedTest
	@MethodSource("stubsAndModels")
	void everyCallIsAnsweredAndRecorded(StubKind stub, LoadModel model) throws Exception {
		try (HelloServer server = HelloServer.start()) {
			LoadResult result = run(server.address(), plan(model, stub, 3));
			Counts counts = result.counts();
			assertThat(counts.ok()).isPositive().isEqualTo(counts.started());
			assertThat(result.latencyMicros().count()).isEqualTo(counts.ok());
			assertThat(result.responseTimeMicros().count()).isEqualTo(counts.ok());
			assertThat(result.latencyMicros().min()).isPositive();
			assertThat(result.throughputPerSecond()).isPositive();
			assertThat(result.client().limited()).isFalse();
			assertThat(result.stoppedBy()).isNull();
			assertThat(server.connections()).isEqualTo(3);
			assertThat(server.headers()).containsExactly("over sockets");
			if (model == TURNS) {
				assertThat(counts.started()).isEqualTo(1000).isEqualTo(server.calls());
			}
			else {
				assertThat(counts.started()).as("without those of the warm-up").isLessThan(server.calls());
			}
		}
	}

	@ParameterizedTest
	@EnumSource(StubKind.class)
	void callsThatTheServerRefusesAreCountedByStatus(StubKind stub) throws Exception {
		Status refused = Status.RESOURCE_EXHAUSTED.withDescription("come back later");
		try (HelloServer server = HelloServer.start((index) -> (index % 4 == 0) ? refused : Status.OK)) {
			LoadResult result = run(server.address(), plan(TURNS, stub, 1));
			assertThat(result.counts()).isEqualTo(new Counts(1000, 750, Map.of("RESOURCE_EXHAUSTED", 250L), 0));
			assertThat(result.firstFailures()).containsEntry("RESOURCE_EXHAUSTED", "come back later");
			assertThat(result.latencyMicros().count()).isEqualTo(750);
		}
	}

	@ParameterizedTest
	@EnumSource(StubKind.class)
	void whenTheServerIsKilledThenNothingIsUnaccountedFor(StubKind stub) throws Exception {
		try (HelloServer server = HelloServer.start()) {
			LoadResult result = run(server.address(), plan(ENDLESS, stub, 2), (run) -> stop(server),
					(run, progress) -> {
						if (progress.failed() > 0) {
							run.stop(StopReason.SERVER_GONE);
						}
					});
			Counts counts = result.counts();
			assertThat(counts.ok()).isPositive();
			assertThat(counts.failed()).containsKey("UNAVAILABLE");
			assertThat(counts.unfinished()).as("calls whose end nobody was told").isZero();
			assertThat(server.calls()).isBetween(counts.ok(), counts.started());
			assertThat(result.latencyMicros().count()).isEqualTo(counts.ok());
			assertThat(result.stoppedBy()).isEqualTo(StopReason.SERVER_GONE);
		}
	}

	@Test
	void whenNothingListensThenSaysThatTheConnectionIsRefused() throws Exception {
		TargetAddress address;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			address = new TargetAddress("127.0.0.1", socket.getLocalPort());
		}
		assertThatExceptionOfType(TargetUnreachableException.class).isThrownBy(() -> open(address))
			.withMessage("no gRPC server at %s: Connection refused", address);
	}

	@Test
	void whenAnotherProtocolIsSpokenThenSaysThatNoGrpcServerAnswers() throws Exception {
		try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
			Thread http = Thread.ofVirtual().start(() -> answerHttp(socket));
			TargetAddress address = new TargetAddress("127.0.0.1", socket.getLocalPort());
			assertThatExceptionOfType(TargetUnreachableException.class).isThrownBy(() -> open(address))
				.withMessageContaining("no gRPC server at " + address)
				.withMessageContaining("no gRPC server answers within 1000 ms");
			assertThat(http.isAlive()).isTrue();
		}
	}

	@Test
	void whenThePeerSaysNothingThenSaysThatNoGrpcServerAnswers() throws Exception {
		try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
			TargetAddress address = new TargetAddress("127.0.0.1", socket.getLocalPort());
			assertThatExceptionOfType(TargetUnreachableException.class).isThrownBy(() -> open(address))
				.withMessageContaining("no gRPC server answers within 1000 ms");
		}
	}

	@Test
	void whenInterruptedWhileConnectingThenItIsNotTheServersFault() throws Exception {
		try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
			TargetAddress address = new TargetAddress("127.0.0.1", socket.getLocalPort());
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> open(address));
			assertThat(Thread.interrupted()).isFalse();
		}
	}

	@Test
	void whenTheChannelsPropertiesCannotBeUsedThenSaysSo() throws Exception {
		try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
			TargetAddress address = new TargetAddress("127.0.0.1", socket.getLocalPort());
			GrpcChannelsProperties properties = new GrpcChannelsProperties();
			properties.getGlobalChannel().getSecurity().setTrustCertCollection(new ByteArrayResource(new byte[] { 1 }));
			assertThatExceptionOfType(TargetUnreachableException.class)
				.isThrownBy(() -> factory(properties).open(address, plan(TURNS, StubKind.FUTURE, 1),
						HelloTarget.sayHello(), Duration.ofSeconds(1)))
				.withMessageContaining("grpc.client.GLOBAL.* cannot be used (");
		}
	}

	private static void answerHttp(ServerSocket socket) {
		try {
			while (true) {
				try (Socket peer = socket.accept(); InputStream in = peer.getInputStream()) {
					in.read();
					peer.getOutputStream()
						.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"
							.getBytes(StandardCharsets.US_ASCII));
				}
			}
		}
		catch (IOException ex) {
			// The test has closed the socket.
		}
	}

	private static LoadResult run(TargetAddress address, LoadPlan plan) throws Exception {
		return run(address, plan, (run) -> {
		}, (run, progress) -> {
		});
	}

	private static LoadResult run(TargetAddress address, LoadPlan plan, Consumer<LoadRun> afterFirstSecond,
			BiConsumer<LoadRun, Progress> eachSecond) throws Exception {
		try (CallChannels channels = factory().open(address, plan, CallTargets.of(plan.call()),
				Duration.ofSeconds(10))) {
			LoadRun[] run = new LoadRun[1];
			boolean[] told = new boolean[1];
			run[0] = new LoadRun(plan, channels, (progress) -> {
				if (!told[0]) {
					told[0] = true;
					afterFirstSecond.accept(run[0]);
				}
				eachSecond.accept(run[0], progress);
			});
			return run[0].run();
		}
	}

	private static void stop(HelloServer server) {
		server.close();
	}

	private static void open(TargetAddress address) throws TargetUnreachableException, InterruptedException {
		factory().open(address, plan(TURNS, StubKind.FUTURE, 1), HelloTarget.sayHello(), Duration.ofSeconds(1)).close();
	}

	private static LoadPlan plan(LoadModel model, StubKind stub, int channels) {
		return new LoadPlan(model, stub, channels, CallPlan.HELLO.withMetadata(Map.of("x-the-header", "over sockets")),
				10_000, Duration.ofSeconds(20), Duration.ofSeconds(40));
	}

	private static StubChannelsFactory factory() {
		GrpcChannelsProperties properties = new GrpcChannelsProperties();
		properties.getGlobalChannel().setNegotiationType(NegotiationType.PLAINTEXT);
		return factory(properties);
	}

	private static StubChannelsFactory factory(GrpcChannelsProperties properties) {
		StaticApplicationContext context = new StaticApplicationContext();
		context.refresh();
		return new StubChannelsFactory(properties, new GlobalClientInterceptorRegistry(context), List.of());
	}

}
