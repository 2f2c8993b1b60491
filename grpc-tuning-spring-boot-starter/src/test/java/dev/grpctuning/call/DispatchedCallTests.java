package dev.grpctuning.call;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.internal.GrpcUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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

/** What the end of a call shows an adaptive limit. */
class DispatchedCallTests {

	private static final String METHOD = "a.B/C";

	private final CallExecutors executors = new CallExecutors(
			new CallExecutorsSettings(new ExecutorSettings(ExecutorType.DIRECT, 1, "unused-", null), List.of(), null),
			new HandlerExecutorFactory(Runtime.version().feature(), getClass().getClassLoader(), null),
			(name, figures) -> TaskTimings.NONE, () -> {
			});

	private final CallLimit limit = new CallLimit();

	private final CallLimits limits = new CallLimits();

	DispatchedCallTests() {
		this.limit.update(100, LimitAlgorithm.AIMD);
		while (allowed() < 40) {
			this.limit.sample(allowed(), 0, 1, false);
		}
		this.limits
			.update(new Settings(Map.of(Knobs.LIMIT_CONCURRENT_CALLS, 100, Knobs.LIMIT_ALGORITHM, LimitAlgorithm.AIMD),
					ExecutorType.DIRECT));
	}

	@AfterEach
	void end() {
		this.executors.close(Duration.ofSeconds(5));
	}

	@Test
	void whenAClientCancelsACallAtItsDeadlineThenTheServerIsOverloaded() {
		end(Status.CANCELLED, 1L);
		assertThat(allowed()).isLessThan(40);
	}

	@Test
	void whenAClientCancelsACallBeforeItsDeadlineThenThatShowsNothing() {
		end(Status.CANCELLED, Long.MAX_VALUE);
		end(Status.CANCELLED, null);
		assertThat(allowed()).isEqualTo(40);
	}

	private void end(Status status, @Nullable Long timeoutNanos) {
		Metadata headers = new Metadata();
		if (timeoutNanos != null) {
			headers.put(GrpcUtil.TIMEOUT_KEY, timeoutNanos);
		}
		DispatchedCall call = new DispatchedCall(CallTracers.on(InProcessServerBuilder.forName("unused")), METHOD,
				headers, this.limits, new LongAdder());
		call.admit(this.executors.enter(METHOD, true),
				new Admission.Admitted(this.limit, null, null, this.limit.acquire(1)));
		call.streamClosed(status);
	}

	private int allowed() {
		Integer allowed = this.limit.allowed();
		return (allowed != null) ? allowed : 0;
	}

}
