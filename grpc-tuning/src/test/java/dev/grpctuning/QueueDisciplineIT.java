package dev.grpctuning;

import java.time.Duration;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import dev.grpctuning.call.Refusal;
import dev.grpctuning.testkit.greeting.ConstantLoad;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the order of the queue does for calls that are answered under overload.
 */
class QueueDisciplineIT {

	/**
	 * Twice what one thread answers, and so few that a busy machine is late with none.
	 */
	private static final int CALLS_PER_SECOND = 200;

	@Test
	void whenQueueIsOverloadedThenCodelAnswersSoonerThanFifo() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1")) {
			Duration fifo;
			try (ConstantLoad load = ConstantLoad.startOverload(server, CALLS_PER_SECOND)) {
				fifo = percentile99(server, load);
				assertThat(load.failures()).isEmpty();
			}
			server.change("limit.max-queue-time=100ms", "limit.queue-discipline=codel");
			try (ConstantLoad load = ConstantLoad.startOverload(server, CALLS_PER_SECOND)) {
				assertThat(percentile99(server, load)).isLessThan(fifo.dividedBy(2));
				assertThat(load.failures().keySet())
					.allSatisfy((failure) -> assertThat(failure).contains("The call waited too long for a thread"));
				assertThat(server.limits().refused(Refusal.QUEUE_TIME)).isPositive()
					.isEqualTo(load.failures(Status.Code.RESOURCE_EXHAUSTED));
			}
		}
	}

	/** Stops the load, so that none of its calls is left for the next one to wait for. */
	private static Duration percentile99(PlainServer server, ConstantLoad load) {
		server.greeter().work(Duration.ofMillis(10));
		Duration percentile = load.percentile99(200);
		server.greeter().work(Duration.ZERO);
		load.stop();
		return percentile;
	}

}
