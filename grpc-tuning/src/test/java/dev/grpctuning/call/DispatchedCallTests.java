package dev.grpctuning.call;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Status;
import io.grpc.inprocess.InProcessServerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.HandlerExecutorFactory;
import dev.grpctuning.call.executor.TaskTimings;
import dev.grpctuning.call.trace.CallTracers;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.CallExecutorsSettings;
import dev.grpctuning.settings.value.ExecutorSettings;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.LimitAlgorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the end of a call shows the limits. */
class DispatchedCallTests {

	private static final String METHOD = "a.B/C";

	private final CallExecutors executors = new CallExecutors(
			new CallExecutorsSettings(ExecutorSettings.of(ExecutorType.DIRECT, 1, "unused-", null), List.of(), null),
			new HandlerExecutorFactory(Runtime.version().feature(), getClass().getClassLoader(), null),
			(name, figures) -> TaskTimings.NONE, () -> {
			});

	private final AtomicLong now = new AtomicLong();

	private final CallLimit limit = new CallLimit(this.now::get);

	private final CallLimits limits = new CallLimits();

	@AfterEach
	void end() {
		this.executors.close(Duration.ofSeconds(5));
	}

	/** Such as an oversized message, or a deadline that no server meets. */
	@ParameterizedTest
	@EnumSource(value = Status.Code.class, names = { "RESOURCE_EXHAUSTED", "DEADLINE_EXCEEDED", "CANCELLED" })
	void whenCallsEndByWhatTheirClientsChooseThenTheLimitForOthersDoesNotFall(Status.Code code) {
		this.limit.update(200, LimitAlgorithm.THROUGHPUT);
		Integer before = this.limit.allowed();
		for (int i = 0; i < 10_000; i++) {
			call().streamClosed(code.toStatus());
			this.now.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
		}
		assertThat(this.limit.allowed()).isEqualTo(before);
		assertThat(this.limit.open()).isZero();
	}

	@Test
	void whenACallHasWaitedForAThreadThenItsWaitIsNoPartOfWhatTheNextOneNeeds() {
		this.limits.update(new Settings(Map.of(Knobs.LIMIT_MAX_QUEUE_TIME, Duration.ofMinutes(1))));
		DispatchedCall call = call();
		long arrived = System.nanoTime();
		await().until(() -> System.nanoTime() - arrived > TimeUnit.MILLISECONDS.toNanos(500));
		assertThat(call.refusal()).isNull();
		call.streamClosed(Status.OK);
		assertThat(this.limits.refuseLate(METHOD, null, 0, TimeUnit.MILLISECONDS.toNanos(490))).isNull();
	}

	private DispatchedCall call() {
		DispatchedCall call = new DispatchedCall(CallTracers.on(InProcessServerBuilder.forName("unused")), METHOD,
				this.limits, new LongAdder());
		this.limit.acquire(1);
		call.admit(this.executors.enter(METHOD, true), new CallLimits.Admission.Admitted(this.limit, null, null));
		return call;
	}

}
