package dev.grpctuning.stages;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests for {@link StageTracer}. */
class StageTracerTests {

	private static final Pattern STAGE = Pattern.compile("dur=(\\d+)\\.(\\d{6})");

	private final EventExecutor loop = new DefaultEventExecutor();

	@AfterEach
	void endLoop() {
		this.loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
	}

	@Test
	void whenTheRequestIsReadBeforeItIsAskedForThenTheStagesAddUpToTheTimeInTheServer() {
		long read = System.nanoTime();
		StageTracer tracer = new StageTracer(read);
		tracer.started();
		this.loop.submit(() -> {
			tracer.inboundMessageRead(0, 0, 0);
			long began = System.nanoTime();
			await().until(() -> System.nanoTime() - began > Duration.ofMillis(100).toNanos());
			tracer.asked();
		}).syncUninterruptibly();
		// The loop has read all when it runs its next task.
		this.loop.submit(() -> {
		}).syncUninterruptibly();
		tracer.handling();
		long before = System.nanoTime();
		String stages = tracer.closed();
		assertThat(sum(stages)).as(stages).isBetween(before - read, System.nanoTime() - read);
	}

	/** Nanoseconds of all stages. */
	private static long sum(String stages) {
		long sum = 0;
		Matcher matcher = STAGE.matcher(stages);
		while (matcher.find()) {
			sum += TimeUnit.MILLISECONDS.toNanos(Long.parseLong(matcher.group(1))) + Long.parseLong(matcher.group(2));
		}
		return sum;
	}

}
