package dev.grpctuning.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import com.google.common.util.concurrent.Uninterruptibles;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.MapPropertySource;

import dev.grpctuning.advice.Adviser;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.KnobChange;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.metrics.InfoMeter;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.testkit.greeting.BuilderHook;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Changes by the endpoint and the environment, and while the server is stopped and
 * started.
 */
@ExtendWith(OutputCaptureExtension.class)
class GenerationChangesIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	/** A change holds its lock for seconds if the port or the old connections keep it. */
	@Tag("either-framework")
	@Test
	void whenAChangeTakesLongThenReadsDoNotWaitForIt() throws Exception {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed")) {
			CountDownLatch building = new CountDownLatch(1);
			CountDownLatch gate = new CountDownLatch(1);
			application.bean(BuilderHook.class).setOnce((builder) -> {
				building.countDown();
				Uninterruptibles.awaitUninterruptibly(gate);
			});
			FutureTask<TuningChange> change = new FutureTask<>(() -> application.change("worker-threads=2"));
			new Thread(change).start();
			building.await();
			Tuning tuning = application.bean(Tuning.class);
			List<Runnable> reads = List.of(() -> application.endpoint().tuning(SecurityContext.NONE),
					() -> application.endpoint().knob(SecurityContext.NONE, "worker-threads"),
					() -> application.bean(Adviser.class).advise(),
					() -> new InfoMeter(tuning).bindTo(new SimpleMeterRegistry()),
					() -> tuning.problems(Map.of("worker-threads", "3"), false));
			try {
				assertThat(reads).allSatisfy(
						(read) -> assertThat(CompletableFuture.runAsync(read)).succeedsWithin(10, TimeUnit.SECONDS));
				assertThat(tuning.reading().configured().get(Knobs.WORKER_THREADS)).isNull();
			}
			finally {
				gate.countDown();
			}
			assertThat(change.get().generation()).isEqualTo(2);
			assertThat(tuning.reading().configured().get(Knobs.WORKER_THREADS)).returns("2", (value) -> value.value());
		}
	}

	@Tag("either-framework")
	@Test
	void whenAllIsResetThenOneChangeGoesBackToWhatIsConfigured() throws Exception {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed", "flow-control-window=1MB")) {
			Tuning tuning = application.bean(Tuning.class);
			application.change("executor.type=cached", "worker-threads=2", "limit.methods[0].method=a.B/*",
					"limit.methods[0].concurrent-calls=5", "initial-flow-control-window=2MB");
			TuningChange other = tuning
				.change(new WantedChange(TunedApplication.values("flow-control-window=3MB", "executor.threads=2"), true,
						null, null, null, false));
			assertThat(other.generation()).isEqualTo(3);
			assertThat(other.changes()).extracting(KnobChange::knob)
				.containsExactly("worker-threads", "flow-control-window", "initial-flow-control-window",
						"executor.type", "executor.threads", "limit.methods");
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("fixed");
			assertThat(application.endpoint().change(SecurityContext.NONE, Map.of("reset", true)).getStatus())
				.isEqualTo(200);
			assertThat(application.serving().number()).isEqualTo(4);
			assertThat(Knobs.all()).map(tuning.reading().configured()::get)
				.filteredOn(Objects::nonNull)
				.extracting((value) -> value.value())
				.containsExactly("1MB", "fixed");
			assertThat(application.endpoint().change(SecurityContext.NONE, Map.of("reset", true)).getBody())
				.isInstanceOfSatisfying(TuningChange.class, (nothing) -> {
					assertThat(nothing.outcome()).isEqualTo(TuningChange.Outcome.APPLIED);
					assertThat(nothing.changes()).isEmpty();
				});
		}
	}

	@Tag("either-framework")
	@Test
	void whenPropertiesHaveChangedSinceTheStartThenTheNextChangeReportsThemToo() {
		try (TunedApplication application = TunedApplication.start("worker-threads=1")) {
			application.context()
				.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("refreshed", Map.of("grpc.tuning.worker-threads", 2)));
			TuningChange change = application.change("limit.concurrent-calls=5");
			assertThat(application.effective(Knobs.WORKER_THREADS)).isEqualTo(2);
			assertThat(change.changes()).extracting(KnobChange::knob, KnobChange::from, KnobChange::to)
				.containsExactly(tuple("worker-threads", "1", "2"), tuple("limit.concurrent-calls", null, "5"));
			assertThat(application.change("limit.concurrent-calls=6").changes()).extracting(KnobChange::knob)
				.containsExactly("limit.concurrent-calls");
		}
	}

	@Test
	void whenServerIsShuttingDownOrHasEndedThenNothingCanBeChanged() throws Exception {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed",
				"--grpc.server.shutdown-grace-period=60s", "--spring.grpc.server.shutdown.grace-period=60s");
				Client client = new Client(application)) {
			CountDownLatch gate = application.greeter().closeGate();
			Future<HelloResponse> held = client.begin();
			await().until(() -> application.greeter().waiting() == 1);
			SmartLifecycle lifecycle = application.lifecycle();
			Thread stopper = new Thread(lifecycle::stop);
			stopper.start();
			await().untilAsserted(() -> assertNothingCanBeChanged(application));
			gate.countDown();
			assertThat(Client.status(held).isOk()).isTrue();
			stopper.join();
			assertNothingCanBeChanged(application);
			lifecycle.start();
			assertThat(application.effective(Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION)).isNull();
			application.change("max-concurrent-calls-per-connection=7");
			assertThat(application.call()).startsWith("grpc-server-app-");
		}
	}

	private static void assertNothingCanBeChanged(TunedApplication application) {
		assertThatExceptionOfType(NoServerException.class).isThrownBy(() -> application.bean(Tuning.class)
			// A change that is in time must not come into force.
			.tryOut(WantedChange.of(TunedApplication.values("max-concurrent-calls-per-connection=9"))));
	}

	@Test
	void whenServerWithoutSettingsIsStoppedAndStartedThenItIsAsItsFrameworkBuildsIt() {
		try (TunedApplication application = TunedApplication.start()) {
			application.lifecycle().stop();
			application.lifecycle().start();
			assertThat(application.serving().number()).isEqualTo(2);
			assertThat(application.serving().eventLoops()).isNull();
			assertThat(application.call()).startsWith("grpc-default-executor");
			application.change("worker-threads=2", "generation.change=restart");
			assertThat(application.serving().eventLoops()).isNotNull();
			application.change("worker-threads");
			assertThat(application.serving().eventLoops()).isNull();
		}
	}

}
