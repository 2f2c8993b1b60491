package dev.grpctuning.load.transport.raw;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.channel.ProbedCall;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests and responses of no, one or many messages. */
@Timeout(30)
class RawStreamingIT extends AbstractRawIT {

	@Test
	void whenTheRequestHasManyMessagesThenAllAreSent() throws Exception {
		PeerConnection connection = connect(setup().messages(new byte[] { 1 }, new byte[0], new byte[] { 2, 3 }));
		ProbedCall call = client().call();
		int stream = connection.next(PeerFrame.HEADERS).streamId();
		PeerFrame data = connection.next(PeerFrame.DATA);
		assertThat(data.payload()).containsExactly(0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 3);
		assertThat(data.has(PeerFrame.END_STREAM)).isTrue();
		connection.answer(stream);
		assertOk(call);
	}

	@Test
	void whenTheRequestHasNoMessageThenItEndsWithItsHeaders() throws Exception {
		PeerConnection connection = connect(setup().messages());
		ProbedCall call = client().call();
		PeerFrame headers = connection.next(PeerFrame.HEADERS);
		assertThat(headers.has(PeerFrame.END_STREAM)).isTrue();
		assertThat(connection.isQuiet()).isTrue();
		connection.answer(headers.streamId());
		assertOk(call);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 5, 1000 })
	void whenTheResponseMayHaveManyMessagesThenItEndsWithItsTrailers(int messages) throws Exception {
		PeerConnection connection = connect(setup().manyResponses());
		ProbedCall call = client().call();
		int stream = connection.nextRequest();
		connection.headers(stream, HeaderBlock.response());
		byte[] message = PeerConnection.message(7);
		ByteBuffer all = ByteBuffer.allocate(messages * message.length);
		for (int i = 0; i < messages; i++) {
			all.put(message);
		}
		all.flip();
		while (all.hasRemaining()) {
			byte[] part = new byte[Math.min(all.remaining(), 1001)];
			all.get(part);
			connection.data(stream, part);
		}
		assertThat(connection.isQuiet()).isTrue();
		assertThat(call.hasEnded()).isFalse();
		connection.trailers(stream, HeaderBlock.trailers(0));
		assertThat(call.await()).isEqualTo(Status.OK);
	}

	@Test
	void whenTheRequestIsCompressedThenItSaysSo() throws Exception {
		byte[] message = new byte[1000];
		PeerConnection connection = connect(setup().messages(message).gzip());
		client().call();
		PeerFrame headers = connection.next(PeerFrame.HEADERS);
		assertThat(new RequestDecoder().decode(headers.payload())).containsEntry("grpc-encoding", "gzip");
		ByteBuffer data = ByteBuffer.wrap(connection.next(PeerFrame.DATA).payload());
		assertThat(data.get()).as("compressed").isOne();
		assertThat(data.getInt()).isEqualTo(data.remaining()).isLessThan(100);
		byte[] compressed = new byte[data.remaining()];
		data.get(compressed);
		assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed)).readAllBytes()).isEqualTo(message);
	}

}
