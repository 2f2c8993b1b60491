package dev.grpctuning.load.transport.raw;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

import io.grpc.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.channel.ProbedCall;

import static org.assertj.core.api.Assertions.assertThat;

/** Header blocks of both sides of the raw engine. */
@Timeout(30)
class RawHeaderBlocksIT extends AbstractRawIT {

	private static final int PROTOCOL_ERROR = 1;

	private static final int ENHANCE_YOUR_CALM = 11;

	@BeforeEach
	void begin() throws Exception {
		connect();
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
	void whenOwnHeadersAreTooLongForAFrameThenTheyAreContinued() throws Exception {
		String value = "abcdefgh".repeat(5000);
		try (TestClient talkative = setup().metadata(Map.of("x-long", value)).start()) {
			PeerConnection further = this.peer.acceptReady();
			RequestDecoder decoder = new RequestDecoder();
			for (int round = 0; round < 2; round++) {
				ProbedCall call = talkative.call();
				PeerFrame frame = further.next(PeerFrame.HEADERS);
				int stream = frame.streamId();
				ByteArrayOutputStream block = new ByteArrayOutputStream();
				block.writeBytes(frame.payload());
				while (!frame.has(PeerFrame.END_HEADERS)) {
					assertThat(frame.payload()).hasSize(16_384);
					frame = further.read();
					assertThat(frame.type()).isEqualTo(PeerFrame.CONTINUATION);
					assertThat(frame.streamId()).isEqualTo(stream);
					block.writeBytes(frame.payload());
				}
				assertThat(decoder.decode(block.toByteArray())).containsEntry("x-long", value)
					.containsEntry(":path", TestClient.PATH);
				assertThat(further.next(PeerFrame.DATA).has(PeerFrame.END_STREAM)).isTrue();
				further.answer(stream);
				assertThat(call.await().isOk()).isTrue();
			}
		}
	}

	@Test
	void whenAHeaderBlockIsInterruptedThenTheConnectionEnds() throws Exception {
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		connection().send(PeerFrame.HEADERS, 0, stream, (byte) 0);
		connection().ping(1);
		assertEnded(call, PROTOCOL_ERROR, "only CONTINUATION of stream 1 may follow");
	}

	@Test
	void whenAHeaderBlockIsContinuedOnAnotherStreamThenTheConnectionEnds() throws Exception {
		ProbedCall call = client().call();
		client().call();
		int stream = connection().nextRequest();
		int other = connection().nextRequest();
		connection().send(PeerFrame.HEADERS, 0, stream, (byte) 0);
		connection().send(PeerFrame.CONTINUATION, PeerFrame.END_HEADERS, other, (byte) 0);
		assertEnded(call, PROTOCOL_ERROR, "only CONTINUATION of stream 1 may follow");
	}

	@Test
	void whenAHeaderBlockHasNoEndThenTheConnectionEnds() throws Exception {
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		connection().send(PeerFrame.HEADERS, 0, stream, new byte[16_000]);
		connection().send(PeerFrame.CONTINUATION, 0, stream, new byte[16_000]);
		assertEnded(call, ENHANCE_YOUR_CALM, "the header block is longer than 16384 bytes");
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void whenAHeaderBlockComesInVeryManyFramesThenTheConnectionEnds(int bytes) throws Exception {
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		connection().send(PeerFrame.HEADERS, 0, stream, (byte) 0);
		// One frame too many: the client may not read what comes after it.
		for (int i = 0; i < 128; i++) {
			connection().send(PeerFrame.CONTINUATION, 0, stream, new byte[bytes]);
		}
		assertEnded(call, ENHANCE_YOUR_CALM, "the header block comes in more than 128 frames");
	}

	@Test
	void whenMetadataMayBeOfAnyLengthThenBlocksCanStillBeContinued() throws Exception {
		connect(setup().maxMetadataBytes(Integer.MAX_VALUE));
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		continued(stream, PeerFrame.END_STREAM, HeaderBlock.response().with("grpc-status", "3"), 7);
		assertThat(call.await().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
	}

	@Test
	void whenPseudoHeadersComeLastThenOnlyTheirCallFails() throws Exception {
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		connection().headers(stream, HeaderBlock.first().with("x", "y").with(":status", "200"));
		assertThat(connection().next(PeerFrame.RST_STREAM).firstInt()).isEqualTo(PROTOCOL_ERROR);
		assertThat(call.await().getCode()).isEqualTo(Status.Code.INTERNAL);
		assertThat(call.await().getDescription()).contains("HEADERS frame (type 1, stream 1, ",
				"Pseudo-header field ':status' found after regular header");
		assertThat(connection().isQuiet()).as("the connection lives").isTrue();
	}

	@Test
	void whenHeadersAreLongerThanAllowedThenOnlyTheirCallFails() throws Exception {
		ProbedCall call = client().call();
		int stream = connection().nextRequest();
		connection().headers(stream, HeaderBlock.response().with("x", "y".repeat(8000)).with("z", "y".repeat(300)));
		assertThat(connection().next(PeerFrame.RST_STREAM).streamId()).isEqualTo(stream);
		assertThat(call.await().getDescription()).contains("HEADERS frame (type 1, stream 1, ", "8192");
	}

	@Test
	void whenTheServerUsesATableThenBlocksAreDecodedEachTime() throws Exception {
		for (String text : new String[] { "one", "two" }) {
			ProbedCall call = client().call();
			int stream = connection().nextRequest();
			connection().headers(stream,
					new HeaderBlock().with(":status", "200").with("content-type", "application/grpc"));
			connection().trailers(stream, indexing("grpc-message", text).with("grpc-status", "2"));
			assertThat(call.await().getDescription()).isEqualTo(text);
			call = client().call();
			stream = connection().nextRequest();
			connection().headers(stream,
					new HeaderBlock().with(":status", "200").with("content-type", "application/grpc"));
			connection().trailers(stream, new HeaderBlock().with("grpc-status", "2").raw(0x80 | 62));
			assertThat(call.await().getDescription()).as("the latest entry of the table").isEqualTo(text);
		}
	}

	private static HeaderBlock indexing(String name, String value) {
		HeaderBlock block = new HeaderBlock().raw(0x40, name.length());
		name.chars().forEach(block::raw);
		block.raw(value.length());
		value.chars().forEach(block::raw);
		return block;
	}

}
