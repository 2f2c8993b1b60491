package dev.grpctuning.load.transport.raw;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import dev.grpctuning.load.call.Greeting;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.transport.TestEngine;

import static org.assertj.core.api.Assertions.assertThat;

/** A server that has stopped reading, and whose kernel still answers. */
@Order(1)
@Timeout(90)
@Execution(ExecutionMode.CONCURRENT)
class UnreadForLongIT {

	private static final int CALLS = 5000;

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	/** Both engines wait at the same time. */
	@Test
	void whenNothingIsReadForTwentySecondsThenTheConnectionIsLost() throws Exception {
		try (ExecutorService executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
			Future<LoadResult> stub = executor.submit(() -> unread(TestEngine.FUTURE));
			Future<LoadResult> raw = executor.submit(() -> unread(TestEngine.RAW));
			assertThat(List.of(stub.get(), raw.get())).allSatisfy((load) -> assertThat(load.counts().failed())
				.containsExactly(Map.entry("UNAVAILABLE", (long) CALLS)));
		}
	}

	private static LoadResult unread(TestEngine engine) throws Exception {
		LoadPlan plan = engine.plan(
				new LoadModel.Burst(new BurstSchedule(1, CALLS, Duration.ZERO, Pacing.SCHEDULE), Warmup.NONE), 1,
				Greeting.PLAN, CALLS, Duration.ofSeconds(60));
		try (ScriptedPeer peer = ScriptedPeer.withReceiveBuffer(4096)) {
			CompletableFuture<PeerConnection> accepted = CompletableFuture.supplyAsync(() -> accept(peer));
			try (CallChannels channels = engine.open(peer.address(), plan, TIMEOUT)) {
				accepted.get();
				return new LoadRun(plan, channels, (progress) -> {
				}).run().result();
			}
		}
	}

	/** The first connection only looks whether somebody listens. */
	private static PeerConnection accept(ScriptedPeer peer) {
		try {
			peer.accept();
			PeerConnection connection = peer.acceptReady();
			connection.windowUpdate(0, 1 << 30);
			return connection;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
