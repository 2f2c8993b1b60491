package dev.grpctuning.load.transport.raw;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.channel.ProbedCall;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls that end from this side: by their deadline or because they are cancelled. */
@Timeout(30)
class RawDeadlineIT extends AbstractRawIT {

	private static final int CANCEL = 8;

	private static final int MAX_CONCURRENT_STREAMS = 3;

	@Test
	void whenTheServerResetsACallWhoseDeadlineIsOverThenTheDeadlineIsExceeded() throws Exception {
		Duration deadline = Duration.ofMillis(200);
		PeerConnection connection = connect(setup().deadline(deadline));
		ProbedCall call = client().call();
		AtomicBoolean reset = new AtomicBoolean();
		int stream = connection.nextRequest();
		// The event loop has taken the call over by now, and its time runs.
		long started = System.nanoTime();
		CountDownLatch busy = new CountDownLatch(1);
		client().channel().executor().execute(() -> {
			busy.countDown();
			while (!reset.get() || System.nanoTime() - started <= deadline.toNanos()) {
				Thread.onSpinWait();
			}
		});
		// An event loop that has still to wake up reads before it runs tasks.
		assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();
		connection.reset(stream, CANCEL);
		reset.set(true);
		assertThat(call.await().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
		assertThat(call.ends()).isOne();
	}

	@Test
	void whenACallWasHeldThenTheServerIsToldWhatIsLeft() throws Exception {
		PeerConnection connection = connect(setup().deadline(Duration.ofSeconds(60)), MAX_CONCURRENT_STREAMS, 1);
		RequestDecoder decoder = new RequestDecoder();
		client().calls(2);
		assertThat(timeout(decoder, connection.next(PeerFrame.HEADERS))).isEqualTo("60000000u");
		connection.next(PeerFrame.DATA);
		long waiting = System.nanoTime();
		assertThat(connection.isQuiet()).isTrue();
		long waitedMicros = (System.nanoTime() - waiting) / 1000;
		connection.answer(1);
		String left = timeout(decoder, connection.next(PeerFrame.HEADERS));
		assertThat(left).hasSize(9).endsWith("u");
		assertThat(Long.parseLong(left, 0, 8, 10)).isLessThanOrEqualTo(60_000_000 - waitedMicros);
	}

	private static String timeout(RequestDecoder decoder, PeerFrame headers) throws Exception {
		return decoder.decode(headers.payload()).getOrDefault("grpc-timeout", "none");
	}

	@Test
	void whenAHeldCallsDeadlineComesThenItIsNeverSent() throws Exception {
		PeerConnection connection = connect(setup().deadline(Duration.ofMillis(50)), MAX_CONCURRENT_STREAMS, 0);
		for (ProbedCall call : client().calls(3)) {
			assertThat(call.await().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
		}
		connection.settings(MAX_CONCURRENT_STREAMS, 10);
		assertThat(connection.isQuiet()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenThereIsNoConnectionThenCallsWhoseDeadlineHasComeAreNotKept(boolean waitForReady) throws Exception {
		TestClient.Setup setup = setup().deadline(Duration.ofMillis(50));
		RawChannel channel = start(waitForReady ? setup.waitForReady() : setup).channel();
		for (ProbedCall call : client().calls(3)) {
			assertThat(call.await().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
		}
		assertThat(channel.executor().submit(channel::holdsCalls).get()).isFalse();
	}

}
