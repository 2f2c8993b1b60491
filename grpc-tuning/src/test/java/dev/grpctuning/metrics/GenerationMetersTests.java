package dev.grpctuning.metrics;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Which thread's figures an event loop has. */
class GenerationMetersTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final GenerationMeters meters = new GenerationMeters(this.registry, 1);

	/** Netty ends the thread of a loop that it suspends, and starts another one. */
	@Test
	void whenAnEventLoopGoesOnInAnotherThreadThenThatOneIsMeasured() throws InterruptedException {
		EventLoop loop = new DefaultEventLoop();
		measure(loop, "grpc-server-worker-1");
		measure(loop, "grpc-server-worker-1");
		assertThat(threads()).containsExactly("grpc-server-worker-1");
		measure(loop, "grpc-server-worker-2");
		assertThat(threads()).containsExactly("grpc-server-worker-2");
		assertThat(this.registry.get("grpc.tuning.eventloop.cpu").functionCounters()).hasSize(1);
		assertThat(this.registry.get("grpc.tuning.eventloop.lag").timer().count()).isOne();
		this.meters.remove();
		assertThat(this.registry.getMeters()).isEmpty();
	}

	private Set<String> threads() {
		return this.registry.getMeters()
			.stream()
			.map((meter) -> String.valueOf(meter.getId().getTag("thread")))
			.collect(Collectors.toSet());
	}

	private void measure(EventLoop loop, String name) throws InterruptedException {
		Thread thread = new Thread(() -> this.meters.measure(loop, "worker", TimeUnit.MILLISECONDS.toNanos(1)), name);
		thread.start();
		thread.join();
	}

}
