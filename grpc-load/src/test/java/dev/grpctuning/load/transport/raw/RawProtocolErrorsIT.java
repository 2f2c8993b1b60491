package dev.grpctuning.load.transport.raw;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.grpc.Status;
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

	private static final String SHORT_PING = "PING frame (type 6, stream 0, length 7, flags 0x00): "
			+ "the length is wrong for a frame of this type";

	private static final int NO_ERROR = 0;

	private static final int ENHANCE_YOUR_CALM = 11;

	private static final int INITIAL_WINDOW_SIZE = 4;

	@Test
	void whenNothingIsWrongThenNothingIsCounted() throws Exception {
		connect();
		answer(connection());
		connection().goAway(Integer.MAX_VALUE, NO_ERROR, "idle");
		connection().awaitEnd();
		assertThat(client().protocolErrors()).isEqualTo(ProtocolErrors.NONE);
	}

	@Test
	void whenAFrameIsWrongBeforeTheFirstCallThenItIsCountedAndCallsGoOn() throws Exception {
		connect();
		sendShortPing(connection());
		assertErrors(1, SHORT_PING);
		ProbedCall call = client().call();
		PeerConnection second = this.peer.acceptReady();
		second.answer(second.nextRequest());
		assertThat(call.await().isOk()).isTrue();
		assertErrors(1, SHORT_PING);
	}

	@Test
	void whenFramesAreWrongBetweenCallsThenAllAreCountedAndTheFirstIsKept() throws Exception {
		connect();
		answer(connection());
		sendShortPing(connection());
		PeerConnection second = this.peer.acceptReady();
		answer(second);
		second.settings(INITIAL_WINDOW_SIZE, -1);
		second.awaitEnd();
		assertErrors(2, SHORT_PING);
		answer(this.peer.acceptReady());
		assertErrors(2, SHORT_PING);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void whenCallsEndByAFrameThenItIsStillOneError(int open) throws Exception {
		connect();
		List<ProbedCall> calls = client().calls(open);
		for (int i = 0; i < open; i++) {
			connection().nextRequest();
		}
		sendShortPing(connection());
		for (ProbedCall call : calls) {
			assertThat(call.await().getCode()).isEqualTo(Status.Code.INTERNAL);
			assertThat(call.await().getDescription()).isEqualTo("HTTP/2 FRAME_SIZE_ERROR: " + SHORT_PING);
		}
		assertErrors(1, SHORT_PING);
	}

	@Test
	void whenAFrameIsWrongAfterGoAwayThenItIsCountedWithoutAWordOfTheGoAway() throws Exception {
		connect();
		ProbedCall call = client().call();
		connection().nextRequest();
		connection().goAway(1, NO_ERROR, "");
		sendShortPing(connection());
		assertThat(call.await().getDescription()).endsWith(SHORT_PING);
		assertErrors(1, SHORT_PING);
	}

	@Test
	void whenAnIdleConnectionEndsWithAnErrorThenItIsCounted() throws Exception {
		connect();
		connection().goAway(0, ENHANCE_YOUR_CALM, "too_many_pings");
		connection().awaitEnd();
		assertErrors(1,
				"GOAWAY frame (type 7, stream 0, length 22, flags 0x00): GOAWAY with ENHANCE_YOUR_CALM, too_many_pings");
	}

	@Test
	void whenAServerRepeatsItsErrorThenItIsCountedOnce() throws Exception {
		connect();
		ProbedCall call = client().call();
		connection().nextRequest();
		connection().goAway(Integer.MAX_VALUE, ENHANCE_YOUR_CALM, "");
		connection().goAway(1, ENHANCE_YOUR_CALM, "");
		connection().answer(1);
		assertThat(call.await().isOk()).isTrue();
		connection().awaitEnd();
		assertErrors(1, "GOAWAY frame (type 7, stream 0, length 8, flags 0x00): GOAWAY with ENHANCE_YOUR_CALM");
	}

	@Test
	void whenAConnectionThatNobodyWaitsForBeginsWrongThenItIsCounted() throws Exception {
		// The last call may come before the client has read that the connection is ready.
		connect(setup().waitForReady());
		answer(connection());
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
		answer(this.peer.acceptReady());
		assertErrors(2, first);
	}

	@Test
	void whenALostConnectionIsNoErrorThenItIsNotCounted() throws Exception {
		connect();
		ProbedCall call = client().call();
		connection().nextRequest();
		connection().abort();
		assertThat(call.await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
		assertThat(client().protocolErrors()).isEqualTo(ProtocolErrors.NONE);
	}

	@Test
	void whenHeadersOfACancelledCallAreMalformedThenTheyAreCountedAndTheConnectionLives() throws Exception {
		connect(setup().cancelEverySecond(10));
		answer(connection());
		client().call();
		int stream = connection().nextRequest();
		connection().next(PeerFrame.RST_STREAM);
		connection().headers(stream, HeaderBlock.first().with("x", "y").with(":status", "200"));
		assertThat(connection().isQuiet()).isTrue();
		assertThat(client().protocolErrors().count()).isOne();
		assertThat(client().protocolErrors().first()).startsWith("HEADERS frame (type 1, stream 3, ")
			.contains("Pseudo-header field");
		answer(connection());
	}

	@Test
	void whenAResponseBreaksHttpThenItIsCountedOnceAndOnlyItsCallFails() throws Exception {
		connect();
		ProbedCall call = client().call();
		connection().data(connection().nextRequest(), (byte) 1);
		String early = "DATA frame (type 0, stream 1, length 1, flags 0x00): DATA came before the headers";
		assertThat(call.await().getDescription()).isEqualTo(early);
		connection().next(PeerFrame.RST_STREAM);
		assertErrors(1, early);
		answer(connection());
		assertErrors(1, early);
	}

	@Test
	void whenAPriorityIsOfTheWrongLengthThenOnlyItsCallFails() throws Exception {
		connect();
		ProbedCall call = client().call();
		connection().send(PeerFrame.PRIORITY, 0, connection().nextRequest(), new byte[4]);
		assertThat(connection().next(PeerFrame.RST_STREAM).firstInt()).as("FRAME_SIZE_ERROR").isEqualTo(6);
		String what = "PRIORITY frame (type 2, stream 1, length 4, flags 0x00): the length is wrong for a frame of this type";
		assertThat(call.await().getDescription()).isEqualTo(what);
		assertErrors(1, what);
		assertThat(connection().isQuiet()).isTrue();
	}

	@Test
	void whenAPriorityIsOfNoStreamThenTheConnectionEnds() throws Exception {
		connect();
		connection().send(PeerFrame.PRIORITY, 0, 0, new byte[5]);
		assertThat(connection().next(PeerFrame.GOAWAY).secondInt()).as("PROTOCOL_ERROR").isOne();
		connection().awaitEnd();
		assertErrors(1,
				"PRIORITY frame (type 2, stream 0, length 5, flags 0x00): a frame of this type must belong to a stream");
	}

	@Test
	void whenAServerGoesOnWithAResponseThatItEndedBeforeTheRequestThenTheConnectionEnds() throws Exception {
		connect(setup().messages(new byte[100_000]));
		ProbedCall call = client().call();
		int stream = connection().next(PeerFrame.HEADERS).streamId();
		connection().trailers(stream, HeaderBlock.response().with("grpc-status", "8"));
		assertThat(call.await().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
		connection().data(stream, (byte) 1);
		connection().awaitEnd();
		assertErrors(1, "DATA frame (type 0, stream 1, length 1, flags 0x00): the stream has ended before");
	}

	private void answer(PeerConnection connection) throws Exception {
		ProbedCall call = client().call();
		connection.answer(connection.nextRequest());
		assertThat(call.await().isOk()).isTrue();
	}

	private static void sendShortPing(PeerConnection connection) throws Exception {
		connection.send(PeerFrame.PING, 0, 0, new byte[7]);
		connection.awaitEnd();
	}

	private void assertErrors(long count, String first) {
		assertThat(client().protocolErrors()).isEqualTo(new ProtocolErrors(count, first));
	}

}
