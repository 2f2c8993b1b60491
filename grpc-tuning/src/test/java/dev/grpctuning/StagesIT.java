package dev.grpctuning;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.Uninterruptibles;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.transport.EventLoops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What calls report about their stages in the server. */
class StagesIT {

	private static final Metadata.Key<String> TRAILER = Metadata.Key.of("server-timing",
			Metadata.ASCII_STRING_MARSHALLER);

	private static final Pattern TIMING = Pattern
		.compile("read;at=(?<at>-?\\d+);busy=(?<busy>\\d+\\.\\d{6}), loop;dur=(?<loop>\\d+\\.\\d{6}), "
				+ "request;dur=(?<request>\\d+\\.\\d{6}), queue;dur=(?<queue>\\d+\\.\\d{6}), "
				+ "handler;dur=(?<handler>\\d+\\.\\d{6})");

	private static final int ATTEMPTS = 10;

	@ParameterizedTest
	@ValueSource(strings = { "executor.type=fixed", "executor.type=direct", "generation.change=swap" })
	void whenStagesAreSampledThenTheyAddUpToTheTimeInTheServer(String tuning) {
		try (PlainServer server = PlainServer.start(tuning, "stages.sampled-per-second=1000");
				Client client = new Client(server)) {
			call(client);
			server.greeter().work(Duration.ofMillis(50));
			long before = System.nanoTime();
			Timing timing = timing(client);
			double whole = (System.nanoTime() - before) / 1e6;
			assertThat(timing.part("handler")).isBetween(50.0, whole);
			double inside = timing.part("loop") + timing.part("request") + timing.part("queue")
					+ timing.part("handler");
			assertThat(inside).isLessThan(whole);
			double arrived = (Long.parseLong(timing.matcher().group("at")) - before) / 1e6;
			assertThat(arrived).isBetween(0.0, whole - inside);
		}
	}

	@Test
	void whenAllThreadsAreTakenThenTheWaitIsTheQueue() throws Exception {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1",
				"stages.sampled-per-second=1000"); Client client = new Client(server)) {
			call(client);
			CountDownLatch gate = server.greeter().closeGate();
			Future<?> first = client.begin();
			await().until(() -> server.greeter().waiting() == 1);
			AtomicReference<Metadata> trailers = new AtomicReference<>();
			long begun = System.nanoTime();
			Future<?> second = HelloServiceGrpc.newFutureStub(capturing(client, trailers))
				.sayHello(HelloRequest.getDefaultInstance());
			await().until(() -> server.executor("main").queued() == 1);
			long queued = System.nanoTime();
			await().until(() -> System.nanoTime() - queued > TimeUnit.MILLISECONDS.toNanos(100));
			double waited = (System.nanoTime() - queued) / 1e6;
			gate.countDown();
			first.get();
			second.get();
			Timing timing = timing(trailer(trailers));
			assertThat(timing.part("queue")).isBetween(waited, (System.nanoTime() - begun) / 1e6);
			assertThat(timing.part("queue") + timing.part("handler")).isLessThan((System.nanoTime() - begun) / 1e6);
		}
	}

	@Test
	void whenTheEventLoopIsBlockedThenItHasBeenBusy() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "worker-threads=1",
				"stages.sampled-per-second=1000"); Client client = new Client(server)) {
			call(client);
			call(client);
			Timing timing = whileBlocked(server, client);
			// The client may need longer to write the call.
			for (int attempt = 1; attempt < ATTEMPTS && !timing.isOfBusyLoop(); attempt++) {
				timing = whileBlocked(server, client);
			}
			assertThat(timing).matches(Timing::isOfBusyLoop);
		}
	}

	/** Makes a call while its event loop is blocked for 500 ms. */
	private static Timing whileBlocked(PlainServer server, Client client) {
		EventLoops loops = Objects.requireNonNull(server.serving().eventLoops());
		CountDownLatch blocked = new CountDownLatch(1);
		CountDownLatch sent = new CountDownLatch(1);
		loops.workers().next().execute(() -> {
			blocked.countDown();
			Uninterruptibles.awaitUninterruptibly(sent);
			Uninterruptibles.sleepUninterruptibly(Duration.ofMillis(500));
		});
		Uninterruptibles.awaitUninterruptibly(blocked);
		AtomicReference<Metadata> trailers = new AtomicReference<>();
		Future<?> waiting = HelloServiceGrpc.newFutureStub(capturing(client, trailers))
			.sayHello(HelloRequest.getDefaultInstance());
		sent.countDown();
		Futures.getUnchecked(waiting);
		return timing(trailer(trailers));
	}

	@Test
	void whenNoneAreSampledThenThereIsNoTrailer() {
		try (PlainServer server = PlainServer.start("executor.type=fixed"); Client client = new Client(server)) {
			assertThat(call(client)).isNull();
			server.change("stages.sampled-per-second=1000");
			assertThat(call(client)).isNotNull();
			server.change("stages.sampled-per-second");
			assertThat(call(client)).isNull();
		}
	}

	private static Timing timing(Client client) {
		return timing(call(client));
	}

	private static Timing timing(@Nullable String trailer) {
		assertThat(trailer).isNotNull();
		Matcher matcher = TIMING.matcher(trailer);
		assertThat(matcher.matches()).as(trailer).isTrue();
		return new Timing(matcher);
	}

	private static @Nullable String call(Client client) {
		AtomicReference<Metadata> trailers = new AtomicReference<>();
		HelloServiceGrpc.newBlockingStub(capturing(client, trailers))
			.withWaitForReady()
			.sayHello(HelloRequest.getDefaultInstance());
		return trailer(trailers);
	}

	private static @Nullable String trailer(AtomicReference<Metadata> trailers) {
		return Objects.requireNonNull(trailers.get()).get(TRAILER);
	}

	private static Channel capturing(Client client, AtomicReference<Metadata> trailers) {
		return ClientInterceptors.intercept(client.channel(),
				MetadataUtils.newCaptureMetadataInterceptor(new AtomicReference<>(), trailers));
	}

	private record Timing(Matcher matcher) {

		double part(String name) {
			return Double.parseDouble(this.matcher.group(name));
		}

		boolean isOfBusyLoop() {
			return part("busy") + part("loop") > 490 && part("handler") < part("busy");
		}

	}

}
