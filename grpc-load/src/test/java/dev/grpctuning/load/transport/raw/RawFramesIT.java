package dev.grpctuning.load.transport.raw;

import java.util.stream.Stream;

import io.grpc.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.engine.channel.ProbedCall;

import static org.assertj.core.api.Assertions.assertThat;

/** Frames of every kind, and those that may not be. */
@Timeout(30)
class RawFramesIT extends AbstractRawIT {

	private static final int PROTOCOL_ERROR = 1;

	private static final int STREAM_CLOSED = 5;

	private static final int FRAME_SIZE_ERROR = 6;

	private static final int COMPRESSION_ERROR = 9;

	@BeforeEach
	void begin() throws Exception {
		connect();
	}

	@Test
	void whenPingedThenTheSameComesBack() throws Exception {
		connection().ping(0x1234_5678_9ABC_DEF0L);
		PeerFrame answer = connection().next(PeerFrame.PING);
		assertThat(answer.has(PeerFrame.ACK)).isTrue();
		assertThat(answer.streamId()).isZero();
		assertThat(answer.payload()).containsExactly(0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0);
	}

	@Test
	void whenAPingIsAnAnswerThenItIsNotAnsweredAgain() throws Exception {
		connection().send(PeerFrame.PING, PeerFrame.ACK, 0, new byte[8]);
		connection().ping(7);
		assertThat(connection().next(PeerFrame.PING).payload()).endsWith(7);
	}

	@Test
	void whenAFrameIsUnknownOrSaysNothingThenItIsPassedOver() throws Exception {
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		connection().send(0x42, 0xFF, stream, new byte[100]);
		connection().send(0xA, 0, 0, new byte[5]);
		connection().send(PeerFrame.PRIORITY, 0, stream, new byte[5]);
		connection().answer(stream);
		assertThat(call.await().isOk()).isTrue();
	}

	@Test
	void whenFramesArePaddedThenThePaddingIsPassedOver() throws Exception {
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		byte[] headers = padded(HeaderBlock.response().bytes(), 5, new byte[0]);
		connection().send(PeerFrame.HEADERS, PeerFrame.END_HEADERS | PeerFrame.PADDED, stream, headers);
		connection().send(PeerFrame.DATA, PeerFrame.PADDED, stream,
				padded(PeerConnection.message(3), 200, new byte[0]));
		connection().send(PeerFrame.HEADERS,
				PeerFrame.END_HEADERS | PeerFrame.END_STREAM | PeerFrame.PADDED | PeerFrame.PRIORITIZED, stream,
				padded(HeaderBlock.trailers(0).bytes(), 1, new byte[5]));
		assertThat(call.await()).isEqualTo(Status.OK);
	}

