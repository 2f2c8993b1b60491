package dev.grpctuning.load.transport.raw;

import java.nio.charset.StandardCharsets;

import io.grpc.Status;
import io.netty.handler.codec.DecoderException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.channel.ProbedCall;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Protocol errors are counted, each once, and the first is kept, whether a call is open
 * on their connection or not.
 */
@Timeout(30)
class RawProtocolErrorsIT extends AbstractRawIT {

	private static final String SHORT_PING = "PING frame (type 6, stream 0, length 7, flags 0x00): ";

	private static final int NO_ERROR = 0;

	private static final int INITIAL_WINDOW_SIZE = 4;

	@Test
	void whenNothingIsWrongOrTheConnectionIsLostThenNothingIsCounted() throws Exception {
		connect();
		assertAnswers(connection());
		ProbedCall call = client().call();
		connection().nextRequest();
		connection().abort();
		assertThat(call.await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
		PeerConnection second = this.peer.acceptReady();
		assertAnswers(second);
		second.goAway(Integer.MAX_VALUE, NO_ERROR, "idle");
		second.awaitEnd();
		assertThat(client().protocolErrors()).isEqualTo(ProtocolErrors.NONE);
	}

	@Test
	void whenFramesAreWrongBeforeAndBetweenCallsThenAllAreCountedAndTheFirstIsKept() throws Exception {
		connect();
		sendShortPing(connection());
		assertErrors(1, SHORT_PING);
		ProbedCall call = client().call();
		PeerConnection second = this.peer.acceptReady();
		second.answer(second.nextRequest());
		assertOk(call);
		second.settings(INITIAL_WINDOW_SIZE, -1);
		second.awaitEnd();
		assertErrors(2, SHORT_PING);
		assertAnswers(this.peer.acceptReady());
		assertErrors(2, SHORT_PING);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void whenCallsEndByAFrameThenItIsStillOneError(int open) throws Exception {
		connect();
		var calls = client().calls(open);
		for (int i = 0; i < open; i++) {
			connection().nextRequest();
		}
		connection().goAway(2 * open - 1, NO_ERROR, "");
		sendShortPing(connection());
		for (ProbedCall call : calls) {
			assertThat(call.await().getCode()).isEqualTo(Status.Code.INTERNAL);
			assertThat(call.await().getDescription()).startsWith("HTTP/2 FRAME_SIZE_ERROR: " + SHORT_PING);
		}
		assertErrors(1, SHORT_PING);
	}

	@Test
	void whenAConnectionThatNobodyWaitsForBeginsWrongThenItIsCounted() throws Exception {
		// The last call may come before the client has read that the connection is ready.
		connect(setup().waitForReady());
		assertAnswers(connection());
		connection().close();
		PeerConnection second = this.peer.accept();
		second.readBeginning();
		second.ping(1);
		second.awaitEnd();
		String first = "PING frame (type 6, stream 0, length 8, flags 0x00): the first frame of a server must be SETTINGS";
		assertErrors(1, first);
		PeerConnection third = this.peer.accept();
		third.sendBytes("HTTP/1.1 503 Service Unavailable\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		third.awaitEnd();
		assertErrors(2, first);
		assertAnswers(this.peer.acceptReady());
	}

	@Test
	void whenHeadersOfACancelledCallAreMalformedThenTheyAreCountedAndTheConnectionLives() throws Exception {
		connect(setup().cancelEverySecond(10));
		assertAnswers(connection());
		client().call();
		int stream = connection().nextRequest();
		connection().next(PeerFrame.RST_STREAM);
		connection().headers(stream, HeaderBlock.first().with("x", "y").with(":status", "200"));
		assertThat(connection().isQuiet()).isTrue();
		assertErrors(1, "HEADERS frame (type 1, stream 3, ");
		assertAnswers(connection());
	}

	@Test
	void whenAResponseBreaksHttpThenItIsCountedOnceAndOnlyItsCallFails() throws Exception {
		connect();
		ProbedCall call = client().call();
		connection().data(connection().nextRequest(), (byte) 1);
		String early = "DATA frame (type 0, stream 1, length 1, flags 0x00): DATA came before the headers";
		assertThat(call.await().getDescription()).isEqualTo(early);
		connection().next(PeerFrame.RST_STREAM);
		assertAnswers(connection());
		assertErrors(1, early);
	}

	@Test
	void whenThisClientHasABugThenItIsCountedThoughNoCallEnds() throws Exception {
		connect();
		assertAnswers(connection());
		RawChannel channel = client().channel();
		channel.executor().execute(() -> {
			Connection current = channel.kept.current();
			if (current != null) {
				current.failed(new DecoderException(new IllegalStateException("odd")));
				current.failed(new IllegalStateException("odd"));
			}
		});
		Awaitility.await().until(() -> client().protocolErrors().count() != 0);
		assertErrors(1, "the client failed: java.lang.IllegalStateException: odd");
	}

	private static void sendShortPing(PeerConnection connection) throws Exception {
		connection.send(PeerFrame.PING, 0, 0, new byte[7]);
		connection.awaitEnd();
	}

	private void assertErrors(long count, String first) {
		assertThat(client().protocolErrors().count()).isEqualTo(count);
		assertThat(client().protocolErrors().first()).startsWith(first);
	}

}
