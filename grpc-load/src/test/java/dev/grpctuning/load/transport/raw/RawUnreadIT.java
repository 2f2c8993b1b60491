package dev.grpctuning.load.transport.raw;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.grpc.Status;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.channel.ProbedCall;
import dev.grpctuning.load.latency.LatencyInterval;

import static org.assertj.core.api.Assertions.assertThat;

/** Servers that do not read what the client writes. */
@Timeout(60)
class RawUnreadIT extends AbstractRawIT {

	private static final int INITIAL_WINDOW_SIZE = 4;

	/** Answers to them are far more than the buffers of both sockets hold. */
	private static final int MOST_FRAMES = 5_000_000;

	private static final int MEBIBYTE = 1 << 20;

	@ParameterizedTest
	@ValueSource(ints = { PeerFrame.PING, PeerFrame.SETTINGS })
	void whenAnswersToItsFramesAreNotReadThenTheConnectionEnds(int type) throws Exception {
		this.peer.close();
		this.peer = ScriptedPeer.withReceiveBuffer(4096);
		PeerConnection connection = connect(setup());
		ProbedCall call = client().call();
		connection.nextRequest();
		byte[] payload = new byte[(type != PeerFrame.PING) ? 0 : 8];
		try {
			for (int i = 0; i < MOST_FRAMES && !call.hasEnded(); i++) {
				connection.send(type, 0, 0, payload);
			}
		}
		catch (IOException ex) {
			// The client has closed the connection.
		}
		assertThat(call.await().getCode()).isEqualTo(Status.Code.INTERNAL);
		assertThat(call.await().getDescription()).startsWith("HTTP/2 ENHANCE_YOUR_CALM: ")
			.contains("10000 answers to the server's frames are unread");
	}

	@Test
	void whenAnswersAreReadThenThereMayBeMany() throws Exception {
		PeerConnection connection = connect(setup());
		for (int i = 0; i < 30_000; i++) {
			connection.ping(i);
			if (i % 1000 == 999) {
				for (int j = 0; j < 1000; j++) {
					connection.next(PeerFrame.PING);
				}
			}
		}
		ProbedCall call = client().call();
		connection.answer(connection.nextRequest());
		assertThat(call.await().isOk()).isTrue();
	}

	@Test
	void whenRequestsAreNotReadThenFurtherCallsWaitAndGoOnLater() throws Exception {
		PeerConnection connection = connect(setup().messages(new byte[MEBIBYTE]), INITIAL_WINDOW_SIZE,
				Integer.MAX_VALUE);
		connection.windowUpdate(0, 1 << 30);
		assertThat(connection.isQuiet()).isTrue();
		List<ProbedCall> calls = new ArrayList<>(client().calls(100));
		Awaitility.await().until(() -> client().channel().executor().submit(client().channel()::holdsCalls).get());
		int ended = 0;
		while (ended < calls.size()) {
			PeerFrame frame = connection.read();
			if (frame.has(PeerFrame.END_STREAM)) {
				connection.answer(frame.streamId());
				ended++;
			}
		}
		for (ProbedCall call : calls) {
			assertThat(call.await().isOk()).isTrue();
		}
		LatencyInterval last = calls.getLast().latencies();
		assertThat(last.service().getMaxValue()).as("without the wait").isLessThan(last.response().getMaxValue());
	}

}
