package dev.grpctuning.load.transport.raw;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

import io.grpc.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.channel.ProbedCall;

import static org.assertj.core.api.Assertions.assertThat;

/** Frames of every kind, header blocks of several, and those that are not allowed. */
@Timeout(30)
class RawFramesIT extends AbstractRawIT {

	private static final int PROTOCOL_ERROR = 1;

	private static final int FRAME_SIZE_ERROR = 6;

	private static final int COMPRESSION_ERROR = 9;

	@BeforeEach
	void begin() throws Exception {
		connect();
	}

	@Test
	void whenPingedThenTheSameComesBackUnlessItIsAnAnswer() throws Exception {
		connection().send(PeerFrame.PING, PeerFrame.ACK, 0, new byte[8]);
		connection().ping(0x1234_5678_9ABC_DEF0L);
		PeerFrame answer = connection().next(PeerFrame.PING);
		assertThat(answer.has(PeerFrame.ACK)).isTrue();
		assertThat(answer.payload()).containsExactly(0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0);
	}

	@Test
	void whenFramesAreUnknownOrHavePaddingAndPriorityThenTheCallIsAnswered() throws Exception {
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		connection().send(0x42, 0xFF, stream, new byte[100]);
		connection().send(0xA, 0, 0, new byte[5]);
		connection().send(PeerFrame.PRIORITY, 0, stream, new byte[5]);
		connection().send(PeerFrame.HEADERS, PeerFrame.END_HEADERS | PeerFrame.PADDED, stream,
				padded(HeaderBlock.response().bytes(), 5, new byte[0]));
		connection().send(PeerFrame.DATA, PeerFrame.PADDED, stream,
				padded(PeerConnection.message(3), 200, new byte[0]));
		connection().send(PeerFrame.HEADERS,
				PeerFrame.END_HEADERS | PeerFrame.END_STREAM | PeerFrame.PADDED | PeerFrame.PRIORITIZED, stream,
				padded(HeaderBlock.trailers(0).bytes(), 1, new byte[5]));
		assertOk(call);
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
				Arguments.of(PeerFrame.DATA, 0, 1, new byte[16_385], FRAME_SIZE_ERROR, "length 16385, flags 0x00"),
				Arguments.of(0x42, 0, 0, new byte[16_385], FRAME_SIZE_ERROR,
						"unknown frame (type 66, stream 0, length 16385"),
				Arguments.of(PeerFrame.DATA, 0, 0, none, PROTOCOL_ERROR, "DATA frame (type 0, stream 0"),
				Arguments.of(PeerFrame.DATA, 0, 2, none, PROTOCOL_ERROR, "there is no call on this stream"),
				Arguments.of(PeerFrame.HEADERS, end, 3, block, PROTOCOL_ERROR, "there is no call on this stream"),
				Arguments.of(PeerFrame.RST_STREAM, 0, 3, four, PROTOCOL_ERROR, "there is no call on this stream"),
				Arguments.of(PeerFrame.WINDOW_UPDATE, 0, 3, four, PROTOCOL_ERROR, "there is no call on this stream"),
				Arguments.of(PeerFrame.PING, 0, 0, new byte[7], FRAME_SIZE_ERROR,
						"PING frame (type 6, stream 0, length 7, flags 0x00)"),
				Arguments.of(PeerFrame.SETTINGS, 0, 0, new byte[5], FRAME_SIZE_ERROR, "SETTINGS frame (type 4"),
				Arguments.of(PeerFrame.PUSH_PROMISE, end, 1, four, PROTOCOL_ERROR, "SETTINGS_ENABLE_PUSH is 0"),
				Arguments.of(PeerFrame.CONTINUATION, end, 1, none, PROTOCOL_ERROR, "CONTINUATION frame (type 9"),
				Arguments.of(PeerFrame.DATA, PeerFrame.PADDED, 1, new byte[] { 3, 0, 0 }, PROTOCOL_ERROR,
						"DATA frame (type 0, stream 1, length 3, flags 0x08)"),
				Arguments.of(PeerFrame.HEADERS, end, 1, new byte[] { (byte) 0x80 }, COMPRESSION_ERROR,
						"HPACK - illegal index value"));
	}

	@ParameterizedTest
	@MethodSource("forbidden")
	void whenAFrameIsNotAllowedThenTheConnectionEndsAndTheFrameIsNamed(int type, int flags, int stream, byte[] payload,
			int error, String message) throws Exception {
		ProbedCall call = client().call();
		assertThat(connection().nextRequest()).isOne();
		connection().send(type, flags, stream, payload);
		assertEnded(call, error, message);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3, 7 })
	void whenHeadersAreContinuedThenTheyAreOne(int fragment) throws Exception {
		for (int round = 0; round < 3; round++) {
			ProbedCall call = client().call();
			int stream = connection().nextRequest();
			HeaderBlock headers = (round == 0) ? HeaderBlock.first() : new HeaderBlock();
			continued(stream, 0, headers.with(":status", "200").with("content-type", "application/grpc"), fragment);
			connection().data(stream, PeerConnection.message(1));
			continued(stream, PeerFrame.END_STREAM, HeaderBlock.trailers(round), fragment);
			assertThat(call.await().getCode().value()).isEqualTo(round);
		}
		assertThat(connection().isQuiet()).isTrue();
	}

	private void continued(int stream, int flags, HeaderBlock block, int fragment) throws IOException {
		byte[] bytes = block.bytes();
		for (int from = 0; from < bytes.length; from += fragment) {
			int to = Math.min(bytes.length, from + fragment);
			connection().send((from == 0) ? PeerFrame.HEADERS : PeerFrame.CONTINUATION,
					((from == 0) ? flags : 0) | ((to == bytes.length) ? PeerFrame.END_HEADERS : 0), stream,
					Arrays.copyOfRange(bytes, from, to));
		}
	}

	@Test
	void whenAHeaderBlockIsInterruptedByAnotherThenTheConnectionEnds() throws Exception {
		ProbedCall call = client().call();
		client().call();
		int stream = connection().nextRequest();
		int other = connection().nextRequest();
		connection().send(PeerFrame.HEADERS, 0, stream, (byte) 0);
		connection().headers(other, HeaderBlock.response());
		assertEnded(call, PROTOCOL_ERROR, "while processing headers on stream 1");
	}

	@Test
	void whenAHeaderBlockComesInVeryManyFramesThenTheConnectionEnds() throws Exception {
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		connection().send(PeerFrame.HEADERS, 0, stream, (byte) 0);
		try {
			for (int i = 0; i < 200; i++) {
				connection().send(PeerFrame.CONTINUATION, 0, stream, new byte[1]);
			}
		}
		catch (IOException ex) {
			// The client has closed the connection.
		}
		assertThat(call.await().getDescription()).startsWith("HTTP/2 ENHANCE_YOUR_CALM: CONTINUATION frame (type 9");
	}

	@Test
	void whenHeadersAreMalformedOrTooLongThenOnlyTheirCallFails() throws Exception {
		for (HeaderBlock block : new HeaderBlock[] { HeaderBlock.first().with("x", "y").with(":status", "200"),
				HeaderBlock.first().with("x", "y".repeat(8000)).with("z", "y".repeat(300)) }) {
			ProbedCall call = client().call();
			int stream = connection().nextRequest();
			connection().headers(stream, block);
			assertThat(connection().next(PeerFrame.RST_STREAM).streamId()).isEqualTo(stream);
			assertThat(call.await().getCode()).isEqualTo(Status.Code.INTERNAL);
			assertThat(call.await().getDescription())
				.startsWith("HEADERS frame (type 1, stream %d, ".formatted(stream));
		}
		assertThat(connection().isQuiet()).as("the connection lives").isTrue();
	}

	@Test
	void whenTheServerUsesATableThenBlocksAreDecodedEachTime() throws Exception {
		HeaderBlock response = new HeaderBlock().with(":status", "200").with("content-type", "application/grpc");
		for (String text : new String[] { "one", "two" }) {
			for (HeaderBlock trailers : new HeaderBlock[] { indexing("grpc-message", text).with("grpc-status", "2"),
					new HeaderBlock().with("grpc-status", "2").raw(0x80 | 62) }) {
				ProbedCall call = client().call();
				int stream = connection().nextRequest();
				connection().headers(stream, response);
				connection().trailers(stream, trailers);
				assertThat(call.await().getDescription()).as("also the latest entry of the table").isEqualTo(text);
			}
		}
	}

	private static HeaderBlock indexing(String name, String value) {
		HeaderBlock block = new HeaderBlock().raw(0x40, name.length());
		name.chars().forEach(block::raw);
		block.raw(value.length());
		value.chars().forEach(block::raw);
		return block;
	}

	@Test
	void whenOwnHeadersAreTooLongForAFrameThenTheyAreContinued() throws Exception {
		String value = "abcdefgh".repeat(5000);
		PeerConnection further = connect(setup().metadata(Map.of("x-long", value)));
		RequestDecoder decoder = new RequestDecoder();
		for (int round = 0; round < 2; round++) {
			ProbedCall call = client().call();
			PeerFrame frame = further.next(PeerFrame.HEADERS);
			int stream = frame.streamId();
			ByteArrayOutputStream block = new ByteArrayOutputStream();
			block.writeBytes(frame.payload());
			while (!frame.has(PeerFrame.END_HEADERS)) {
				assertThat(frame.payload()).hasSize(16_384);
				frame = further.read();
				assertThat(frame.type()).isEqualTo(PeerFrame.CONTINUATION);
				block.writeBytes(frame.payload());
			}
			assertThat(decoder.decode(block.toByteArray())).containsEntry("x-long", value);
			assertThat(further.next(PeerFrame.DATA).has(PeerFrame.END_STREAM)).isTrue();
			further.answer(stream);
			assertOk(call);
		}
	}

}
