package dev.grpctuning.autoconfigure;

import java.time.Duration;

import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.Refusal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the order of the queue does for calls that are answered under overload.
 */
@Tag("either-framework")
class QueueDisciplineIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenQueueIsOverloadedThenCodelAnswersSoonerThanFifo() {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed", "executor.threads=1");
				ConstantLoad load = ConstantLoad.startOverload(application)) {
			application.greeter().work(Duration.ofMillis(2));
			Duration fifo = load.percentile99(1000);
			application.greeter().work(Duration.ZERO);
			// The answers of the calls that waited have come too.
			await().until(() -> load.unaccounted() < 20);
			application.change("limit.max-queue-time=100ms", "limit.queue-discipline=codel");
			application.greeter().work(Duration.ofMillis(2));
			Duration codel = load.percentile99(1000);
			application.greeter().work(Duration.ZERO);
			load.stop();
			assertThat(codel).isLessThan(fifo.dividedBy(2));
			assertThat(load.failures().keySet())
				.allSatisfy((failure) -> assertThat(failure).contains("The call waited too long for a thread"));
			assertThat(application.bean(CallLimits.class).refused(Refusal.QUEUE_TIME)).isPositive()
				.isEqualTo(load.failures(Status.Code.RESOURCE_EXHAUSTED));
		}
	}

}
