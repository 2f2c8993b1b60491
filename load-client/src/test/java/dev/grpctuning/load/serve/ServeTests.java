package dev.grpctuning.load.serve;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

import com.google.common.util.concurrent.Uninterruptibles;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.http.ResponseEntity;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.transport.TargetUnreachableException;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LoadController} as {@code serve} uses it. */
@Timeout(60)
class ServeTests {

	private static final Map<String, Object> LONG = Map.of("model", "closed", "duration", "1h");

	private static final Map<String, Object> SHORT = Map.of("model", "burst", "burst", Map.of("count", 1, "size", 3));

	private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final Queue<OpenCall> held = new ConcurrentLinkedQueue<>();

	private final GenericApplicationContext context = new GenericApplicationContext();

	private Consumer<OpenCall> behaviour = this::answer;

	private ChannelsFactory channels = (address, plan, timeout) -> channel();

	private final LoadController load = load("serve");

	private LoadController load(String profile) {
		this.context.getEnvironment().setActiveProfiles(profile);
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("start", Map.of("load.quiet", "true", "load.thresholds", "ok < 6")));
		LoadProperties start = Binder.get(this.context.getEnvironment()).bindOrCreate("load", LoadProperties.class);
		return new LoadController((address, plan, timeout) -> this.channels.open(address, plan, timeout), this.registry,
				Live.off(), start, this.context);
	}

	@AfterEach
	void close() {
		this.load.end();
		this.executor.shutdownNow();
		this.context.close();
	}

	private void answer(OpenCall call) {
		this.executor.execute(call::succeeded);
	}

	private OneChannel channel() {
		return new OneChannel(this.executor, (call) -> this.behaviour.accept(call));
	}

	@Test
	void whenARunHasEndedThenTheNextIsTakenWithMetersOfItsOwn() {
		assertThat(this.load.status(null)).isEqualTo("{\"state\":\"waiting\",\"run\":null,\"last\":null}");
		assertThat(this.load.result().getStatusCode().value()).isEqualTo(404);
		start(SHORT);
		assertThat(awaitEnd()).hasToString("{\"number\":1,\"exitCode\":0,\"error\":null}");
		start(Map.of("open.rate", 1000, "duration", "6ms"));
		assertThat(awaitEnd()).hasToString("{\"number\":2,\"exitCode\":2,\"error\":null}");
		assertThat(this.load.result().getBody()).contains("\"ok\":6");
		assertThat(this.registry.find("load.calls.answered").tags("model", "burst").functionCounters()).isEmpty();
		assertThat(this.registry.get("load.calls.answered").tags("model", "open").functionCounter().count())
			.isEqualTo(6);
	}

	@Test
	void whenARunGoesOnThenNoOtherIsTaken() {
		start(LONG);
		assertThat(post(SHORT).getStatusCode().value()).isEqualTo(409);
		assertThat(awaitState("driving").getAsJsonObject("run").get("number").getAsInt()).isOne();
	}

	@Test
	void whenDriveHasItsOwnPlanThenNoneIsTaken() {
		LoadController drive = load("drive");
		assertThat(drive.post(Map.of("plan", SHORT), () -> "admin").getStatusCode().value()).isEqualTo(409);
	}

	@Test
	void whenTheServerDoesNotHaveTheMethodThenTheExitCodeIsThatOfRun() {
		this.behaviour = (call) -> this.executor.execute(() -> call.failed(Status.UNIMPLEMENTED));
		start(SHORT);
		JsonObject last = awaitEnd();
		assertThat(last.get("exitCode").getAsInt()).isEqualTo(ExitCode.BAD_INPUT);
		assertThat(last.get("error").getAsString()).contains("hello.v1.HelloService/SayHello", "3 UNIMPLEMENTED");
	}

	@Test
	void whenItIsStoppedThenOpenCallsAreWaitedFor() {
		this.behaviour = this.held::add;
		start(LONG);
		Awaitility.await().until(() -> this.held.size() == 10);
		this.load.stop(() -> "admin");
		assertThat(state().get("state").getAsString()).isEqualTo("draining");
		this.held.forEach(this::answer);
		assertThat(awaitEnd().get("error").isJsonNull()).isTrue();
		assertThat(this.load.result().getBody()).contains("\"stoppedBy\":\"interrupted\"", "\"ok\":10");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenItIsStoppedTwiceOrTheProcessEndsThenOpenCallsAreNotWaitedFor(boolean ends) throws Exception {
		this.behaviour = this.held::add;
		start(LONG);
		Awaitility.await().until(() -> this.held.size() == 10);
		if (ends) {
			this.load.end();
			this.load.awaitEnd();
			assertThat(post(SHORT).getStatusCode().value()).isEqualTo(409);
		}
		else {
			this.load.stop(() -> "admin");
			this.load.stop(() -> "admin");
		}
		assertThat(awaitEnd()).hasToString(
				"{\"number\":1,\"exitCode\":3,\"error\":\"no call was answered; 10 calls sent: 0 answered, 10 unfinished\"}");
		assertThat(this.load.result().getBody()).contains("\"unfinished\":10");
		assertThat(this.registry.get("load.calls.open").gauge().value()).isZero();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenItIsStoppedWhileItConnectsThenItMakesNoCall(boolean interruptible) throws Exception {
		CountDownLatch connecting = new CountDownLatch(1);
		CountDownLatch stopped = new CountDownLatch(1);
		this.channels = (address, plan, timeout) -> {
			connecting.countDown();
			if (interruptible) {
				new CountDownLatch(1).await();
			}
			Uninterruptibles.awaitUninterruptibly(stopped);
			return channel();
		};
		FutureTask<ResponseEntity<String>> posted = new FutureTask<>(() -> post(LONG));
		Thread.startVirtualThread(posted);
		connecting.await();
		assertThat(state().get("state").getAsString()).isEqualTo("connecting");
		this.load.stop(() -> "admin");
		stopped.countDown();
		assertThat(posted.get().getStatusCode().value()).isEqualTo(400);
		assertThat(awaitEnd().get("error").getAsString()).endsWith("; no call was made.");
		assertThat(this.registry.get("load.calls.started").functionCounter().count()).isZero();
		this.channels = (address, plan, timeout) -> channel();
		start(SHORT);
		assertThat(awaitEnd().get("exitCode").getAsInt()).isEqualTo(ExitCode.OK);
	}

	@Test
	void whenARunFailsThenTheReasonIsShownAndTheNextIsTaken() {
		this.channels = (address, plan, timeout) -> {
			throw new TargetUnreachableException(address, "gone");
		};
		assertThat(post(LONG).getBody()).startsWith("{\"error\":\"load.target: no gRPC server at localhost:9090: gone");
		assertThat(awaitEnd().get("error").getAsString())
			.startsWith("load.target: no gRPC server at localhost:9090: gone; start it with ./lab service");
		this.channels = (address, plan, timeout) -> channel();
		this.behaviour = (call) -> {
			throw new IllegalStateException("a bug");
		};
		start(SHORT);
		assertThat(awaitEnd())
			.hasToString("{\"number\":2,\"exitCode\":70,\"error\":\"java.lang.IllegalStateException: a bug\"}");
		this.behaviour = this::answer;
		start(SHORT);
		assertThat(awaitEnd().get("error").isJsonNull()).isTrue();
	}

	private ResponseEntity<String> post(Map<String, Object> plan) {
		return this.load.post(Map.of("plan", plan), () -> "admin");
	}

	private void start(Map<String, Object> plan) {
		assertThat(post(plan))
			.satisfies((answer) -> assertThat(answer.getStatusCode().value()).as(answer.getBody()).isEqualTo(200));
	}

	private JsonObject state() {
		return JsonParser.parseString(this.load.status(null)).getAsJsonObject();
	}

	private JsonObject awaitState(String state) {
		return Awaitility.await().until(this::state, (each) -> each.get("state").getAsString().equals(state));
	}

	private JsonObject awaitEnd() {
		return awaitState("waiting").getAsJsonObject("last");
	}

}
