package dev.grpctuning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.Test;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.Refusal;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The bounds on health checks and on streams that watch the health, which are apart from
 * each other and from all other calls.
 */
class HealthLimitsIT {

	private static final int STREAMS = 1000;

	private static final int CHECKS = 10_000;

	private static final String REFUSED = "RESOURCE_EXHAUSTED: Too many health checks are open";

	@Test
	void whenTooManyWatchTheHealthThenChecksAndCallsAreStillAnswered() {
		try (PlainServer server = PlainServer.start("executor.type=cached", "limit.concurrent-streams=1");
				Client first = new Client(server);
				Client second = new Client(server)) {
			List<Watcher> watchers = new ArrayList<>();
			for (int i = 0; i < STREAMS; i++) {
				watchers.add(Watcher.start((i % 2 == 0) ? first : second));
			}
			await().until(() -> watchers.stream().allMatch((watcher) -> watcher.statuses.get() == 1));
			Watcher extra = Watcher.start(first);
			await().untilAsserted(() -> assertThat(extra.failure).isEqualTo(REFUSED));
			assertThat(first.health("")).isEqualTo(ServingStatus.SERVING);
			assertThat(second.status().isOk()).isTrue();
			assertThat(second.sayHelloStream()).isNotEmpty();
			assertThat(limits(server).refused(Refusal.HEALTH)).isOne();
			watchers.get(0).cancel();
			await().until(() -> {
				Watcher next = Watcher.start(first);
				await().until(() -> next.statuses.get() == 1 || !next.failure.isEmpty());
				return next.failure.isEmpty();
			});
			assertThat(watchers.stream().skip(1)).allMatch((watcher) -> watcher.failure.isEmpty());
		}
	}

	@Test
	void whenTooManyChecksAreOpenThenFurtherOnesAreRefusedAndTheOthersAnswered() throws Exception {
		OwnHealth own = new OwnHealth();
		try (PlainServer server = new PlainServer.Options().health(own).start("executor.type=direct");
				Client client = new Client(server)) {
			List<Future<HealthCheckResponse>> checks = Stream.generate(() -> check(client)).limit(CHECKS).toList();
			await().atMost(Duration.ofMinutes(4)).until(() -> own.open.size() == CHECKS);
			assertThat(failure(check(client))).isEqualTo(REFUSED);
			assertThat(client.status().isOk()).isTrue();
			own.open.forEach(OwnHealth::answer);
			for (Future<HealthCheckResponse> check : checks) {
				assertThat(check.get(60, TimeUnit.SECONDS).getStatus()).isEqualTo(ServingStatus.SERVING);
			}
			assertThat(limits(server).refused(Refusal.HEALTH)).isOne();
		}
	}

	static Future<HealthCheckResponse> check(Client client) {
		return HealthGrpc.newFutureStub(client.channel()).check(HealthCheckRequest.getDefaultInstance());
	}

	private static String failure(Future<HealthCheckResponse> check) throws Exception {
		try {
			return check.get(60, TimeUnit.SECONDS).toString();
		}
		catch (ExecutionException ex) {
			return text(ex);
		}
	}

	private static String text(Throwable failure) {
		Status status = Status.fromThrowable(failure);
		return status.getCode() + ": " + status.getDescription();
	}

	private static CallLimits limits(PlainServer server) {
		return server.limits();
	}

	private static final class Watcher implements StreamObserver<HealthCheckResponse> {

		private final CancellableContext context = Context.current().withCancellation();

		private final AtomicInteger statuses = new AtomicInteger();

		private volatile String failure = "";

		static Watcher start(Client client) {
			Watcher watcher = new Watcher();
			watcher.context.run(
					() -> HealthGrpc.newStub(client.channel()).watch(HealthCheckRequest.getDefaultInstance(), watcher));
			return watcher;
		}

		void cancel() {
			this.context.cancel(null);
		}

		@Override
		public void onNext(HealthCheckResponse response) {
			this.statuses.incrementAndGet();
		}

		@Override
		public void onError(Throwable failure) {
			this.failure = text(failure);
		}

		@Override
		public void onCompleted() {
		}

	}

}