	@Test
	void whenHeadersHaveAPriorityThenItIsPassedOver() throws Exception {
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		byte[] block = HeaderBlock.response().with("grpc-status", "3").bytes();
		byte[] prioritized = new byte[5 + block.length];
		System.arraycopy(block, 0, prioritized, 5, block.length);
		connection().send(PeerFrame.HEADERS, PeerFrame.END_HEADERS | PeerFrame.END_STREAM | PeerFrame.PRIORITIZED,
				stream, prioritized);
		assertThat(call.await().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
	}

	private static byte[] padded(byte[] content, int padding, byte[] priority) {
		byte[] payload = new byte[1 + priority.length + content.length + padding];
		payload[0] = (byte) padding;
		System.arraycopy(priority, 0, payload, 1, priority.length);
		System.arraycopy(content, 0, payload, 1 + priority.length, content.length);
		return payload;
	}

	static Stream<Arguments> forbidden() {
		byte[] none = new byte[0];
		byte[] four = { 0, 0, 0, 1 };
		int end = PeerFrame.END_HEADERS;
		byte[] block = HeaderBlock.response().bytes();
		return Stream.of(
				Arguments.of(PeerFrame.DATA, 0, 1, new byte[16_385], FRAME_SIZE_ERROR,
						"SETTINGS_MAX_FRAME_SIZE of 16384"),
				Arguments.of(0x42, 0, 0, new byte[16_385], FRAME_SIZE_ERROR,
						"unknown frame (type 66, stream 0, length 16385"),
				Arguments.of(PeerFrame.DATA, 0, 0, none, PROTOCOL_ERROR, "there is no call on this stream"),
				Arguments.of(PeerFrame.DATA, 0, 2, none, PROTOCOL_ERROR, "there is no call on this stream"),
				Arguments.of(PeerFrame.DATA, 0, 3, none, PROTOCOL_ERROR,
						"DATA frame (type 0, stream 3, length 0, flags 0x00)"),
				Arguments.of(PeerFrame.HEADERS, end, 3, block, PROTOCOL_ERROR, "there is no call on this stream"),
				Arguments.of(PeerFrame.HEADERS, end, 0, block, PROTOCOL_ERROR, "there is no call on this stream"),
				Arguments.of(PeerFrame.RST_STREAM, 0, 3, four, PROTOCOL_ERROR, "there is no call on this stream"),
				Arguments.of(PeerFrame.WINDOW_UPDATE, 0, 3, four, PROTOCOL_ERROR, "there is no call on this stream"),
				Arguments.of(PeerFrame.RST_STREAM, 0, 1, none, FRAME_SIZE_ERROR, "the length is wrong"),
				Arguments.of(PeerFrame.WINDOW_UPDATE, 0, 1, new byte[5], FRAME_SIZE_ERROR, "the length is wrong"),
				Arguments.of(PeerFrame.PING, 0, 0, new byte[7], FRAME_SIZE_ERROR, "the length is wrong"),
				Arguments.of(PeerFrame.PING, 0, 1, new byte[8], PROTOCOL_ERROR, "must not belong to a stream"),
				Arguments.of(PeerFrame.GOAWAY, 0, 0, new byte[7], FRAME_SIZE_ERROR, "the length is wrong"),
				Arguments.of(PeerFrame.GOAWAY, 0, 1, new byte[8], PROTOCOL_ERROR, "must not belong to a stream"),
				Arguments.of(PeerFrame.PUSH_PROMISE, end, 1, four, PROTOCOL_ERROR, "SETTINGS_ENABLE_PUSH is 0"),
				Arguments.of(PeerFrame.CONTINUATION, end, 1, none, PROTOCOL_ERROR, "no header block to continue"),
				Arguments.of(PeerFrame.DATA, PeerFrame.PADDED, 1, none, FRAME_SIZE_ERROR, "the length is wrong"),
				Arguments.of(PeerFrame.DATA, PeerFrame.PADDED, 1, new byte[] { 3, 0, 0 }, PROTOCOL_ERROR,
						"3 bytes of padding"),
				Arguments.of(PeerFrame.HEADERS, end | PeerFrame.PRIORITIZED, 1, new byte[4], FRAME_SIZE_ERROR,
						"the length is wrong"),
				Arguments.of(PeerFrame.HEADERS, end, 1, new byte[] { (byte) 0x80 }, COMPRESSION_ERROR,
						"HPACK - illegal index value"),
				Arguments.of(PeerFrame.HEADERS, end, 1, new byte[] { (byte) 0xFE }, COMPRESSION_ERROR,
						"HPACK - illegal index value"),
				Arguments.of(PeerFrame.HEADERS, end, 1, new byte[] { 0, 9, 'x' }, COMPRESSION_ERROR,
						"HEADERS frame (type 1, stream 1, length 3, flags 0x04)"));
	}

	@ParameterizedTest
	@MethodSource("forbidden")
	void whenAFrameMayNotBeThenTheConnectionEndsAndTheFrameIsTold(int type, int flags, int stream, byte[] payload,
			int error, String message) throws Exception {
		ProbedCall call = client().call();
		assertThat(connection().nextRequest()).isOne();
		connection().send(type, flags, stream, payload);
		assertEnded(call, error, message);
	}

	@Test
	void whenDataComesAfterTheEndOfAStreamThenTheConnectionEnds() throws Exception {
		ProbedCall answered = client().call();
		ProbedCall open = client().call();
		connection().answer(connection().nextRequest());
		assertThat(answered.await().isOk()).isTrue();
		connection().nextRequest();
		connection().data(1, (byte) 1);
		assertEnded(open, STREAM_CLOSED, "DATA frame (type 0, stream 1, length 1, flags 0x00): the stream has ended");
		assertThat(answered.ends()).isOne();
	}

}
