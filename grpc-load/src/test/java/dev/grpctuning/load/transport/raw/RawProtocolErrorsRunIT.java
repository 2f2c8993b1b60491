package dev.grpctuning.load.transport.raw;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a whole run of two calls on two connections says of a server that breaks the
 * protocol where no call is open.
 */
@Timeout(60)
class RawProtocolErrorsRunIT {

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	private static final LoadPlan PLAN = new LoadPlan(
			new LoadModel.Burst(new BurstSchedule(1, 2, Duration.ZERO, Pacing.SCHEDULE), Warmup.NONE), LoadEngine.RAW,
			StubKind.FUTURE, 2, CallPlan.HELLO, 100, TIMEOUT, TIMEOUT.multipliedBy(2));

	private static final String SHORT_PING = "PING frame (type 6, stream 0, length 7, flags 0x00): "
			+ "the length is wrong for a frame of this type";

	private final ScriptedPeer peer = new ScriptedPeer();

	private final ExecutorService server = Executors.newSingleThreadExecutor();

	@AfterEach
	void close() throws Exception {
		this.peer.close();
		this.server.shutdownNow();
	}

	@Test
	void whenAnIdleConnectionBreaksWhileAnotherCallIsWaitedForThenTheResultCountsIt() throws Exception {
		Future<?> served = serve(() -> {
			this.peer.accept();
			PeerConnection first = this.peer.acceptReady();
			PeerConnection second = this.peer.acceptReady();
			int open = first.nextRequest();
			second.answer(second.nextRequest());
			sendShortPing(second);
			first.answer(open);
		});
		try (CallChannels channels = open()) {
			LoadResult load = run(channels);
			served.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
			assertThat(load.counts().ok()).isEqualTo(2);
			assertThat(load.protocolErrors()).isEqualTo(new ProtocolErrors(1, SHORT_PING));
		}
	}

	@Test
	void whenConnectionsBreakBeforeTheFirstCallThenAllAreCounted() throws Exception {
		Future<?> broken = serve(() -> {
			this.peer.accept();
			PeerConnection first = this.peer.acceptReady();
			PeerConnection second = this.peer.acceptReady();
			sendShortPing(first);
			second.windowUpdate(0, 0);
			second.awaitEnd();
		});
		try (CallChannels channels = open()) {
			broken.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
			Future<?> served = serve(() -> {
				answer(this.peer.acceptReady());
				answer(this.peer.acceptReady());
			});
			LoadResult load = run(channels);
			served.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
			assertThat(load.counts().ok()).isEqualTo(2);
			assertThat(load.protocolErrors()).isEqualTo(new ProtocolErrors(2, SHORT_PING));
		}
	}

	@Test
	void whenNothingIsWrongThenTheResultHasNoErrors() throws Exception {
		Future<?> served = serve(() -> {
			this.peer.accept();
			PeerConnection first = this.peer.acceptReady();
			PeerConnection second = this.peer.acceptReady();
			answer(first);
			answer(second);
		});
		try (CallChannels channels = open()) {
			LoadResult load = run(channels);
			served.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
			assertThat(load.protocolErrors()).isEqualTo(ProtocolErrors.NONE);
		}
	}

	private Future<?> serve(Script script) {
		return this.server.submit(() -> {
			script.play();
			return null;
		});
	}

	/**
	 * Opens the channels of the plan. Before them comes a connection that only looks
	 * whether somebody listens.
	 */
	private CallChannels open() throws Exception {
		return RawChannelsFactory.PLAINTEXT.open(this.peer.address(), PLAN, CallTargets.of(CallPlan.HELLO), TIMEOUT);
	}

	private static LoadResult run(CallChannels channels) throws Exception {
		return new LoadRun(PLAN, channels, (progress) -> {
		}).run();
	}

	private static void answer(PeerConnection connection) throws Exception {
		connection.answer(connection.nextRequest());
	}

	private static void sendShortPing(PeerConnection connection) throws Exception {
		connection.send(PeerFrame.PING, 0, 0, new byte[7]);
		connection.awaitEnd();
	}

	/** What a server does. */
	@FunctionalInterface
	private interface Script {

		void play() throws Exception;

	}

}
