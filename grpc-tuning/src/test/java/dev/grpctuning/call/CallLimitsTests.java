package dev.grpctuning.call;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthGrpc;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.SilentCall;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.MethodLimit;

import static org.assertj.core.api.Assertions.assertThat;

/** Which calls are refused because of what others did. */
class CallLimitsTests {

	private static final MethodDescriptor<?, ?> UNARY = HelloServiceGrpc.getSayHelloMethod();

	private static final MethodDescriptor<?, ?> STREAM = HelloServiceGrpc.getSayHelloStreamMethod();

	private final AtomicLong now = new AtomicLong();

	private final CallLimits limits = new CallLimits(this.now::get);

	@Test
	void whenACallIsRefusedAtOnceThenItIsNotTheFastestOfItsMethod() {
		update(Map.of(Knobs.LIMIT_MAX_QUEUE_TIME, Duration.ofSeconds(10)));
		end(TimeUnit.SECONDS.toNanos(1), Status.Code.OK);
		assertThat(refuseLate(Duration.ofMillis(500))).isEqualTo(Refusal.DEADLINE);
		end(TimeUnit.MICROSECONDS.toNanos(1), Status.Code.RESOURCE_EXHAUSTED);
		assertThat(refuseLate(Duration.ofMillis(500))).isEqualTo(Refusal.DEADLINE);
	}

	/** Its first call may have been slow for a reason that is gone. */
	@Test
	void whenNoCallOfAMethodIsAnsweredThenOneInASecondShowsHowLongItTakesNow() {
		update(Map.of(Knobs.LIMIT_MAX_QUEUE_TIME, Duration.ofSeconds(10)));
		end(TimeUnit.MILLISECONDS.toNanos(1200), Status.Code.OK);
		assertThat(refuseLate(Duration.ofMillis(500))).isEqualTo(Refusal.DEADLINE);
		this.now.addAndGet(TimeUnit.SECONDS.toNanos(1));
		assertThat(refuseLate(Duration.ofMillis(500))).isNull();
		assertThat(refuseLate(Duration.ofMillis(500))).as("the next one").isEqualTo(Refusal.DEADLINE);
		end(TimeUnit.MILLISECONDS.toNanos(5), Status.Code.OK);
		assertThat(refuseLate(Duration.ofMillis(500))).isNull();
		assertThat(refuseLate(Duration.ofMillis(4))).isEqualTo(Refusal.DEADLINE);
	}

	@Test
	void whenTheDeadlineHasPassedThenTheCallIsRefusedAndIsNotTheOneInASecond() {
		update(Map.of(Knobs.LIMIT_MAX_QUEUE_TIME, Duration.ofSeconds(10)));
		assertThat(refuseLate(Duration.ofMillis(-1))).isEqualTo(Refusal.DEADLINE);
		end(TimeUnit.MILLISECONDS.toNanos(1200), Status.Code.OK);
		this.now.addAndGet(TimeUnit.SECONDS.toNanos(1));
		assertThat(refuseLate(Duration.ofMillis(-1))).isEqualTo(Refusal.DEADLINE);
		assertThat(refuseLate(Duration.ofMillis(500))).isNull();
	}

	@Test
	void whenAClientHasManyStreamsThenItStillHasItsShareOfTheCalls() {
		update(Map.of(Knobs.LIMIT_BY_CLIENT, true, Knobs.LIMIT_CONCURRENT_CALLS, 10, Knobs.LIMIT_CONCURRENT_STREAMS,
				10));
		admit(STREAM, "10.0.0.1", 8);
		assertThat(admit(UNARY, "10.0.0.2", 9)).hasSize(9);
		assertThat(admit(UNARY, "10.0.0.1", 1)).as("the tenth call").hasSize(1);
	}

	@Test
	void whenAClientOfStreamsIsGoneThenACallOfAnotherIsEnoughToForgetIt() {
		update(Map.of(Knobs.LIMIT_BY_CLIENT, true));
		admit(STREAM, "10.0.0.1", 1).forEach(this::release);
		this.now.addAndGet(TimeUnit.SECONDS.toNanos(2));
		admit(UNARY, "10.0.0.2", 1);
		assertThat(this.limits.clients.active() + this.limits.clientsOfStreams.active()).isOne();
	}

	@Test
	void whenTooManyHealthChecksAreOpenThenTheyTakeNoPlaceOfStreamsOrCalls() {
		update(Map.of(Knobs.LIMIT_CONCURRENT_CALLS, 1, Knobs.LIMIT_CONCURRENT_STREAMS, 1));
		List<CallLimits.Admission.Admitted> checks = admit(HealthGrpc.getCheckMethod(), "10.0.0.1", 10_001);
		assertThat(checks).hasSize(10_000);
		assertThat(admit(HealthGrpc.getWatchMethod(), "10.0.0.1", 1001)).hasSize(1000);
		assertThat(this.limits.refused(Refusal.HEALTH)).isEqualTo(2);
		assertThat(admit(UNARY, "10.0.0.1", 1)).hasSize(1);
		assertThat(admit(STREAM, "10.0.0.1", 1)).hasSize(1);
		release(checks.get(0));
		assertThat(admit(HealthGrpc.getCheckMethod(), "10.0.0.1", 1)).hasSize(1);
	}

	/** Compiling a pattern for each call would allocate kilobytes on the event loop. */
	@Test
	void whenManyMethodsHaveALimitThenACallCompilesNoPattern() {
		update(Map.of(Knobs.LIMIT_METHODS,
				IntStream.range(0, 100).mapToObj((i) -> new MethodLimit("a.B%d/*".formatted(i), 1, null)).toList()));
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		admit(UNARY, "10.0.0.1", 1);
		long before = threads.getCurrentThreadAllocatedBytes();
		admit(UNARY, "10.0.0.1", 100);
		assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100 * 2000);
	}

	private void update(Map<Knob<?>, Object> values) {
		this.limits.update(new Settings(values));
	}

	private void end(long nanos, Status.Code status) {
		CallLimits.Admission.Admitted place = admit(UNARY, "10.0.0.1", 1).get(0);
		this.limits.release(place, UNARY.getFullMethodName(), this.now.get() - nanos, status);
	}

	private void release(CallLimits.Admission.Admitted place) {
		this.limits.release(place, UNARY.getFullMethodName(), null, Status.Code.OK);
	}

	private @Nullable Refusal refuseLate(Duration left) {
		return this.limits.refuseLate(UNARY.getFullMethodName(), null, 0, left.toNanos());
	}

	private List<CallLimits.Admission.Admitted> admit(MethodDescriptor<?, ?> method, String address, int calls) {
		List<CallLimits.Admission.Admitted> admitted = new ArrayList<>();
		for (int i = 0; i < calls; i++) {
			if (this.limits.admit(new SilentCall<>(method, address),
					new Metadata()) instanceof CallLimits.Admission.Admitted place) {
				admitted.add(place);
			}
		}
		return admitted;
	}

}
